import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const RULE = /^\| `([a-z0-9/:.-]+)` \|.*$/gm;
/** The file that the list gives for a rule. */
const PROVED_IN = /\]\(\.\.\/([^)]+\.(?:test|spec)\.tsx?)\)/g;
/** A test title begins with the ids it proves, like "[domain/seat-request:accept] …". */
const TEST = /\b(?:test|it)(?:\.each\([^)]*\))?\(\s*["'`]((?:\[[a-z0-9/:.-]+\] ?)+)/g;

const idsOfRules = (markdown: string): string[] => [...markdown.matchAll(RULE)].map(([, id = ""]) => id);

const idsOfTests = (source: string): string[] =>
  [...source.matchAll(TEST)].flatMap(([, names = ""]) => [...names.matchAll(/\[([^\]]+)\]/g)].map(([, id = ""]) => id));

/** Rules whose listed file does not contain their id, one line each. */
function wrongPlaces(markdown: string, idsIn: (file: string) => readonly string[]): string[] {
  return [...markdown.matchAll(RULE)].flatMap(([row, id = ""]) =>
    [...row.matchAll(PROVED_IN)].flatMap(([, file = ""]) =>
      idsIn(file).includes(id) ? [] : [`docs/rules.md says that ${file} proves ${id}, which it does not name.`],
    ),
  );
}

/** Rules without a test, and ids without a rule, one line each. */
function problemsBetween(rules: readonly string[], tested: ReadonlySet<string>): string[] {
  const known = new Set(rules);
  return [
    ...rules.filter((id, n) => rules.indexOf(id) !== n).map((id) => `docs/rules.md lists ${id} twice.`),
    ...rules.filter((id) => !tested.has(id)).map((id) => `No test names the rule ${id}.`),
    ...[...tested].filter((id) => !known.has(id)).map((id) => `A test names ${id}, which docs/rules.md does not list.`),
  ];
}

const files = globSync("{contract,matching,server,web,e2e}/**/*.{test,spec}.{ts,tsx}", {
  cwd: root,
  exclude: (path) => path.includes("node_modules"),
});
const markdown = readFileSync(join(root, "docs/rules.md"), "utf8");
const rules = idsOfRules(markdown);
const idsOfFile = (file: string) =>
  existsSync(join(root, file)) ? idsOfTests(readFileSync(join(root, file), "utf8")) : [];
const tested = new Set(files.flatMap(idsOfFile));

const found = [...problemsBetween(rules, tested), ...wrongPlaces(markdown, idsOfFile)];
// A checker that no longer works would pass everything, so it must find three planted faults first.
const planted = `${markdown}\n| \`planted/place\` | a rule | [gone.test.ts](../planted/gone.test.ts) |\n`;
const seen =
  problemsBetween([...rules, "planted/rule"], new Set([...tested, "planted/test"])).length +
  wrongPlaces(planted, idsOfFile).length;
const problems = seen !== found.length + 3 || rules.length === 0 ? ["The rules check sees nothing."] : found;
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length === 0) process.stdout.write(`${rules.length} rules, each proved by a test.\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
