import type { TranslateLabel } from "#platform/http/endpoints/serialized-reply.ts";
import { createLabelTranslation } from "./label-translation.ts";
import { createSpellingSearch, type FindSpellings } from "./other-spellings.ts";
import type { PlacesContext } from "./places.store.ts";
import { findNamedTowns } from "./town-names.store.ts";

/** What the names of towns and countries in several languages are good for. */
export interface TownNames {
  readonly translateLabel: TranslateLabel;
  readonly findSpellings: FindSpellings;
}

export type LoadTownNames = () => Promise<TownNames>;

/** Loads the towns when they are first needed, once for a process; again if they were not imported yet. */
export function createTownNamesLoader({ db }: PlacesContext): LoadTownNames {
  let loading: Promise<TownNames> | undefined;
  const load = async (): Promise<TownNames> => {
    const towns = await findNamedTowns(db);
    if (towns.length === 0) loading = undefined;
    return { translateLabel: createLabelTranslation(towns), findSpellings: createSpellingSearch(towns) };
  };
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
