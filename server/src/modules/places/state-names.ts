import { readFileSync } from "node:fs";
import { type Language, LANGUAGES } from "@commonlane/contract/languages";
import { foldName } from "./name-matching.ts";

/** Names of states in the product's languages, described in server/data/README.md. */
const FILE = new URL("../../../data/state-names.tsv", import.meta.url);

/** A state as places have it: of a country, by GeoNames' English name, or "" if it is unknown. */
interface StateOfPlace {
  readonly country: string;
  readonly state: string;
}

interface StateNames {
  readonly byLanguage: ReadonlyMap<Language, string>;
  /** Folded names, and folded codes and other words that mean the state only as a whole. */
  readonly names: readonly string[];
  readonly others: ReadonlySet<string>;
}

const states = new Map<string, StateNames>();
for (const line of readFileSync(FILE, "utf8").trimEnd().split("\n").slice(1)) {
  const [country = "", state = "", ...columns] = line.split("\t");
  const named = LANGUAGES.flatMap((language, n): [Language, string][] =>
    columns[n] ? [[language, columns[n]]] : [],
  );
  states.set(keyOf({ country, state }), {
    byLanguage: new Map(named),
    names: named.map(([, name]) => foldName(name)),
    others: new Set(columns[LANGUAGES.length]?.split("|").map(foldName)),
  });
}

function keyOf({ country, state }: StateOfPlace): string {
  return `${country} ${state}`;
}

/** The name of a place's state in the reader's language; in English if it is not known. */
export const stateIn = (language: Language, place: StateOfPlace): string =>
  states.get(keyOf(place))?.byLanguage.get(language) ?? place.state;

/** Shorter words are only compared with codes and other words. */
const MIN_PREFIX = 4;
const PARTS = /[\s-]/u;

/** Returns true if a folded word names the state of a place or, with four letters or more, begins one of its names. */
export function namesState(key: string, place: StateOfPlace): boolean {
  const { state } = place;
  if (state === "") return false;
  const { names, others } = states.get(keyOf(place)) ?? NO_OTHER_NAMES;
  if (key !== "" && others.has(key)) return true;
  if (key.length < MIN_PREFIX) return false;
  if (foldName(state).startsWith(key) || names.some((name) => name.startsWith(key))) return true;
  return state.split(PARTS).some((word) => foldName(word) === key);
}

const NO_OTHER_NAMES: StateNames = {
  byLanguage: new Map(),
  names: [],
  others: new Set(),
};
