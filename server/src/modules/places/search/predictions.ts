import { DEFAULT_LANGUAGE, type Language } from "@commonlane/contract/languages";
import type { PlacePrediction } from "@commonlane/contract/places";
import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { describePlace, regionDetail } from "../address-labels.ts";
import { foldName } from "../name-matching.ts";
import { nameIn, ownName } from "../local-names.ts";
import { stateIn } from "../state-names.ts";
import { positionIdOf, regionOfRows } from "../place-id.ts";
import type { PlaceHit } from "../places.store.ts";
import { isTown } from "./candidate.ts";
import type { ParsedQuery } from "./query.ts";
import type { Ranked } from "./rank.ts";
import { has, type TokenSet } from "./tokens.ts";
import { isConnector } from "./kind-words.ts";

/** Airports are farther away than stations. */
const GENERIC_REACH_M = 150_000;

/**
 * What a word for a kind of place may mean: places around the user, or in the built regions as long as no one knows
 * where the user is, and after them towns that are called so. A station anywhere else is no answer to "station".
 */
export function onlyMeantByWord(ranked: readonly Ranked[], near: LatLng | undefined): Ranked[] {
  const exact = ranked.filter(({ typos, unexplained }) => typos === 0 && unexplained === 0);
  const around = exact.filter(({ hit }) =>
    near ? distanceM(near, hit) <= GENERIC_REACH_M : regionOfRows(hit.region) !== "",
  );
  const towns = exact.filter(({ hit }) => isTown(hit.kind));
  return [...new Set([...around, ...towns])];
}

/**
 * Two suggestions of one label are the same place if they are no further apart: the data of the world and of a region.
 */
const SAME_PLACE_M = 15_000;

export function toPredictions(
  results: readonly Ranked[],
  query: ParsedQuery,
  language: Language = DEFAULT_LANGUAGE,
): PlacePrediction[] {
  const shown = new Map<string, Ranked[]>();
  return results.flatMap((result): PlacePrediction[] => {
    const prediction = toPrediction(result, query, language);
    const { label, detail } = prediction;
    const isStreet = prediction.kind === "street" || prediction.kind === "address";
    const key = isStreet ? `${label}\t${detail}` : label;
    const others = shown.get(key) ?? [];
    if (others.some((other) => distanceM(other.hit, result.hit) <= SAME_PLACE_M)) return [];
    shown.set(key, [...others, result]);
    return [prediction];
  });
}

function toPrediction(result: Ranked, query: ParsedQuery, language: Language): PlacePrediction {
  const { hit, lookup, unexplained } = result;
  const ignored = ignoredText(query, unexplained);
  return {
    ...describePlace(
      hit,
      {
        number: result.house?.at.number,
        corner: result.corner,
      },
      language,
    ),
    detail:
      regionOfRows(hit.region) === ""
        ? detailOf(hit, lookup.key, language)
        : regionDetail(hit, language),
    ...(ignored !== "" && { ignored }),
  };
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
    while (
      has(unexplained, last + 1) ||
      (isConnector(tokens[last + 1]?.key ?? "") && has(unexplained, last + 2))
    )
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
