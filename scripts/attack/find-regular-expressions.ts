import { globSync } from "node:fs";
import { registerHooks } from "node:module";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { parseFileSync } from "@swc/core";

const ROOT = join(import.meta.dirname, "../..");
const FOLDERS = ["contract/src", "matching/src", "geo/src", "server/src", "web/src"];

/** The web app reads the settings of its build, which are missing in Node. Here it loads as for prerendering. */
const WEB = pathToFileURL(join(ROOT, "web/src/")).href;
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const { source } = loaded;
    if (!url.startsWith(WEB) || source === undefined || source === null) return loaded;
    const text = typeof source === "string" ? source : new TextDecoder().decode(source);
    return { ...loaded, source: `import.meta.env ??= { SSR: true }; ${text}` };
  },
});

/** A regular expression, and where it was found. */
export interface Expression {
  readonly at: string;
  readonly source: string;
  readonly flags: string;
}

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

const files = (): string[] =>
  FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT }))
    .filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file))
    .map((file) => join(ROOT, file));

/** Regular expression literals in the source. */
export function writtenExpressions(): Expression[] {
  return files().flatMap((file) =>
    nodesOf(file).flatMap((node) => {
      if (node["type"] !== "RegExpLiteral") return [];
      return [
        { at: relative(ROOT, file), source: String(node["pattern"]), flags: String(node["flags"]) },
      ];
    }),
  );
}

/**
 * Regular expressions built while their file is loaded. @throws if one is built later, because it cannot be checked:
 * it must be built at load.
 */
export async function dynamicExpressions(): Promise<Expression[]> {
  const found: Expression[] = [];
  for (const file of files()) {
    const sites = nodesOf(file).filter(isConstruction).length;
    if (sites === 0) continue;
    const made = await madeAtLoad(file);
    const places = new Set(made.map(({ place }) => place));
    if (places.size !== sites)
      throw new Error(
        `${relative(ROOT, file)} makes ${sites} regular expressions, of which ${places.size} at load`,
      );
    found.push(...made.map(({ source, flags }) => ({ at: relative(ROOT, file), source, flags })));
  }
  return found;
}

const isConstruction = ({ type, callee }: Node): boolean =>
  (type === "NewExpression" || type === "CallExpression") &&
  isNode(callee) &&
  callee["value"] === "RegExp";

function nodesOf(file: string): Node[] {
  const found: Node[] = [];
  const left: unknown[] = [parseFileSync(file, { syntax: "typescript", tsx: file.endsWith("x") })];
  while (left.length > 0) {
    const value = left.pop();
    if (!isNode(value)) continue;
    if (typeof value["type"] === "string") found.push(value);
    left.push(...Object.values(value));
  }
  return found;
}

/** Loads a file again and records the regular expressions it builds, with their lines. */
async function madeAtLoad(file: string): Promise<(Omit<Expression, "at"> & { place: string })[]> {
  const made: (Omit<Expression, "at"> & { place: string })[] = [];
  const url = pathToFileURL(file).href;
  const Native = globalThis.RegExp;
  class Watched extends Native {
    constructor(pattern: string | RegExp, flags?: string) {
      super(pattern, flags);
      const [, , place = ""] = new Error().stack?.split("\n") ?? [];
      if (place.includes(url)) made.push({ source: this.source, flags: this.flags, place });
    }
  }
  Object.assign(globalThis, { RegExp: Watched });
  try {
    // A new URL, because a loaded module is not loaded again.
    await import(`${url}?watched`);
  } finally {
    Object.assign(globalThis, { RegExp: Native });
  }
  return made;
}
