import type { LatLng, Place } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { placeOf } from "./places.ts";
import { type Reader, someTownRows } from "./places.store.ts";

/** Smaller places are told by the name of a town near them. */
const TOWN_POPULATION = 5000;
const NEAR_M = 40_000;

/** The town that each position belongs to, about: one of 5,000 people or more within 40 km, where there is one. */
export async function townsNear(ctx: Reader, positions: readonly LatLng[]): Promise<(Place | undefined)[]> {
  const nearest: ({ place: Place; farM: number } | undefined)[] = positions.map(() => undefined);
  for (const { asked, ...row } of await someTownRows(ctx, positions, TOWN_POPULATION)) {
    const position = positions[asked];
    const farM = position ? distanceM(position, row) : Infinity;
    if (farM > NEAR_M || farM >= (nearest[asked]?.farM ?? Infinity)) continue;
    const { placeId, label, lat, lng } = placeOf(row);
    nearest[asked] = { place: { placeId, label, lat, lng }, farM };
  }
  return nearest.map((found) => found?.place);
}
