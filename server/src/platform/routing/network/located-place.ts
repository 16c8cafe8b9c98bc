import type { LatLng } from "@commonlane/contract/shapes";
import { type Vec, vecOf } from "@commonlane/matching/geometry/sphere";
import type { PlaceOnRoads, RegionNetwork } from "./region-network.ts";

/** A place, the regions that cover it, and where their roads are near it, which is looked up when it is needed. */
export class LocatedPlace {
  readonly at: LatLng;
  readonly regions: readonly RegionNetwork[];
  /** In the order of the regions; null if no road is near. */
  readonly #onRoads: (PlaceOnRoads | null | undefined)[] = [];
  #vector: Vec | undefined;

  constructor(at: LatLng, regions: readonly RegionNetwork[]) {
    this.at = at;
    this.regions = regions.filter((region) => region.covers(at));
  }

  /** As a unit vector. */
  get vector(): Vec {
    return (this.#vector ??= vecOf(this.at));
  }

  /** Undefined if the region does not cover this place, or has no road near it. */
  onRoadsOf(region: RegionNetwork): PlaceOnRoads | undefined {
    const n = this.regions.indexOf(region);
    if (n < 0) return undefined;
    const known = this.#onRoads[n];
    if (known !== undefined) return known ?? undefined;
    const found = region.find(this.at);
    this.#onRoads[n] = found ?? null;
    return found;
  }
}

/** The first region that covers both places. */
export const findCommonRegion = (
  { regions }: LocatedPlace,
  other: LocatedPlace,
): RegionNetwork | undefined => regions.find((region) => other.regions.includes(region));
