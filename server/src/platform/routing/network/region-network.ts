import { existsSync, readFileSync } from "node:fs";
import type { LatLng } from "@commonlane/contract/shapes";
import { readNetworkFile } from "@commonlane/geo/road-network/network-file";
import {
  type RoadLabel,
  RoadNetwork,
  type RoadPoint,
} from "@commonlane/geo/road-network/road-network";
import { WalkNetwork } from "@commonlane/geo/road-network/walk-network";
import { type Vec, vecOf } from "@commonlane/matching/geometry/sphere";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { commandLine } from "#platform/command-line.ts";
import type { Region } from "#platform/regions/region.ts";
import type { Log } from "../../log.ts";

export const ROADS_FOLDER = "roads";
export const NETWORK_FILE = "roads/network.bin";
export const GATEWAYS_FILE = "roads/gateways.json";
/** Roads as earlier releases built them. */
const EARLIER_FILE = "roads/tiles.tar";

const PointOfSegment = z.object({
  segment: z.number(),
  part: z.number(),
});
const Gateways = z.array(
  z.object({
    lat: z.number(),
    lng: z.number(),
    exit: z.optional(PointOfSegment),
    entry: z.optional(PointOfSegment),
  }),
);

/** A point where larger roads leave the region. */
export interface Gateway {
  readonly at: LatLng;
  /** The same as a unit vector. */
  readonly vector: Vec;
  /** Where one drives out; undefined if the road only leads in. */
  readonly exit: RoadLabel | undefined;
  /** Where one drives in. */
  readonly entry: RoadLabel | undefined;
}

/** Places that were asked for last; in a state about 0.8 kB each. Those of rides are kept as long as the rides. */
const MAX_PLACES = 20_000;

/** What is known about a place on the roads of a region. Labels are calculated when they are needed. */
export class PlaceOnRoads implements RoadPoint {
  readonly line: number;
  readonly part: number;
  readonly #drive: RoadNetwork;
  #from: RoadLabel | undefined;
  #to: RoadLabel | undefined;

  constructor(drive: RoadNetwork, { line, part }: RoadPoint) {
    this.#drive = drive;
    this.line = line;
    this.part = part;
  }

  get from(): RoadLabel {
    return (this.#from ??= this.#drive.labelFrom(this));
  }

  get to(): RoadLabel {
    return (this.#to ??= this.#drive.labelTo(this));
  }
}

/** The roads and ways on foot of one build of a region, in memory. */
export class RegionNetwork {
  /** Differs between builds. */
  readonly key: string;
  readonly gateways: readonly Gateway[];
  readonly drive: RoadNetwork;
  readonly walk: WalkNetwork;
  readonly #region: Region;
  /** False for a place without a road nearby. */
  readonly #places = new LRUCache<string, PlaceOnRoads | false>({ max: MAX_PLACES });

  /** @throws Error if the file with the roads cannot be used. */
  constructor(region: Region) {
    const { data, gateways } = readRoads(region);
    this.key = regionKey(region);
    const drive = new RoadNetwork(data.drive);
    this.drive = drive;
    this.gateways = gateways.map(({ lat, lng, exit, entry }) => ({
      at: { lat, lng },
      vector: vecOf({ lat, lng }),
      exit: exit && drive.labelTo({ line: exit.segment, part: exit.part }),
      entry: entry && drive.labelFrom({ line: entry.segment, part: entry.part }),
    }));
    this.walk = new WalkNetwork(data.walk, data.drive.graph);
    this.#region = region;
  }

  covers(place: LatLng): boolean {
    return this.#region.covers(place);
  }

  /** Undefined if there is no road near this place. */
  find(place: LatLng): PlaceOnRoads | undefined {
    const key = `${place.lat},${place.lng}`;
    let found = this.#places.get(key);
    if (found === undefined) this.#places.set(key, (found = this.#locate(place) ?? false));
    return found === false ? undefined : found;
  }

  #locate(place: LatLng): PlaceOnRoads | undefined {
    const position = this.drive.snap(place);
    return position && new PlaceOnRoads(this.drive, position);
  }
}

/** Reads the files with the roads of a region. @throws Error if they are damaged or of another release. */
export function readRoads(region: Pick<Region, "path">) {
  const { buffer, byteOffset, byteLength } = readFileSync(region.path(NETWORK_FILE));
  const isWhole = byteOffset === 0 && byteLength === buffer.byteLength;
  const file = isWhole ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
  return {
    data: readNetworkFile(file),
    gateways: Gateways.parse(JSON.parse(readFileSync(region.path(GATEWAYS_FILE), "utf8"))),
  };
}

/** Differs between builds of a region. */
export function regionKey({ id, version }: Region): string {
  return `${id} ${version}`;
}

/** Undefined if the region was built without roads, or by an earlier release. @throws Error if they are damaged. */
export function openRegionNetwork(region: Region, log: Log): RegionNetwork | undefined {
  if (existsSync(region.path(NETWORK_FILE))) return new RegionNetwork(region);
  if (existsSync(region.path(EARLIER_FILE)))
    log.warn(
      { region: region.id },
      `an earlier release built the roads of this region, and they are not used; build them again: ${commandLine("region", "update")}`,
    );
  return undefined;
}

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
  other: LatLng,
): RegionNetwork | undefined => regions.find((region) => region.covers(other));
