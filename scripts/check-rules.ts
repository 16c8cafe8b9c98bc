import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const RULE = /^\| `([a-z0-9/:.-]+)` \|/gm;
/** The name of a test begins with the ids it proves, like "[domain/seat-request:accept] …". */
const TEST = /\b(?:test|it)(?:\.each\([^)]*\))?\(\s*["'`]((?:\[[a-z0-9/:.-]+\] ?)+)/g;

const idsOfRules = (markdown: string): string[] => [...markdown.matchAll(RULE)].map(([, id = ""]) => id);

const idsOfTests = (source: string): string[] =>
  [...source.matchAll(TEST)].flatMap(([, names = ""]) => [...names.matchAll(/\[([^\]]+)\]/g)].map(([, id = ""]) => id));

/** What is wrong between the rules that are written down and the tests that prove them, one line each. */
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
const rules = idsOfRules(readFileSync(join(root, "docs/rules.md"), "utf8"));
const tested = new Set(files.flatMap((file) => idsOfTests(readFileSync(join(root, file), "utf8"))));

// A checker that has gone blind passes everything, so it must first see two planted faults.
const blind =
  problemsBetween([...rules, "planted/rule"], new Set([...tested, "planted/test"])).length -
    problemsBetween(rules, tested).length !==
  2;
const problems = blind || rules.length === 0 ? ["The rules check sees nothing."] : problemsBetween(rules, tested);
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length === 0) process.stdout.write(`${rules.length} rules, each proved by a test.\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
