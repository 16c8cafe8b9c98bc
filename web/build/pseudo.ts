import { compileMessage } from "@lingui/message-utils/compileMessage";

const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ACCENTED = Array.from("åƀçðéƒĝĥîĵķļɱñôþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÔÞǪŔŠŢÛṼŴẊÝŽ");
const TAG = /(<\/?\d+\/?>)/;

/** Longer by a third, as German is, and in brackets, so that a cut or a joined text shows. */
function pseudoText(text: string): string {
  if (!/[A-Za-z]/.test(text)) return text;
  return text
    .split(TAG)
    .map((part) => (TAG.test(part) ? part : accent(part)))
    .join("");
}

const accent = (text: string) =>
  text.replaceAll(/[A-Za-z]/g, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter);

const pseudoForms = (value: unknown): unknown => {
  if (typeof value === "string") return pseudoText(value);
  if (Array.isArray(value)) return value.map(pseudoToken);
  return value;
};

/** Of a placeholder, its name and its type stay: `["count", "plural", { one: […] }]`. */
function pseudoToken(token: unknown): unknown {
  if (typeof token === "string") return pseudoText(token);
  if (!Array.isArray(token)) return token;
  const [name, type, forms] = token as readonly unknown[];
  if (typeof forms !== "object" || forms === null) return token;
  return [
    name,
    type,
    Object.fromEntries(Object.entries(forms).map(([form, value]) => [form, pseudoForms(value)])),
  ];
}

/** The padding breaks into lines like words. */
const LONGEST_WORD = /·{10}(?=·)/g;

/** An English message with each letter accented: readable, and different from every text that is not extracted. */
export function pseudoMessage(english: string): unknown {
  const compiled: unknown = compileMessage(english);
  if (!Array.isArray(compiled)) return compiled;
  const isPlain = compiled.every((token) => typeof token === "string");
  const padding = isPlain
    ? "·".repeat(Math.ceil(english.length / 3)).replaceAll(LONGEST_WORD, "$& ")
    : "";
  return ["⟦", ...compiled.map(pseudoToken), `${padding}⟧`];
}
