import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isNode } from "./messages/declared-messages.ts";
import {
  findTexts,
  type FoundText,
  searchFiles,
  type SyntaxNode,
} from "./messages/syntax-texts.ts";

/**
 * Habits that make code slow to read and that no lint rule finds: one of our own fields gets another name while it is
 * destructured, one statement declares several names by a tuple, a comment names what is gone, and a screen writes by
 * hand what `endpointQuery` makes of an endpoint.
 * `npm run check -- unused` runs it.
 */

const ROOT = join(import.meta.dirname, "..");
const PRODUCTION = ["{contract,matching,geo,server,web}/src/**/*.{ts,tsx}"];
const NOT_PRODUCTION = [/\.(?:test|spec|d)\.tsx?$/, /\/(?:test|testing|fixtures|migrations)\//];
const ALL_CODE = "{contract,matching,geo,server,web,e2e,bench,scripts}/**/*.{ts,tsx}";
const INSTALLED_OR_BUILT = /(?:^|\/)(?:node_modules|dist|locales)\//;
const IS_TEST = /\.(?:test|spec)\.tsx?$/;

/** Fields that a library, the browser or a protocol has named. */
const FOREIGN_FIELDS: ReadonlySet<unknown> = new Set(
  [
    "data rows default pageParam",
    "promise resolve reject",
    "latitude longitude naturalWidth naturalHeight clientWidth clientHeight offsetWidth offsetHeight activeElement",
    "totalCount idleCount waitingCount credentialBackedUp newCounter",
    // No variable can have these names.
    "class enum in",
  ].flatMap((names) => names.split(" ")),
);

/** Names of other programs, in comments about them. */
const FOREIGN_NAMES: ReadonlySet<string> = new Set(["PGPASSFILE"]);

/** A variable's name, also if it has a default value. */
function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node["type"] === "AssignmentPattern") return nameOf(node["left"]);
  return node["type"] === "Identifier" && typeof node["name"] === "string"
    ? node["name"]
    : undefined;
}

/** Columns become camel case, a capital makes a component of a field, and underscores drop it. */
function mayBeRenamed(field: string, variable: string): boolean {
  const isColumnOrSetting = field.includes("_") || field === field.toUpperCase();
  return isColumnOrSetting || FOREIGN_FIELDS.has(field) || /^(?:[A-Z]|_+$)/.test(variable);
}

function isRenaming(node: unknown): node is SyntaxNode {
  if (!isNode(node) || node["type"] !== "Property" || node["computed"] === true) return false;
  const field = nameOf(node["key"]);
  const variable = nameOf(node["value"]);
  if (field === undefined || variable === undefined || field === variable) return false;
  return !mayBeRenamed(field, variable);
}

const isTuple = ({ type, id, init }: SyntaxNode): boolean =>
  type === "VariableDeclarator" &&
  isNode(id) &&
  id["type"] === "ArrayPattern" &&
  isNode(init) &&
  init["type"] === "ArrayExpression";

/** A query's function or key outside of `web/src/shared/api`, where they are made from endpoints. */
const isHandWrittenQuery = ({ type, key, value }: SyntaxNode): boolean =>
  type === "Property" &&
  (nameOf(key) === "queryFn" ||
    (nameOf(key) === "queryKey" && isNode(value) && value["type"] === "ArrayExpression"));

const mayWriteQueries = (path: string): boolean => path.startsWith("web/src/shared/api/");

const firstLineOf = (code: string, { start, end }: SyntaxNode): FoundText => ({
  start: Number(start),
  text: code.slice(Number(start), Number(end)).split("\n")[0] ?? "",
});

/** Also in tests, which are read as much. */
const findTuples = (path: string, code: string) =>
  /\]\s*=\s*\[/.test(code)
    ? findTexts(path, code, (node) => (isTuple(node) ? { texts: [firstLineOf(code, node)] } : {}))
    : [];

function findDenseLines(path: string, code: string) {
  const toText = (node: SyntaxNode) => firstLineOf(code, node);
  return findTexts(path, code, (node) => {
    if (isHandWrittenQuery(node) && !mayWriteQueries(path)) return { texts: [toText(node)] };
    if (node["type"] !== "ObjectPattern" || !Array.isArray(node["properties"])) return {};
    return { texts: node["properties"].filter(isRenaming).map(toText) };
  });
}

const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/[^\n]*/g;
const NAME_IN_COMMENT = /`([A-Za-z_]\w*)(?:\([^`]*\))?`/g;

/** Names in comments that are in no code at all. */
function findGoneNames(sources: ReadonlyMap<string, string>) {
  const codes = [...sources.values()].map((source) => source.replaceAll(COMMENT, " "));
  const words = new Set(codes.flatMap((code) => code.match(/[A-Za-z_$][\w$]*/g) ?? []));
  return [...sources].flatMap(([path, source]) =>
    [...source.matchAll(COMMENT)].flatMap(({ index, 0: comment }) =>
      [...comment.matchAll(NAME_IN_COMMENT)]
        .map(([, name = ""]) => name)
        .filter((name) => !words.has(name) && !FOREIGN_NAMES.has(name))
        .map((text) => ({ path, line: source.slice(0, index).split("\n").length, text })),
    ),
  );
}

// A checker that sees nothing would pass everything, so it must find planted faults first.
const PLANTED = `
  const { seat: place, seat_id: seatId, data: ride = {}, own } = row;
  const [first, second] = [one(), two()];
  const show = ({ id: rideId, Panel }: Ride) => rideId;
  const query = { queryKey: ["rides"], queryFn: () => call(rides.all, {}) };`;
const plantedComment = new Map([
  ["planted.ts", "/** Calls `gone(…)` after `here`. */ const here = 1;"],
]);
const sees =
  findDenseLines("planted.ts", PLANTED).length === 4 &&
  findTuples("planted.ts", PLANTED).length === 1 &&
  findGoneNames(plantedComment).length === 1;

const dense = await searchFiles(ROOT, {
  patterns: PRODUCTION,
  without: NOT_PRODUCTION,
  search: findDenseLines,
});
const tuples = await searchFiles(ROOT, {
  patterns: [ALL_CODE],
  without: [INSTALLED_OR_BUILT],
  search: findTuples,
});
const tooDense = [...dense, ...tuples].map(
  ({ path, line, text }) =>
    `${path}:${line} renames a field, declares a tuple or writes a query by hand: ${text}`,
);

const sources = new Map(
  globSync(ALL_CODE, { cwd: ROOT, exclude: (path) => path.includes("node_modules") })
    .filter((path) => !INSTALLED_OR_BUILT.test(path) && !IS_TEST.test(path))
    .map((path) => [path, readFileSync(join(ROOT, path), "utf8")]),
);
const gone = findGoneNames(sources).map(
  ({ path, line, text }) => `${path}:${line} names ${text}, which is in no code.`,
);

const problems = sees ? [...tooDense, ...gone] : ["The check does not find planted faults."];
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length === 0) process.stdout.write(`${sources.size} files are calm.\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
