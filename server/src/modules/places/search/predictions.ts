import { DEFAULT_LANGUAGE, type Language } from "@commonlane/contract/languages";
import type { PlacePrediction } from "@commonlane/contract/places";
import type { LatLng } from "@commonlane/contract/shapes";
import { foldName } from "../name-matching.ts";
import { nameIn, ownName } from "../local-names.ts";
import { labelOf } from "../place-label.ts";
import { stateIn } from "../state-names.ts";
import { placeIdOf, positionIdOf } from "../place-id.ts";
import type { PlaceHit } from "../places.store.ts";
import type { Ranked } from "./rank.ts";
import { has, type ParsedQuery, type TokenSet } from "./query.ts";
import { isConnector } from "./kind-words.ts";

export function toPredictions(
  results: readonly Ranked[],
  query: ParsedQuery,
  language: Language = DEFAULT_LANGUAGE,
): PlacePrediction[] {
  const shown = new Set<string>();
  return results.flatMap(({ hit, lookup, unexplained }): PlacePrediction[] => {
    const { label } = labelOf(hit, language);
    const detail = detailOf(hit, lookup.key, language);
    const ignored = ignoredText(query, unexplained);
    const prediction: PlacePrediction = {
      placeId: placeIdOf(hit),
      kind: hit.kind,
      label,
      detail,
      ...(ignored === "" ? {} : { ignored }),
    };
    const same = [prediction.kind, label, detail].join("\t");
    if (shown.has(same) && hit.kind !== "town" && hit.kind !== "village") return [];
    shown.add(same);
    return [prediction];
  });
}

/** The state, preceded by the local name and by the name that matched if the label does not show them. */
function detailOf(hit: PlaceHit, key: string, language: Language): string {
  const shown = nameIn(language, hit);
  const matched = hit.alias === null || foldName(shown).startsWith(key) ? "" : hit.alias;
  return [...new Set([matched, ownName(hit), stateIn(language, hit)])]
    .filter((part) => part !== "" && part !== shown)
    .join(" · ");
}

/** The words that were not understood, as they were typed. */
function ignoredText({ tokens, text }: ParsedQuery, unexplained: TokenSet): string {
  const parts: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (!has(unexplained, at)) continue;
    let last = at;
    while (has(unexplained, last + 1) || (isConnector(tokens[last + 1]?.key ?? "") && has(unexplained, last + 2)))
      last++;
    const end = tokens[last]?.end ?? 0;
    parts.push(text.slice(tokens[at]?.start, text.charAt(end) === "." ? end + 1 : end));
    at = last;
  }
  return parts.join(", ");
}

/** Coordinates as a place: named after themselves, with the nearest town beside them. */
export const predictPosition = (position: LatLng, nearestTown: string): PlacePrediction => ({
  placeId: positionIdOf(position),
  kind: "position",
  label: positionLabel(position),
  detail: nearestTown,
});

export const positionLabel = ({ lat, lng }: LatLng) => `${lat.toFixed(5)}, ${lng.toFixed(5)}`;
