import { PlaceKind } from "@commonlane/contract/places";
import { foldName } from "../name-matching.ts";

/** What people call a kind of place, in the languages of Europe. A word of several parts is written with spaces. */
const WORDS: Readonly<Partial<Record<PlaceKind, string>>> = {
  station:
    "Hbf, Hauptbahnhof, Bahnhof, Bhf, Bf, HB, Hauptbhf, S-Bahnhof, Bahnhst, Fernbahnhof, station, railway station, train station, main station, central station, railway, Gare, gare sncf, gare centrale, gare routière, Stazione, stazione centrale, stazione ferroviaria, Estación, estacion de tren, estació, estação, stacja, dworzec, dworzec główny, PKP, nádraží, hlavní nádraží, hl. n., stanica, železničná stanica, pályaudvar, pu, kolodvor, željeznički kolodvor, gara, vasútállomás, Centraal, Centraal Station, Bahnstation, banegård, hovedbanegård, centralstation, rautatieasema, S-Bahn, tren garı, вокзал, محطة, محطة القطار, محطة قطار",
  airport:
    "Flughafen, Flugplatz, Airport, international airport, intl airport, aéroport, aeroport, aeropuerto, aeroporto, luchthaven, vliegveld, lotnisko, port lotniczy, letiště, letisko, lufthavn, flygplats, flyplass, repülőtér, lentoasema, lentokenttä, zračna luka, havalimanı, аэропорт, مطار, المطار",
  university:
    "Uni, Universität, Universitat, university, Univ, université, fac, faculté, universidad, università, universita, universidade, universiteit, uniwersytet, univerzita, egyetem, universitet, universitetet, yliopisto, univerza, sveučilište, universitatea, TU, Technische Universität, technical university, university of technology, TH, Technische Hochschule, FH, Fachhochschule, Hochschule, HS, HAW, university of applied sciences, campus, politecnico, politechnika, polytechnic, école polytechnique, college, academy, Universitätsgelände, üniversitesi, университет, جامعة, الجامعة",
  hospital:
    "Krankenhaus, Klinikum, Klinik, Spital, Uniklinik, Universitätsklinikum, hospital, hôpital, CHU, ospedale, ziekenhuis, szpital, مستشفى, المستشفى",
  school:
    "Schule, Grundschule, Gymnasium, Realschule, Gesamtschule, school, école, lycée, collège, scuola, escuela, instituto, مدرسة",
  stop: "Haltestelle, Bushaltestelle, bus stop, arrêt, fermata, parada, parada de autobús, موقف حافلات, محطة حافلات",
  parking:
    "Parkplatz, Parkhaus, P+R, car park, parking, Pendlerparkplatz, Mitfahrparkplatz, park and ride, parcheggio, aparcamiento, موقف سيارات",
};
/** Words for the largest station of a town. */
const MAIN =
  "Hbf, Hauptbahnhof, Hauptbhf, HB, main station, central station, gare centrale, stazione centrale, dworzec główny, hlavní nádraží, hl. n., Centraal, Centraal Station, hovedbanegård, centralstation";

const split = (text: string) => text.split(",").map((word) => word.trim());
/** The folded words of a list with commas. */
export const keyed = (text: string): string[] => split(text).map(foldName);

const kinds = new Map<string, PlaceKind>();
for (const kind of PlaceKind.options)
  for (const word of keyed(WORDS[kind] ?? "")) kinds.set(word, kind);
kinds.delete("");
const mainWords = new Set(keyed(MAIN));
export const KIND_WORD_TOKENS_MAX = 3;

export interface KindWord {
  readonly kind: PlaceKind;
  /** The word names the main one of a town. */
  readonly isMain: boolean;
}

const LONG_WORD = 7;
/** Words that are no typing error: a stadium is no station. */
const OTHER_WORDS: ReadonlySet<string> = new Set(["stadion"]);

/** The kind that one or more folded words name; a long one also with a typo. */
export function findKindWord(words: readonly string[]): KindWord | undefined {
  const key = words.join("");
  // "Bern Bahnhof" is no typing error of "Fernbahnhof".
  const mayHaveTypo = words.length === 1 && key.length >= LONG_WORD;
  const word = kinds.has(key) ? key : mayHaveTypo ? wordWithTypo(key) : undefined;
  const kind = word === undefined ? undefined : kinds.get(word);
  return kind && word !== undefined
    ? {
        kind,
        isMain: mainWords.has(word),
      }
    : undefined;
}

/** Returns true for a folded word, or several joined, for places of any kind. */
export const isWordForKind = (key: string): boolean => kinds.has(key);

/** Returns true for a folded word for places of that kind. */
export const isWordOfKind = (key: string, kind: PlaceKind): boolean => kinds.get(key) === kind;

const longWords = [...kinds.keys()].filter((word) => word.length >= LONG_WORD);

const wordWithTypo = (key: string) =>
  OTHER_WORDS.has(key) ? undefined : longWords.find((word) => isOneTypoApart(key, word));

/** Words that join the parts of a name; a place matches without them. */
const CONNECTORS = new Set(
  "a an am auf au aux b bei beim d da das de dei del della delle dem den der des di die do du e el en i il im in la las le les lo los m n na nad near o ob of on pri sur the u und unter upon v van vom von y z zu zum zur".split(
    " ",
  ),
);
export const isConnector = (key: string) => CONNECTORS.has(key);

/** One letter missing, added, wrong, or swapped with its neighbour (Damerau, 1964). */
export function isOneTypoApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return a === b;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const restA = a.slice(start);
  const restB = b.slice(start);
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}
