import type { LatLng } from "@commonlane/contract/shapes";
import { type Vec, vecOf } from "@commonlane/matching/geometry/sphere";
import type { PlaceOnRoads, RegionNetwork } from "./region-network.ts";

/** A place, the regions that cover it, and where their roads are near it, which is looked up when it is needed. */
export class LocatedPlace {
  readonly at: LatLng;
  /** All regions at that time. */
  readonly listed: readonly RegionNetwork[];
  readonly regions: readonly RegionNetwork[];
  /** On the roads of the first region; null if none is near, undefined if not looked up yet. */
  #onRoads: PlaceOnRoads | null | undefined;
  #vector: Vec | undefined;

  constructor(at: LatLng, listed: readonly RegionNetwork[]) {
    this.at = at;
    this.listed = listed;
    const covering = listed.filter((region) => region.covers(at));
    this.regions = covering.length === listed.length ? listed : covering;
  }

  /** As a unit vector. */
  get vector(): Vec {
    return (this.#vector ??= vecOf(this.at));
  }

  /** Undefined if the region does not cover this place, or has no road near it. */
  onRoadsOf(region: RegionNetwork): PlaceOnRoads | undefined {
    if (region !== this.regions[0])
      return this.regions.includes(region) ? region.find(this.at) : undefined;
    if (this.#onRoads === undefined) this.#onRoads = region.find(this.at) ?? null;
    return this.#onRoads ?? undefined;
  }
}

/** The first region that covers both places. */
export const findCommonRegion = (
  { regions }: LocatedPlace,
  other: LocatedPlace,
): RegionNetwork | undefined => regions.find((region) => other.regions.includes(region));
