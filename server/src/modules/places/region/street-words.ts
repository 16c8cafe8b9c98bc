/** A word at the end of a name, alone or joined to the word before, and what it is short for. */
const ENDINGS: readonly (readonly [short: RegExp, long: string])[] = [
  [/(?<=[\p{L}-]|^)str\.?$/u, "strasse"],
  [/(?<=[\p{L}-])g\.$/u, "gasse"],
  [/(?<=[\p{L}-]|^)pl\.$/u, "platz"],
  [/(?<=[\p{L}-])w\.$/u, "weg"],
];
/** A first word, in the countries that put the kind of street first. */
const FIRST_WORDS: Readonly<Record<string, string>> = {
  av: "avenue",
  ave: "avenue",
  avda: "avenida",
  avgda: "avinguda",
  bd: "boulevard",
  blvd: "boulevard",
  boul: "boulevard",
  bvd: "boulevard",
  r: "rue",
  ch: "chemin",
  che: "chemin",
  rte: "route",
  imp: "impasse",
  all: "allee",
  pass: "passage",
  fbg: "faubourg",
  ctra: "carretera",
  crta: "carretera",
  "c/": "carrer",
  cl: "calle",
  ps: "passeig",
  pg: "passeig",
  ptge: "passatge",
  ul: "ulica",
  v: "via",
  vle: "viale",
  pza: "piazza",
  pzza: "piazza",
  lgo: "largo",
};
/** A last word, in English names. */
const LAST_WORDS: Readonly<Record<string, string>> = {
  st: "street",
  rd: "road",
  ave: "avenue",
  av: "avenue",
  dr: "drive",
  ln: "lane",
  sq: "square",
  ct: "court",
  cres: "crescent",
  hwy: "highway",
  pkwy: "parkway",
  blvd: "boulevard",
  ter: "terrace",
  terr: "terrace",
};
/** Words that stand for several in the languages that share an abbreviation: "Pl." is Platz, place, plaza or plaça. */
const AMBIGUOUS: Readonly<Record<string, readonly string[]>> = {
  pl: ["place", "placa", "plaza", "platz"],
  av: ["avenue", "avinguda", "avenida"],
  ave: ["avenue", "avenida"],
  "c/": ["carrer", "calle"],
  c: ["carrer", "calle"],
  r: ["rue", "rua"],
  pza: ["piazza", "plaza"],
};

const wordsOf = (name: string) =>
  name
    .toLowerCase()
    .normalize("NFC")
    .split(/[\s,]+/)
    .filter((word) => word !== "");
const withoutDot = (word: string) => word.replaceAll(".", "");

/** The name in lower case with the kind of street spelt out: "Hauptstr." becomes "hauptstrasse". */
export function spellOutStreet(name: string): string {
  const words = wordsOf(name).map((word) => ENDINGS.reduce((text, [short, long]) => text.replace(short, long), word));
  if (words.length < 2) return words.join(" ");
  const [first = "", last = ""] = [words[0], words.at(-1)];
  words[0] = FIRST_WORDS[withoutDot(first)] ?? first;
  words[words.length - 1] = LAST_WORDS[withoutDot(last)] ?? last;
  return words.join(" ");
}

const SAINT = /^(?:sankt|saint|sainte|santa|sant|san|st|ste|skt)\.?$/u;

/** The name in lower case with one spelling for all saints; undefined if it names none. */
export function shortenSaints(name: string): string | undefined {
  const words = name.toLowerCase().split(/[\s,-]+/);
  return words.slice(0, -1).some((word) => SAINT.test(word))
    ? words.map((word, at) => (at < words.length - 1 && SAINT.test(word) ? "st" : word)).join(" ")
    : undefined;
}

/** All names that a typed name may be short for, the most likely one first. */
export function spellOutQuery(name: string): string[] {
  const words = wordsOf(name);
  const found = AMBIGUOUS[withoutDot(words[0] ?? "")];
  if (!found || words.length < 2) return [spellOutStreet(name)];
  return found.map((first) => spellOutStreet([first, ...words.slice(1)].join(" ")));
}
