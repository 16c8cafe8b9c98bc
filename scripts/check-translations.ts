import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Every catalogue in locales/ translates each message of the English one, with the same placeholders and tags.
 * `npm run check -- messages` runs it.
 */
const root = join(import.meta.dirname, "..");

type Catalogue = ReadonlyMap<string, string>;

/** The quoted lines after a keyword of an entry of a .po file, joined. */
function fieldOf(entry: string, keyword: "msgctxt" | "msgid" | "msgstr"): string {
  const lines = entry.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`${keyword} "`));
  if (start === -1) return "";
  const end = lines.findIndex((line, n) => n > start && !line.startsWith('"'));
  const quoted = lines.slice(start, end === -1 ? undefined : end);
  return quoted.map((line) => line.slice(line.indexOf('"') + 1, -1)).join("");
}

/** Messages by context and English text. */
function readCatalogue(po: string): Catalogue {
  const entries = po.split("\n\n").map((entry): [string, string] => {
    return [`${fieldOf(entry, "msgctxt")}|${fieldOf(entry, "msgid")}`, fieldOf(entry, "msgstr")];
  });
  return new Map(entries.filter(([key]) => key !== "|"));
}

// A brace after a plural form starts a text, otherwise a placeholder.
const VARIABLE = /(?<!\b(?:zero|one|two|few|many|other|=\d) )\{(\w+)|<\/?\d+\/?>/g;
const variablesOf = (text: string): string => [...new Set(text.match(VARIABLE))].toSorted().join(" ");

function problemsOf(english: Catalogue, translated: Catalogue): string[] {
  const missing = [...english].flatMap(([key, text]) => {
    const translation = translated.get(key) ?? "";
    if (translation === "") return [`has no translation of "${text}"`];
    return variablesOf(text) === variablesOf(translation) ? [] : [`has other placeholders or tags in "${text}"`];
  });
  const unused = [...translated.keys()].filter((key) => !english.has(key));
  return [...missing, ...unused.map((key) => `translates "${key}", which is not used`)];
}

const english = readCatalogue(readFileSync(join(root, "locales/en/web.po"), "utf8"));
const languages = readdirSync(join(root, "locales")).filter((language) => language !== "en");

// A checker that sees nothing would pass everything, so it must find planted faults first.
const planted = new Map([...english, ["|Planted", "Planted"]]);
const [withPlaceholder = ""] = [...english].find(([, text]) => variablesOf(text) !== "") ?? [];
const sees =
  english.size > 1000 &&
  problemsOf(planted, english).length === 1 &&
  problemsOf(english, planted).length === 1 &&
  problemsOf(english, new Map([...english, [withPlaceholder, "Without"]])).length === 1;
const problems = sees
  ? languages.flatMap((language) => {
      const catalogue = readCatalogue(readFileSync(join(root, "locales", language, "web.po"), "utf8"));
      return problemsOf(english, catalogue).map((problem) => `locales/${language}/web.po ${problem}.`);
    })
  : ["The check of translations sees nothing."];
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length === 0) process.stdout.write(`${english.size} messages in ${languages.join(", ")}.\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
