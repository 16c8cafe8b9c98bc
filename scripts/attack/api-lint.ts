import { createRequire } from "node:module";
import spectral, { type RulesetDefinition } from "@stoplight/spectral-core";
import parsers from "@stoplight/spectral-parsers";
import { z } from "zod";
import {
  type ApiDocument,
  buildOpenApiDocument,
} from "../../server/src/platform/http/api-docs/openapi.ts";
import type { Attack } from "./attack-types.ts";

/** Its type declarations are for another module format. */
const owasp: RulesetDefinition = createRequire(import.meta.url)(
  "@stoplight/spectral-owasp-ruleset",
);

/** Spectral's errors and warnings count as high and medium. */
const SEVERE: ReadonlySet<number> = new Set([0, 1]);

/** Limits are for input; the size of our own replies is our decision. */
const OF_REQUESTS = [
  "owasp:api4:2023-array-limit",
  "owasp:api4:2023-string-limit",
  "owasp:api4:2023-integer-limit",
] as const;
/** Rules that we do not follow, with reasons. */
const OFF = {
  "owasp:api2:2023-read-restricted":
    "the table of permissions says which calls are open, and holds them to it",
  "owasp:api2:2023-write-restricted": "the same; whoever signs up has no token yet",
  "owasp:api4:2023-rate-limit":
    "limits are in the description, and told with Retry-After once they are met",
  "owasp:api4:2023-string-restricted": "people write what they like, and it is shown as text",
  "owasp:api4:2023-integer-format": "numbers have bounds, which say more than the name of a size",
  "owasp:api5:2023-admin-security-unique":
    "the token is the same; the table of permissions holds calls to their roles",
  "owasp:api8:2023-define-cors-origin": "no answer allows another origin",
  "owasp:api8:2023-define-error-validation":
    "calls that take nothing refuse nothing; redocly holds each to a 4xx",
  "owasp:api8:2023-define-error-responses-401": "open calls have none; redocly holds each to a 4xx",
} as const;

/** Links in e-mails and of calendar feeds contain their tokens; asvs.md lists what is open there. */
const LINK_TOKENS =
  /no-credentials-in-url at paths\.\/(?:auth\/verify-email|notifications\/unsubscribe|calendar-feeds\/\{feedToken\}\/rides\.ics)\./;

/** Spectral lints the API description with the rules of OWASP's API Security Top 10. */
export function descriptions(): Attack {
  return {
    tool: "spectral",
    planted: async () => {
      const api = buildOpenApiDocument();
      const faults = await Promise.all([faultsOf(withPlants(api)), faultsOf(api)]);
      const [planted, known] = faults.map((lines) => new Set(lines));
      const news = [...(planted ?? [])].filter((line) => !known?.has(line));
      return Object.fromEntries(
        RULES_PLANTED.map(([fault, rule]) => [fault, news.some((line) => line.includes(rule))]),
      );
    },
    ours: () => faultsOf(buildOpenApiDocument()),
  };
}

async function faultsOf(api: ApiDocument): Promise<string[]> {
  const off = [...OF_REQUESTS, ...Object.keys(OFF)].map((rule) => [rule, "off"]);
  const only = OF_REQUESTS.map((rule) => [rule, "error"]);
  const found = await Promise.all([
    lint(api, { extends: [[owasp, "all"]], rules: Object.fromEntries(off) }),
    lint(requestsOf(api), { extends: [[owasp, "off"]], rules: Object.fromEntries(only) }),
  ]);
  return found.flat();
}

async function lint(api: object, rules: RulesetDefinition): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset(rules);
  const found = await linter.run(
    new spectral.Document(JSON.stringify(api), parsers.Json, "openapi.json"),
  );
  return found
    .filter(({ severity }) => SEVERE.has(severity))
    .map(({ code, path, message }) => `${String(code)} at ${path.join(".")}: ${message}`)
    .filter((line) => !LINK_TOKENS.test(line));
}

/** The description without replies, and without the schemas that only replies use. */
function requestsOf(api: ApiDocument): object {
  const paths = Object.fromEntries(
    Object.entries(api.paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, call]) => [method, { ...call, responses: {} }]),
      ),
    ]),
  );
  const { schemas } = api.components;
  const used = new Set<string>();
  const follow = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(
      /"#\/components\/schemas\/([^"]+)"/g,
    )) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name] ?? {});
    }
  };
  follow(paths);
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  const requests = {
    ...api,
    paths,
    components: { ...api.components, schemas: Object.fromEntries(kept) },
  };
  return JSON.parse(JSON.stringify(requests, (_, value: unknown) => withEnd(value)));
}

/** A string with a format of fixed length needs no maximum length. */
function withEnd(schema: unknown): unknown {
  const { format, pattern } = FORMED.safeParse(schema).data ?? {};
  const ends =
    format === "uuid" ||
    format === "date" ||
    (pattern !== undefined && !OPEN.test(pattern.replaceAll(/\\./g, "")));
  return ends && typeof schema === "object" ? { maxLength: 100, ...schema } : schema;
}
const FORMED = z.object({
  type: z.literal("string"),
  format: z.string().optional(),
  pattern: z.string().optional(),
});
const OPEN = /[+*]|\{\d+,\}/;

const RULES_PLANTED = [
  ["a key in an address", "no-api-keys-in-url"],
  ["a password by HTTP Basic", "no-http-basic"],
  ["a number as the id of a record", "no-numeric-ids"],
  ["a text without an end", "string-limit"],
  ["a list without an end", "array-limit"],
  ["a limit that is not told", "rate-limit-responses-429"],
] as const;

function withPlants(api: ApiDocument): ApiDocument {
  const planted = {
    operationId: "planted",
    tags: ["rides"],
    summary: "Planted",
    security: [{ planted: [] }],
    parameters: [{ name: "ride_id", in: "path", required: true, schema: { type: "integer" } }],
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: {
            type: "object",
            properties: { list: { type: "array", items: {} }, text: { type: "string" } },
          },
        },
      },
    },
    responses: { 200: { description: "Done" } },
  } as const;
  const schemes = {
    planted: { type: "apiKey", in: "query", name: "key" },
    basic: { type: "http", scheme: "basic" },
  };
  const { components } = api;
  return {
    ...api,
    paths: { ...api.paths, "/planted/{ride_id}": { post: planted } },
    components: { ...components, securitySchemes: { ...components.securitySchemes, ...schemes } },
  };
}
