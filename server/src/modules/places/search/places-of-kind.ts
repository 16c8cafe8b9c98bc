import type { LatLng } from "@commonlane/contract/shapes";
import { boxesAround } from "../bounding-boxes.ts";
import { findOfKindIn, type PlacesContext } from "../places.store.ts";
import type { Candidate } from "./candidate.ts";
import type { ParsedQuery } from "./query.ts";
import type { Ranked } from "./rank.ts";

/** How far from its town a place of a kind may be. */
const RADIUS_M: Partial<Record<Ranked["hit"]["kind"], number>> = {
  station: 8000,
  airport: 50_000,
  university: 15_000,
  hospital: 10_000,
  school: 8000,
  parking: 8000,
  stop: 5000,
};
/** And from the user or their community, if no town was typed. */
const AROUND = 5;
const OF_THOSE_AROUND = 1.5;
const SHARE_OF_TOWN = 0.4;
const SCORE_OF_SMALL_TOWN = 4;
const FAR_FROM_TOWN = 1.5;

/** "Uni" alone means one of those around. */
export async function findOfKindNear(
  ctx: PlacesContext,
  { kindWord, kindTokens, nameTokens }: ParsedQuery,
  near: LatLng | undefined,
): Promise<Candidate[]> {
  const radiusM = kindWord && RADIUS_M[kindWord.kind];
  if (!radiusM || !near || nameTokens.length > 0) return [];
  const found = await findOfKindIn(ctx, kindWord.kind, near, boxesAround(near, AROUND * radiusM));
  const lookup = { class: "", key: "", covers: kindTokens };
  return found.map((hit) => ({
    hit,
    lookup,
    typos: 0,
    bonus: OF_THOSE_AROUND,
  }));
}

/** "Munich station": the stations near a town that the rest of the query names in any language. */
export async function findOfKindNearTown(
  ctx: PlacesContext,
  { kindWord, kindTokens }: ParsedQuery,
  town: Ranked,
): Promise<Candidate[]> {
  const radiusM = kindWord && RADIUS_M[kindWord.kind];
  if (!kindWord || radiusM === undefined) return [];
  const found = await findOfKindIn(ctx, kindWord.kind, town.hit, boxesAround(town.hit, radiusM));
  // The hospital of a town is not the nearest one across the border.
  const own = found.filter(
    ({ kind, country }) => kind !== "hospital" || country === town.hit.country,
  );

  const lookup = {
    class: "",
    key: town.lookup.key,
    covers: town.lookup.covers | kindTokens,
  };
  const ofTown = SHARE_OF_TOWN * (town.score - SCORE_OF_SMALL_TOWN);
  return own.map((hit) => {
    const away = hit.distanceM / (RADIUS_M[hit.kind] ?? Infinity);
    return {
      hit,
      lookup,
      typos: town.typos,
      bonus: ofTown - FAR_FROM_TOWN * away,
    };
  });
}
