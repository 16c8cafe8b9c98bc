import { check } from "recheck";
import type { Attack } from "./attack-types.ts";
import { buildOpenApiDocument } from "../../server/src/platform/http/api-docs/openapi.ts";
import {
  dynamicExpressions,
  type Expression,
  writtenExpressions,
} from "./find-regular-expressions.ts";

/** Counted in steps, which are the same on every machine; by time, a busy machine finds faults that do not exist. */
const BY_STEPS = { timeout: 120_000, attackTimeout: null, incubationTimeout: null };
const AT_ONCE = 2;
const TWINS: Readonly<Record<string, Expression>> = {
  "an expression that takes for ever": { at: "planted", source: "^(a+)+$", flags: "" },
  "one that takes the square of the length": { at: "planted", source: "^\\s*a*a*b$", flags: "" },
};

/**
 * recheck looks for texts that make a regular expression of the product slow: literals, built at load, or in the API
 * description.
 */
export function expressions(): Attack {
  return {
    tool: "recheck",
    planted: async () => {
      const found = Object.entries(TWINS).map(async ([fault, twin]) => [
        fault,
        (await faultOf(twin)) !== undefined,
      ]);
      return Object.fromEntries(await Promise.all(found));
    },
    ours: async () => {
      const all = [...writtenExpressions(), ...(await dynamicExpressions()), ...toldExpressions()];
      const distinct = [
        ...new Map(all.map((one) => [`/${one.source}/${one.flags}`, one])).values(),
      ];
      if (distinct.length < 100)
        throw new Error(`only ${distinct.length} regular expressions were found`);
      const faults: string[] = [];
      const rest = distinct.values();
      const work = async () => {
        for (const one of rest)
          faults.push(...[await faultOf(one)].filter((fault) => fault !== undefined));
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return faults;
    },
  };
}

async function faultOf({ at, source, flags }: Expression): Promise<string | undefined> {
  const result = await check(source, flags, BY_STEPS);
  if (result.status === "safe") return undefined;
  const why =
    result.status === "unknown" ? `not decided (${result.error.kind})` : result.complexity.summary;
  return `${at}: /${source}/${flags} is ${why}`;
}

/** Patterns in the API description, which are those that the server enforces. */
function toldExpressions(): Expression[] {
  const found: Expression[] = [];
  JSON.stringify(buildOpenApiDocument(), (key, value: unknown) => {
    if (key === "pattern" && typeof value === "string")
      found.push({ at: "openapi.json", source: value, flags: "" });
    return value;
  });
  return found;
}
