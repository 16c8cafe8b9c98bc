import type { LatLng, Place } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { toPlaceDetails } from "./address-labels.ts";
import { importanceOf } from "./importance.ts";
import { type PlacesContext, findRoughlyNearestTowns } from "./places.store.ts";

/** Smaller places are named after a town near them. */
const TOWN_IMPORTANCE = importanceOf(5000);
const NEAR_M = 40_000;

/** The approximate town of each position: one of 5,000 people or more within 40 km, if there is one. */
export async function findNearestTowns(
  ctx: PlacesContext,
  positions: readonly LatLng[],
): Promise<(Place | undefined)[]> {
  const nearest: (
    | {
        place: Place;
        townDistanceM: number;
      }
    | undefined
  )[] = positions.map(() => undefined);
  for (const { position_index: index, ...row } of await findRoughlyNearestTowns(
    ctx,
    positions,
    TOWN_IMPORTANCE,
  )) {
    const position = positions[index];
    const townDistanceM = position ? distanceM(position, row) : Infinity;
    if (townDistanceM > NEAR_M || townDistanceM >= (nearest[index]?.townDistanceM ?? Infinity))
      continue;
    const { placeId, label, lat, lng } = toPlaceDetails(row, ctx.language);
    nearest[index] = {
      place: {
        placeId,
        label,
        lat,
        lng,
      },
      townDistanceM,
    };
  }
  return nearest.map((found) => found?.place);
}
