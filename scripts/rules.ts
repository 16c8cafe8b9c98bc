import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/**
 * Rules and the tests that prove them. docs/rules.md lists the ids by hand; the text and the files of each row are
 * copied from the test titles. `--check` only compares.
 */

const ROOT = join(import.meta.dirname, "..");
const PAGE = join(ROOT, "docs/rules.md");
const ROW = /^\| `([a-z0-9/:.-]+)` \|.*$/gm;
/** A test title begins with the ids it proves, like "[domain/seat-request:accept] …". */
const TITLE = /(["'`])((?:\[(?:spec|domain)\/[a-z0-9/:.-]+\] ?)+)((?:(?!\1)[^\\]|\\.)*)\1/g;

interface Proof {
  readonly file: string;
  readonly title: string;
}
type Proofs = ReadonlyMap<string, readonly Proof[]>;
type TestFile = readonly [path: string, source: string];

function findProofs(files: readonly TestFile[]): Proofs {
  const proofs = new Map<string, Proof[]>();
  for (const [file, source] of files)
    for (const [, , ids = "", title = ""] of source.matchAll(TITLE))
      for (const [, id = ""] of ids.matchAll(/\[([^\]]+)\]/g))
        proofs.set(id, [...(proofs.get(id) ?? []), { file, title: toText(title) }]);
  return proofs;
}

/** A title without escapes and with an ellipsis for each inserted value. */
const toText = (title: string): string =>
  title
    .replaceAll(/\\(.)/g, "$1")
    .replaceAll(/\$\{[^}]*\}|%[a-z]/g, "…")
    .replaceAll("|", "\\|")
    .trim();

function toRow(id: string, proofs: readonly Proof[]): string {
  const titles = [...new Set(proofs.map(({ title }) => title))];
  const files = [...new Set(proofs.map(({ file }) => file))];
  return `| \`${id}\` | ${titles.join("; ")} | ${files.map((file) => `[${basename(file)}](../${file})`).join(", ")} |`;
}

const renderPage = (page: string, proofs: Proofs): string =>
  page.replaceAll(ROW, (_, id: string) => toRow(id, proofs.get(id) ?? []));

/** Rules without a test, tests without a rule, rules listed twice and rows that differ from the titles. */
function findProblems(page: string, proofs: Proofs): string[] {
  const ids = [...page.matchAll(ROW)].map(([, id = ""]) => id);
  const problems = [
    ...ids.filter((id, n) => ids.indexOf(id) !== n).map((id) => `docs/rules.md lists ${id} twice.`),
    ...ids.filter((id) => !proofs.has(id)).map((id) => `No test proves ${id}.`),
    ...[...proofs.keys()]
      .filter((id) => !ids.includes(id))
      .map((id) => `docs/rules.md does not list ${id}.`),
  ];
  if (renderPage(page, proofs) !== page)
    problems.push("docs/rules.md is out of date: npm run generate -- rules");
  return problems;
}

const files = globSync("{contract,geo,matching,server,web,e2e}/**/*.{test,spec}.{ts,tsx}", {
  cwd: ROOT,
  exclude: (path) => path.includes("node_modules"),
})
  .toSorted()
  .map((path): TestFile => [path, readFileSync(join(ROOT, path), "utf8")]);
const proofs = findProofs(files);
const page = readFileSync(PAGE, "utf8");
const isCheck = process.argv.includes("--check");
if (!isCheck) writeFileSync(PAGE, renderPage(page, proofs));

// A checker that no longer works would pass everything, so it must find planted faults first.
const planted = findProblems(
  `${page}\n| \`domain/planted:rule\` | a rule | |\n`,
  findProofs([...files, ["planted.test.ts", '"[domain/planted:test] fails"']]),
);
const problems = findProblems(readFileSync(PAGE, "utf8"), proofs);
if (
  ![
    "No test proves domain/planted:rule.",
    "docs/rules.md does not list domain/planted:test.",
  ].every((it) => planted.includes(it))
)
  problems.push("The rules check does not find planted faults.");
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length === 0) process.stdout.write(`${proofs.size} rules, each proved by a test.\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
