import { readFileSync } from "node:fs";
import { join } from "node:path";
import { reachedFrom } from "./messages/reachable-texts.ts";

const root = join(import.meta.dirname, "..");
const ENTRIES = ["web/src/app/main.tsx", "server/src/main.ts"];
const ROW = /^\| `(.+)` +\| +[\d, ]+ +\| +(\d*) *\|$/gm;

interface Message {
  readonly text: string;
  /** The issue that adds it; "" if it must exist. */
  readonly due: string;
}

const messagesOf = (markdown: string): Message[] =>
  [...markdown.matchAll(ROW)].map(([, text = "", due = ""]) => ({ text, due }));

/** A message with every variable part written as `{}`. */
const shapeOf = (text: string): string => text.replaceAll(/\{[^}]*\}|\bN\b/g, "{}");

/**
 * Messages of the catalogue that a reached file uses and that are not one literal in it: with tags, or with plural
 * forms, of which the last one counts. Plain messages are read from the file itself, as the catalogue may be older.
 */
function wordsOf(folder: "web" | "server", reached: ReadonlySet<string>): string[] {
  const catalogue = readFileSync(join(root, `locales/en/${folder}.po`), "utf8");
  return catalogue.split("\n\n").flatMap((entry) => {
    const origins = [...entry.matchAll(/^#: (.+)$/gm)].map(([, path = ""]) =>
      join(folder, path.replace(/:\d+$/, "")),
    );
    const id = /^msgid ((?:".*"\n?)+)/m.exec(entry)?.[1];
    if (id === undefined || !origins.some((path) => reached.has(path))) return [];
    const words = [...id.matchAll(/"(.*)"/g)]
      .map(([, line = ""]) => line.replaceAll('\\"', '"'))
      .join("");
    if (!/<\d|, plural,|\{\w+\}/.test(words)) return [];
    return shapeOf(
      words.replaceAll(/\{\w+, plural,.* other \{([^}]*)\}\}/g, "$1").replaceAll("#", "{}"),
    );
  });
}

/** Problems of the list, one line each. */
function problemsOf(messages: readonly Message[], shown: ReadonlySet<string>): string[] {
  return messages.flatMap(({ text, due }, n) => {
    if (messages.findIndex((other) => other.text === text) !== n)
      return [`docs/messages.md lists "${text}" twice.`];
    const there = shown.has(shapeOf(text));
    if (due === "" && !there) return [`The product cannot show "${text}".`];
    return due !== "" && there
      ? [`"${text}" is there already, and no longer due with issue ${due}.`]
      : [];
  });
}

const reached = reachedFrom(root, ENTRIES);
const paths = new Set(reached.keys());
const shown = new Set([
  ...[...reached.values()].flatMap(({ texts }) => texts),
  ...wordsOf("web", paths),
  ...wordsOf("server", paths),
]);
const messages = messagesOf(readFileSync(join(root, "docs/messages.md"), "utf8"));
const required = messages.filter(({ due }) => due === "");

// A checker that no longer works would pass everything, so it must find planted faults first, and nothing that only
// tests reach.
const planted = [
  { text: "A planted message that nothing shows", due: "" },
  { text: required[0]?.text ?? "", due: "" },
  { text: `${required[1]?.text ?? ""} `, due: "" },
];
const dueTooLong = { ...required[0], text: required[0]?.text ?? "", due: "99" };
const sees =
  problemsOf([...messages, ...planted], shown).length - problemsOf(messages, shown).length ===
    planted.length &&
  problemsOf([dueTooLong], shown).length === 1 &&
  ![...paths].some((path) => /\.test\.|\/test\/|^e2e|^scripts/.test(path)) &&
  paths.size > 100;
const problems =
  sees && required.length > 0 ? problemsOf(messages, shown) : ["The messages check sees nothing."];
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length === 0) {
  const due = messages.length - required.length;
  process.stdout.write(
    `${required.length} messages of the specification can be shown, ${due} are still due.\n`,
  );
}
process.exitCode = problems.length === 0 ? 0 : 1;
