import type { Place } from "@commonlane/contract/shapes";
import type { Context } from "#platform/context.ts";
import type { TranslateLabel } from "#platform/http/endpoints/serialized-reply.ts";
import { callerLanguage } from "#platform/i18n/caller-language.ts";
import { createLabelTranslation } from "./label-translation.ts";
import { createSpellingSearch, type FindSpellings } from "./other-spellings.ts";
import { findNamedTowns } from "./places.store.ts";

/** What the names of towns and countries in several languages are good for. */
export interface TownNames {
  readonly translateLabel: TranslateLabel;
  readonly findSpellings: FindSpellings;
}

/** By the settings of a server, which every context of it shares, also in a transaction. */
const loaded = new WeakMap<Context["settings"], Promise<TownNames>>();

/** Loads the towns when they are first needed, once for a server; again if they were not imported yet. */
export function loadTownNames({
  db,
  settings,
}: Pick<Context, "db" | "settings">): Promise<TownNames> {
  const before = loaded.get(settings);
  if (before) return before;
  const load = async (): Promise<TownNames> => {
    try {
      const towns = await findNamedTowns(db);
      if (towns.length === 0) loaded.delete(settings);
      return {
        translateLabel: createLabelTranslation(towns),
        findSpellings: createSpellingSearch(towns),
      };
    } catch (error) {
      loaded.delete(settings);
      throw error;
    }
  };
  const loading = load();
  loaded.set(settings, loading);
  return loading;
}

/**
 * Labels in the caller's language, for replies that name a place without its position. Labels of places are translated
 * when a reply is sent.
 */
export async function loadCallerLabels(ctx: Context): Promise<(place?: Place) => string> {
  const { translateLabel } = await loadTownNames(ctx);
  return (place) => (place ? translateLabel(place, callerLanguage(ctx)) : "");
}
