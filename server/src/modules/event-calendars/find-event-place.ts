import type { PlacePrediction } from "@commonlane/contract/places";
import type { Place } from "@commonlane/contract/shapes";
import type { Geocoder } from "#modules/places/index.ts";
import { maskText } from "#modules/privacy/index.ts";
import type { Context } from "#platform/context.ts";
import { plainLetters } from "#platform/text.ts";

const QUERY_MAX_LENGTH = 100;

/** The place that a text of a calendar names; undefined unless the place search has exactly one answer. */
export async function findEventPlace(
  { community: { region } }: Context,
  geocoder: Geocoder,
  text: string,
): Promise<Place | undefined> {
  const query = text.replaceAll(/\s+/g, " ").trim();
  if (query === "" || query.length > QUERY_MAX_LENGTH) return undefined;

  const near = region
    ? {
        lat: region.lat,
        lng: region.lng,
      }
    : {};
  const hits = await geocoder.predict({
    query,
    complete: true,
    limit: 5,
    ...near,
  });
  const hit = clearHit(hits, query);
  const found = hit && (await geocoder.findPlace(hit.placeId));
  if (!found || maskText(found.label, false) !== found.label) return undefined;

  const { placeId, label, lat, lng } = found;
  return {
    placeId,
    label,
    lat,
    lng,
  };
}

/** One that matches the whole text: the only one, or the only one with this name. */
function clearHit(hits: readonly PlacePrediction[], query: string): PlacePrediction | undefined {
  const whole = hits.filter(({ ignored }) => !ignored);
  const wanted = foldText(query);
  const named = whole.filter(({ label }) => {
    const name = label.split(",")[0] ?? "";
    return foldText(label) === wanted || foldText(name) === wanted;
  });
  const clear = named.length > 0 ? named : whole.filter(({ label }) => startsIn(wanted, label));
  return clear.length === 1 ? clear[0] : undefined;
}

/** True if the text names the place in full; "Frei" does not name Freiburg. */
function startsIn(text: string, label: string): boolean {
  const words = new Set(text.split(" "));
  const name = foldText(label.split(",")[0] ?? "").split(" ");
  return name.every((word) => words.has(word));
}

const foldText = (text: string): string =>
  plainLetters(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .join(" ");
