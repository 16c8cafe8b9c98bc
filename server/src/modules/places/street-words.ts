import { foldName } from "./name-matching.ts";
import { digitsOfWord } from "./number-words.ts";

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

/** American streets begin or end with a direction. */
const DIRECTIONS: Readonly<Record<string, string>> = {
  n: "north",
  s: "south",
  e: "east",
  w: "west",
};
const directionWords = new Set(Object.values(DIRECTIONS));
export const isDirection = (key = ""): boolean => directionWords.has(key);
/** Returns true for the whole word for a kind of street. */
export const isWholeStreetKind = (key: string): boolean => longWords.has(key);

/** Words that a folded abbreviation of a kind of street means. */
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
