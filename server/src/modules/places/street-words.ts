import { foldName } from "./name-matching.ts";

/**
 * Words for kinds of streets, and their abbreviations. An abbreviation may stand for several words: "Pl." is Platz,
 * place, plaza, plaça or plac.
 */
const KINDS = `
avenue: av ave aven
avenida: av avda avd ave
avinguda: av avda avgda
boulevard: bd bld blv blvd boul bvd bul
bulevardul: bd bul blvd
bulwar: bulw
rue: r
rua: r
route: rte
chemin: ch che chem
impasse: imp
allee: all al
place: pl
passage: pass pge
faubourg: fbg fg
quai: q
cours: crs
square: sq
carretera: ctra crta
carrer: c c/
calle: c c/ cl
carrera: cra cr kra kr crr
diagonal: dg diag
transversal: tv transv
passeig: pg ps
paseo: p po ps pso
passatge: ptge
plaza: pl pza plz
placa: pl
praca: pca pc
travessa: tv trav tr
largo: lgo l.go lg
estrada: est
alameda: al
via: v
viale: vle v.le vl
piazza: pza p.za pzza p.zza
piazzale: ple p.le
corso: cso c.so
vicolo: vlo v.lo vic
strada: str sda s.da
soseaua: sos
calea: cal
aleea: al
intrarea: intr
splaiul: spl
piata: pta pl
ulica: ul
ulice: ul
aleja: al
aleje: al
plac: pl
osiedle: os
rynek: ryn
namesti: nam n
namestie: nam
trida: tr
nabrezi: nab
trg: t
setaliste: set
utca: u
ut:
ter:
korut: krt
rakpart: rkp
platz: pl
strasse: str
gasse: g
weg: w
straat: str
laan: ln
plein: pl
gracht: gr
gata: g gt
gatan: g gt
gate: g gt
gata: g gt
vagen: v
vag: v
veien: v
vei: v
vej: v
gade: g
katu: k
tie: t
street: st
road: rd
drive: dr
lane: ln
court: ct crt
crescent: cres cresc
highway: hwy
parkway: pkwy pky
terrace: ter terr
close: cl
grove: gr gro
gardens: gdns
circle: cir
trail: trl
caddesi: cad cd
sokak: sok sk
sokagi: sok sk
mahallesi: mah
odos: od
leoforos: leof
plateia: pl
oulitsa: oul
ulitsa: ul
vulytsia: vul
bulevard: bul
prospekt: prosp
улица: ул
проспект: пр пркт просп
площадь: пл
переулок: пер
бульвар: бул
булевард: бул
вулиця: вул
площа: пл
οδος: οδ
λεωφορος: λεωφ λ
πλατεια: πλ
شارع:
طريق:
`;

const longWords = new Set(
  KINDS.trim()
    .split("\n")
    .map((line) => foldName(line.split(":")[0] ?? "")),
);
const longOf = wordsByAbbreviation(KINDS);

function wordsByAbbreviation(table: string): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, string[]>();
  for (const line of table.trim().split("\n")) {
    const [long = "", shorts = ""] = line.split(":");
    const word = foldName(long);
    for (const short of shorts.trim().split(" ").filter(Boolean).map(foldName)) {
      const others = words.get(short) ?? [];
      if (!others.includes(word)) words.set(short, [...others, word]);
    }
  }
  return words;
}

/** Endings that German, Dutch and Scandinavian streets join to their names, by their abbreviations. */
const ENDINGS: readonly (readonly [short: string, words: readonly string[]])[] = [
  ["str", ["strasse", "straat"]],
  ["pl", ["platz", "plein", "plads", "plass"]],
  ["ln", ["laan"]],
  ["gt", ["gata", "gatan", "gate"]],
  ["gaten", ["gata", "gate"]],
  ["gr", ["gracht"]],
  ["g", ["gasse", "gatan", "gade", "gata"]],
  ["w", ["weg"]],
  ["v", ["vagen", "vej", "veien", "vei"]],
  ["k", ["katu"]],
  ["t", ["tie"]],
];
const STEM_LETTERS = 3;

/** Titles of persons, by their abbreviations. */
const TITLES = `
general: gal gen gral
marechal: mal
marszalka: marsz
docteur: dr
doktor: dr
doctor: dr
doutor: dr
professor: prof
professeur: prof pr
profesor: prof
president: pdt
presidente: pdte pres
colonel: col
commandant: cdt
capitaine: cap cne
lieutenant: lt
generala: gen
pulkownika: plk
ksiedza: ks
kardynala: kard
swietego: sw
ingenieur: ing
`;

const titlesOf = wordsByAbbreviation(TITLES);
/** Titles that a folded word is short for. */
export const titlesOfWord = (key: string): readonly string[] => titlesOf.get(key) ?? [];

/** Dates in names of streets are written in words, Roman or Arabic numerals. */
const NUMBER_WORDS: Readonly<Record<string, string>> = {
  deux: "2",
  dos: "2",
  trois: "3",
  quatre: "4",
  cinq: "5",
  six: "6",
  huit: "8",
  dix: "10",
  onze: "11",
  quatorze: "14",
  dixhuit: "18",
  dixneuf: "19",
  quattro: "4",
  nueve: "9",
  pierwszego: "1",
  trzeciego: "3",
  primo: "1",
  premier: "1",
  primero: "1",
  cinco: "5",
  siete: "7",
  quince: "15",
  primeiro: "1",
  sete: "7",
  oito: "8",
  nove: "9",
  quinze: "15",
  due: "2",
  venti: "20",
  venticinque: "25",
  jedenastego: "11",
  siebzehnten: "17",
  first: "1",
  second: "2",
  third: "3",
  fourth: "4",
  fifth: "5",
  sixth: "6",
  seventh: "7",
  eighth: "8",
  ninth: "9",
  tenth: "10",
};
/** American streets begin or end with a direction. */
const DIRECTIONS: Readonly<Record<string, string>> = {
  n: "north",
  s: "south",
  e: "east",
  w: "west",
};
const directionWords = new Set(Object.values(DIRECTIONS));
export const isDirection = (key = ""): boolean => directionWords.has(key);
const ROMAN = /^x{0,3}(?:ix|iv|v?i{0,3})$/u;
const ROMAN_VALUES: Readonly<Record<string, number>> = {
  i: 1,
  v: 5,
  x: 10,
};
/** "1er mai", "3rd Avenue", "2ª Travessa". */
const ORDINAL = /^(\d{1,3})(?:er|eme|e|st|nd|rd|th|o|a)$/u;

/** The digits that a folded word means: "viii" and "huit" are 8, and "1er" is 1. */
export function digitsOfWord(key: string): string | undefined {
  const ordinal = ORDINAL.exec(key)?.[1];
  if (ordinal !== undefined) return ordinal;
  if (key.length > 1 && ROMAN.test(key)) return String(romanValue(key));
  return NUMBER_WORDS[key];
}

function romanValue(key: string): number {
  const values = Array.from(key, (letter) => ROMAN_VALUES[letter] ?? 0);
  return values.reduce(
    (sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value),
    0,
  );
}

/** Returns true for the whole word for a kind of street. */
export const isWholeStreetKind = (key: string): boolean => longWords.has(key);

/** Words that a folded abbreviation of a kind of street stands for. */
export const kindsOfStreet = (key: string): readonly string[] => longOf.get(key) ?? [];

/** Returns true for the word for a kind of street, or an abbreviation of it. */
export const isStreetKind = (key: string): boolean => longWords.has(key) || longOf.has(key);

/**
 * Spellings of a folded word that begins or ends the name of a street, itself first: "str" is Strasse or strada, and
 * "landstr" Landstrasse. A joined ending of one letter needs a dot.
 */
export function spellingsOf(key: string, isShortened: boolean): string[] {
  const spellings = [
    key,
    ...(longOf.get(key) ?? []),
    ...titlesOfWord(key),
    ...(DIRECTIONS[key] ? [DIRECTIONS[key]] : []),
  ];
  for (const [short, words] of ENDINGS) {
    const isClear = isShortened || short.length > 2;
    if (!isClear || !key.endsWith(short) || key.length - short.length < STEM_LETTERS) continue;
    spellings.push(...words.map((word) => key.slice(0, -short.length) + word));
    break;
  }
  const digits = digitsOfWord(key);
  return digits === undefined ? spellings : [...spellings, digits];
}
