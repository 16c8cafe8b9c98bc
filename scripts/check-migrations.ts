import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/**
 * Two releases run beside each other during an upgrade, so a migration only adds what the previous release can ignore
 * (CONTRIBUTING.md, "Expand, then contract").
 */

const FOLDER = join(import.meta.dirname, "../server/src/platform/db/migrations");
/** Earlier ones were released before the rule. */
const FIRST_CHECKED = 31;
/** What a release after the next one removed, and the release that last used it: `"0061-contract drop column": "0.3.0"`. */
const ALLOWED: Readonly<Record<string, string>> = {};

const BREAKING: Readonly<Record<string, RegExp>> = {
  "rename column": /\brename\s+(?:column\s+)?"?\w+"?\s+to\b/i,
  "rename table": /\balter\s+table\s+(?:if\s+exists\s+)?\S+\s+rename\s+to\b/i,
  // The word "column" can be left out.
  "drop column":
    /\bdrop\s+column\b|\balter\s+table\b[^;]*\bdrop\s+(?!constraint\b|not\s+null\b|default\b)"?\w+"?/i,
  "drop table": /\bdrop\s+table\b/i,
  // Another order of text is no other type: the previous release reads and writes it as before.
  "change of a column's type":
    /\balter\s+(?:column\s+)?"?[\w${}]+"?\s+(?:set\s+data\s+)?type\b(?!\s+text\s+collate\s+"C")/i,
  "column that must be set": /\bset\s+not\s+null\b/i,
  "default that goes": /\bdrop\s+default\b/i,
  "new column that must be set":
    /\badd\s+(?:column\s+)?"?\w+"?\s+[\w[\]()]+\s+(?=[^,;]*\bnot\s+null\b)(?![^,;]*\b(?:default|generated)\b)/i,
};

function findBreaks(name: string, source: string): string[] {
  // A temporary table of the migration itself is nobody else's.
  const statements = source.replaceAll(/--.*$/gm, "").split(";");
  return Object.entries(BREAKING).flatMap(([what, pattern]) => {
    if (!statements.some((statement) => pattern.test(statement))) return [];
    return Object.hasOwn(ALLOWED, `${name} ${what}`) ? [] : [`${name}: ${what}`];
  });
}

const problems = readdirSync(FOLDER)
  .filter((file) => Number.parseInt(file, 10) >= FIRST_CHECKED)
  .flatMap((file) => findBreaks(basename(file, ".ts"), readFileSync(join(FOLDER, file), "utf8")));
for (const problem of problems)
  process.stderr.write(
    `${problem} (the previous release could not run beside it: expand, then contract)\n`,
  );

// A checker that no longer works would pass everything, so it must find planted faults, and only those.
const planted = [
  "alter table ride rename column seats to places;",
  "alter table ride\n  rename to journey;",
  "alter table ride drop column note;",
  "alter table ride drop note;",
  "alter table ride add n int, drop if exists note;",
  "alter table ride alter note set not null;",
  "alter table ride alter column note drop default;",
  "drop table ride;",
  "alter table ride alter note type json using note::json;",
  "alter table ride add column note text not null;",
];
const harmless = [
  "alter table ride add column note text; alter table ride add column n int not null default 0;",
  "create table note (id uuid primary key, text text not null);",
  "create index note_by_ride on note (ride_id); drop index note_by_age;",
  'alter table note alter column text type text collate "C";',
  "alter table note drop constraint note_text_check, alter text drop not null;",
];
const isBlind = planted.some((source) => findBreaks("planted", source).length === 0);
const isStrict = harmless.some((source) => findBreaks("planted", source).length > 0);
if (isBlind || isStrict)
  process.stderr.write("The check of migrations does not find planted faults, or finds others.\n");
process.exitCode = problems.length > 0 || isBlind || isStrict ? 1 : 0;
