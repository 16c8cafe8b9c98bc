import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openServerCatalogue } from "./messages/server-catalogue.ts";
import { typographyFaults } from "./messages/typography.ts";
import { findUnextractedTexts, unextractedIn } from "./messages/unextracted-texts.ts";

/**
 * Every catalogue in locales/ translates each message of the English one, with the same placeholders and tags, and in
 * the typography of its language; the server's English one is up to date; and no text of the server is missing in it. `npm run check -- messages` runs it.
 */
const root = join(import.meta.dirname, "..");

type Catalogue = ReadonlyMap<string, string>;

/** The quoted lines after a keyword of an entry of a .po file, joined; its escapes are those of JSON. */
function fieldOf(entry: string, keyword: "msgctxt" | "msgid" | "msgstr"): string {
  const lines = entry.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`${keyword} "`));
  if (start === -1) return "";
  const end = lines.findIndex((line, n) => n > start && !line.startsWith('"'));
  const quoted = lines.slice(start, end === -1 ? undefined : end);
  return quoted.map((line): unknown => JSON.parse(line.slice(line.indexOf('"')))).join("");
}

/** Messages by context and English text. */
function readCatalogue(language: string, part: Part): Catalogue {
  const file = join(root, "locales", language, `${part}.po`);
  if (!existsSync(file)) return new Map();
  const entries = readFileSync(file, "utf8")
    .split("\n\n")
    .map((entry): [string, string] => [
      `${fieldOf(entry, "msgctxt")}|${fieldOf(entry, "msgid")}`,
      fieldOf(entry, "msgstr"),
    ]);
  return new Map(entries.filter(([key]) => key !== "|"));
}

// A brace after the name of a form, which follows a comma or another form, starts a text, otherwise a placeholder.
const VARIABLE = /(?<![,}] (?:zero|one|two|few|many|other|yes|no|=\d) )\{(\w+)|<\/?\d+\/?>/g;
const variablesOf = (text: string): string =>
  [...new Set(text.match(VARIABLE))].toSorted().join(" ");

function problemsOf(english: Catalogue, translated: Catalogue): string[] {
  const missing = [...english].flatMap(([key, text]) => {
    const translation = translated.get(key) ?? "";
    if (translation === "") return [`has no translation of "${text}"`];
    return variablesOf(text) === variablesOf(translation)
      ? []
      : [`has other placeholders or tags in "${text}"`];
  });
  const unused = [...translated.keys()].filter((key) => !english.has(key));
  return [...missing, ...unused.map((key) => `translates "${key}", which is not used`)];
}

const typographyProblemsOf = (language: string, translated: Catalogue): string[] =>
  [...translated.values()].flatMap((text) =>
    typographyFaults(language, text).map((fault) => `has ${fault} in "${text}"`),
  );

const PARTS = ["web", "server"] as const;
type Part = (typeof PARTS)[number];
const MESSAGES_MIN: Readonly<Record<Part, number>> = { web: 1000, server: 300 };
const languages = readdirSync(join(root, "locales")).filter((language) => language !== "en");

// A checker that sees nothing would pass everything, so it must find planted faults first.
function seesFaults(english: Catalogue, part: Part): boolean {
  const planted = new Map([...english, ["|Planted", "Planted"]]);
  const [withPlaceholder = ""] = [...english].find(([, text]) => variablesOf(text) !== "") ?? [];
  return (
    english.size > MESSAGES_MIN[part] &&
    problemsOf(planted, english).length === 1 &&
    problemsOf(english, planted).length === 1 &&
    problemsOf(english, new Map([...english, [withPlaceholder, "Without"]])).length === 1
  );
}

const PLANTED_TYPOGRAPHY = { de: 'Die "Fahrt"', fr: "L'arrivée", es: "Llegas?", ar: "رحلة, مقعد" };
const seesTypography = Object.entries(PLANTED_TYPOGRAPHY).every(([language, text]) => {
  const problems = typographyProblemsOf(language, new Map([["|Planted", text]]));
  return problems.length === 1;
});

function checkPart(part: Part): string[] {
  const english = readCatalogue("en", part);
  if (!seesFaults(english, part) || !seesTypography)
    return ["The check of translations sees nothing."];
  return languages.flatMap((language) => {
    const translated = readCatalogue(language, part);
    const problems = [
      ...problemsOf(english, translated),
      ...typographyProblemsOf(language, translated),
    ];
    return problems.map((text) => `locales/${language}/${part}.po ${text}.`);
  });
}

/** What the sources of the server declare, compared with the English catalogue. */
async function checkExtraction(): Promise<string[]> {
  const declared = await (await openServerCatalogue()).collect();
  if (!declared) return ["The messages of the server cannot be extracted."];
  const keys = Object.values(declared).map(
    ({ message = "", context = "" }) => `${context}|${message}`,
  );
  const escaped = new Set(keys.map((key) => key.replaceAll("\\", "\\\\").replaceAll('"', '\\"')));
  const listed = readCatalogue("en", "server");
  const isCurrent = escaped.size === listed.size && [...escaped].every((key) => listed.has(key));
  return isCurrent
    ? []
    : ["locales/en/server.po is older than its sources. Run: npm run generate -- messages"];
}

const PLANTED_CODE = `import x from "y";
const a = "Please choose another seat.";
const b = message("Please choose another seat.");
throw new Error("This is for the log and not for people.");`;

async function checkUnextracted(): Promise<string[]> {
  if (
    unextractedIn("server/src/planted.ts", PLANTED_CODE)
      .map(({ line }) => line)
      .join() !== "2"
  )
    return ["The check of texts without a message sees nothing."];
  return (await findUnextractedTexts(root)).map(
    ({ path, line, text }) =>
      `${path}:${line}: "${text}" is shown to people in English only. Use message(…).`,
  );
}

const problems = [
  ...(await checkUnextracted()),
  ...(await checkExtraction()),
  ...PARTS.flatMap(checkPart),
];
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length === 0) {
  const counts = PARTS.map((part) => `${readCatalogue("en", part).size} messages of the ${part}`);
  process.stdout.write(`${counts.join(" and ")} in ${languages.join(", ")}.\n`);
}
process.exitCode = problems.length === 0 ? 0 : 1;
