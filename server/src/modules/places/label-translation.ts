import { LANGUAGES, type Language } from "@commonlane/contract/languages";
import { sql } from "kysely";
import { nameIn, parseLocalNames } from "./local-names.ts";
import { countryName, joinLabel } from "./place-label.ts";
import type { PlacesContext } from "./places.store.ts";

type NamedTown = Readonly<Record<"name" | "country" | "local_names", string>>;

/** Translates labels that were stored in the language in which a place was chosen. */
export type TranslateLabel = (label: string, language: Language) => string;

const SEPARATOR = /\s*[,،]\s*/u;

/**
 * Reads the towns of the world with names in several languages. A label is one of ours if it ends in a country; its town
 * and its country are translated, and a street or a station before them stays as it is. Of two towns of a country with
 * the same name and different translations neither is translated.
 */
export async function createLabelTranslation({ db }: PlacesContext): Promise<TranslateLabel> {
  const { rows } = await sql<NamedTown>`
    select name, country, local_names from place where region = '' and local_names <> ''`.execute(db);
  const towns = indexByName(rows);
  const countries = countryCodes();
  return (label, language) => {
    const parts = label.split(SEPARATOR);
    const country = parts.length > 1 ? countries.get(parts.at(-1) ?? "") : undefined;
    if (country === undefined) return label;
    const town = parts.at(-2) ?? "";
    const known = towns.get(townKey(country, town));
    return joinLabel(
      [...parts.slice(0, -2), known ? nameIn(language, known) : town, countryName(country, language)],
      language,
    );
  };
}

const townKey = (country: string, name: string) => `${country} ${name}`;

function indexByName(rows: readonly NamedTown[]): ReadonlyMap<string, NamedTown | null> {
  const towns = new Map<string, NamedTown | null>();
  for (const row of rows)
    for (const name of new Set([row.name, ...Object.values(parseLocalNames(row.local_names))])) {
      const key = townKey(row.country, name);
      const other = towns.get(key);
      towns.set(key, other === undefined || other?.local_names === row.local_names ? row : null);
    }
  return towns;
}

/** Codes by the names of the countries in all languages. */
function countryCodes(): ReadonlyMap<string, string> {
  const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  const codes = new Map<string, string>();
  for (const language of LANGUAGES)
    for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
      const name = countryName(code, language);
      if (name !== code && !codes.has(name)) codes.set(name, code);
    }
  return codes;
}

/** Loads the towns when they are first needed, once for a process. */
export function loadLabelTranslation(ctx: PlacesContext): () => Promise<TranslateLabel> {
  let loading: Promise<TranslateLabel> | undefined;
  return () =>
    (loading ??= createLabelTranslation(ctx).catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
