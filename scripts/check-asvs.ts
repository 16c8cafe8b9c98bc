import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Compares docs/security/asvs.md with the numbers of the standard, and the files it names with the repository. */

const root = join(import.meta.dirname, "..");
const ROW = /^\| (V[\d.]+) \| (\d) \| [^|]+ \| (met|n\/a|open) \| ([^|]+) \|$/gm;
const LEVELS = { 1: 70, 2: 183 };
/** Requirements of level 1 and of level 2 in ASVS 5.0.0, per section. Level 3 is not a goal. */
const STANDARD = `V1.1 - 1,2; V1.2 1,2,3,4,5 6,7,8,9; V1.3 1,2 3,4,5,6,7,8,9,10,11; V1.4 - 1,2,3; V1.5 1 2; V2.1 1 2,3; V2.2 1,2 3;
V2.3 1 2,3,4; V2.4 - 1; V3.2 1,2 -; V3.3 1 2,3,4; V3.4 1,2 3,4,5,6; V3.5 1,2,3 4,5; V3.7 - 1,2; V4.1 1 2,3; V4.2 - 1; V4.3 - 1,2;
V4.4 1 2,3,4; V5.1 - 1; V5.2 1,2 3; V5.3 1,2 -; V5.4 - 1,2,3; V6.1 1 2,3; V6.2 1,2,3,4,5,6,7,8 9,10,11,12; V6.3 1,2 3,4;
V6.4 1,2 3,4; V6.5 - 1,2,3,4,5; V6.6 - 1,2,3; V6.8 - 1,2,3,4; V7.1 - 1,2,3; V7.2 1,2,3,4 -; V7.3 - 1,2; V7.4 1,2 3,4,5; V7.5 - 1,2;
V7.6 - 1,2; V8.1 1 2; V8.2 1,2 3; V8.3 1 -; V8.4 - 1; V9.1 1,2,3 -; V9.2 1 2,3,4; V10.1 - 1,2; V10.2 - 1,2; V10.3 - 1,2,3,4;
V10.4 1,2,3,4,5 6,7,8,9,10,11; V10.5 - 1,2,3,4,5; V10.6 - 1,2; V10.7 - 1,2,3; V11.1 - 1,2; V11.2 - 1,2,3; V11.3 1,2 3;
V11.4 1 2,3,4; V11.5 - 1; V11.6 - 1; V12.1 1 2,3; V12.2 1,2 -; V12.3 - 1,2,3,4; V13.1 - 1; V13.2 - 1,2,3,4,5; V13.3 - 1,2;
V13.4 1 2,3,4,5; V14.1 - 1,2; V14.2 1 2,3,4; V14.3 1 2,3; V15.1 1 2,3; V15.2 1 2,3; V15.3 1 2,3,4,5,6,7; V16.1 - 1;
V16.2 - 1,2,3,4,5; V16.3 - 1,2,3,4; V16.4 - 1,2,3; V16.5 - 1,2,3; V17.1 - 1; V17.2 - 1,2,3,4; V17.3 - 1,2`;

const wanted = new Map<string, number>(
  STANDARD.split(";").flatMap((section) => {
    const [name = "", ...levels] = section.trim().split(" ");
    return levels.flatMap((numbers, n) =>
      numbers === "-"
        ? []
        : numbers.split(",").map((number) => [`${name}.${number}`, n + 1] as const),
    );
  }),
);
const rules = new Set(
  [...readFileSync(join(root, "docs/rules.md"), "utf8").matchAll(/^\| `([^`]+)` \|/gm)].map(
    ([, id]) => id,
  ),
);

/** Problems of the page, one line each. */
function problemsOf(markdown: string): string[] {
  const rows = [...markdown.matchAll(ROW)].map(([, item = "", level, state = "", where = ""]) => ({
    item,
    level: Number(level),
    state,
    where,
  }));
  const listed = rows.map(({ item }) => item);
  const summary = markdown.slice(markdown.indexOf("## What is open"));
  return [
    ...[...wanted.keys()]
      .filter((item) => !listed.includes(item))
      .map((item) => `${item} is not there.`),
    ...listed
      .filter((item, n) => listed.indexOf(item) !== n)
      .map((item) => `${item} is there twice.`),
    ...rows.flatMap(({ item, level, state, where }) => [
      ...(wanted.get(item) === level ? [] : [`${item} is not of level ${level}.`]),
      ...(state === "open" &&
      !new RegExp(String.raw`\b${item.replaceAll(".", "\\.")}(?!\.?\d)`).test(summary)
        ? [`${item} is open, and not named at the end.`]
        : []),
      ...[...where.matchAll(/`([^`\s*]+)`/g)].flatMap(([, named = ""]) =>
        isThere(named) ? [] : [`${item} names ${named}, which is not there.`],
      ),
    ]),
  ];
}

/** Checks paths and rules; other words in code format are ignored. */
function isThere(named: string): boolean {
  if (/^[a-z0-9]+\/[a-z0-9-]+:[a-z0-9-]+$/.test(named)) return rules.has(named);
  return (
    !/^\.?[\w-]+(?:\/[\w.-]+)*\.(?:tsx?|mjs|md|json)$/.test(named) || existsSync(join(root, named))
  );
}

const page = readFileSync(join(root, "docs/security/asvs.md"), "utf8");
const problems = problemsOf(page);
// A checker that no longer works would pass everything, so it must find planted faults first.
const planted = page
  .replace("| V9.1.1 | 1 |", "| V9.1.1 | 2 |")
  .replace(/^\| V9\.1\.2 .*\n/m, "")
  .replace("`server/src/platform/log.ts`", "`server/src/platform/planted.ts`")
  .replace("`spec/password:rules`", "`spec/password:planted`");
const levels = [...wanted.values()];
const counts = Object.entries(LEVELS).every(
  ([level, n]) => levels.filter((one) => one === Number(level)).length === n,
);
if (problemsOf(planted).length !== problems.length + 4 || !counts)
  problems.push("The check of the standard sees nothing.");
for (const problem of problems) process.stderr.write(`docs/security/asvs.md: ${problem}\n`);
if (problems.length === 0) {
  const states = [...page.matchAll(ROW)].map(([, , , state]) => state);
  const count = (state: string) => states.filter((one) => one === state).length;
  process.stdout.write(
    `ASVS: ${count("met")} met, ${count("n/a")} not applicable, ${count("open")} open.\n`,
  );
}
process.exitCode = problems.length === 0 ? 0 : 1;
