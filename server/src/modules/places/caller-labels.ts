import type { Place } from "@commonlane/contract/shapes";
import type { Context } from "#platform/context.ts";
import { callerLanguage } from "#platform/i18n/caller-language.ts";
import { loadTownNames } from "./town-names.ts";

/**
 * Labels in the caller's language, for replies that name a place without its position. Labels of places are translated
 * when a reply is sent.
 */
export async function loadCallerLabels(ctx: Context): Promise<(place?: Place) => string> {
  const { translateLabel } = await loadTownNames(ctx);
  return (place) => (place ? translateLabel(place, callerLanguage(ctx)) : "");
}
