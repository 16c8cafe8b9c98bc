import type { LatLng } from "@commonlane/matching/geo";
import type { RoadNetworkData } from "./build-road-network.ts";
import { SEGMENT_CLASSES, SEGMENT_FLAGS, type SegmentClass } from "./road-graph.ts";
import {
  costWithinSegment,
  leastCost,
  type NetworkRoad,
  OpenLabels,
  type RoadLabel,
  type RoadPoint,
  type RoadPosition,
  toRoad,
} from "./road-label.ts";
import { findRoadPath } from "./road-path.ts";
import { ShapeIndex } from "./shape-index.ts";
import { UpwardSearch } from "./upward-search.ts";
import { NOT_USABLE } from "./usable-segments.ts";

export type { NetworkRoad, RoadLabel, RoadPoint, RoadPosition } from "./road-label.ts";

/** Distances in which roads are looked for, one after the other. */
const SEARCHED_M = [100, 450, 1_500, 8_000, 35_000];
/** A road this much farther away than the nearest one may be the one that people use. */
const ALTERNATIVE_M = 400;
/**
 * A road one metre farther away is as good if it saves these seconds on the way to larger roads: a track beside a river
 * loses against the street behind it, and a street against none.
 */
const SECONDS_PER_METRE = 3;
/** What a bad road costs in this comparison. */
const BAD_ROAD_S = 150;

/**
 * The roads of a region in memory. All answers are exact and immediate: the fastest road between two points of roads is
 * found by comparing two small labels. Road times are a metric as far as turns are free.
 *
 * @example
 *   const network = new RoadNetwork(data);
 *   const from = network.labelFrom(network.snap(origin));
 *   network.road(from, network.labelTo(network.snap(destination)));
 */
export class RoadNetwork {
  readonly #data: RoadNetworkData;
  readonly #index: ShapeIndex;
  readonly #search: UpwardSearch;
  readonly #labels = new OpenLabels();

  constructor(data: RoadNetworkData) {
    this.#data = data;
    this.#index = new ShapeIndex(data.graph, data.boxes);
    this.#search = new UpwardSearch(data);
  }

  /** Where a drive from or to a place begins or ends: a road that people would use; undefined if none is near. */
  snap(place: LatLng): RoadPosition | undefined {
    const isUsable = (line: number) => this.#data.secondsToMainRoad[line] !== NOT_USABLE;
    for (const withinM of SEARCHED_M) {
      const positions = this.#index.near(place, withinM, isUsable);
      const [nearest] = positions;
      if (!nearest) continue;
      const alternativesM = nearest.offM + ALTERNATIVE_M;
      const best = this.#preferred(positions.filter(({ offM }) => offM <= alternativesM))!;
      // A road that is farther away loses more by that alone.
      const betterM = Math.min(alternativesM, this.#lossOf(best) / SECONDS_PER_METRE);
      if (betterM <= withinM) return best;
      return this.#preferred(this.#index.near(place, betterM, isUsable));
    }
    return undefined;
  }

  /** Whether a drive there begins or ends on a track or a road in a bad state. */
  isBadRoad({ line }: RoadPoint): boolean {
    return (this.#data.graph.segmentFlags[line]! & SEGMENT_FLAGS.BAD_ROAD) !== 0;
  }

  classOf({ line }: RoadPoint): SegmentClass {
    return SEGMENT_CLASSES[this.#data.graph.segmentClass[line]!]!;
  }

  /** What `road` needs of the place where a drive begins. */
  labelFrom(point: RoadPoint): RoadLabel {
    return this.#search.labelOf(point, "from");
  }

  /** What `road` needs of the place where a drive ends. */
  labelTo(point: RoadPoint): RoadLabel {
    return this.#search.labelOf(point, "to");
  }

  /** The fastest road from the place of one label to that of another; undefined if there is none. */
  road(from: RoadLabel, to: RoadLabel): NetworkRoad | undefined {
    const within = costWithinSegment(this.#data, from.point, to.point);
    const open = this.#labels.oneOf(from, to);
    const other = open.label === from ? to : from;
    return toRoad(Math.min(within, leastCost(open, other)));
  }

  /** The line of the fastest road; undefined if there is none. */
  path(from: RoadPoint, to: RoadPoint): readonly LatLng[] | undefined {
    return findRoadPath(this.#data, this.#search, from, to);
  }

  #lossOf(position: RoadPosition): number {
    const badRoadS = this.isBadRoad(position) ? BAD_ROAD_S : 0;
    const onRoadsS = this.#data.secondsToMainRoad[position.line]! + badRoadS;
    return SECONDS_PER_METRE * position.offM + onRoadsS;
  }

  #preferred(positions: readonly RoadPosition[]): RoadPosition | undefined {
    let best: RoadPosition | undefined;
    let leastLoss = Infinity;
    for (const position of positions) {
      const loss = this.#lossOf(position);
      if (loss >= leastLoss) continue;
      best = position;
      leastLoss = loss;
    }
    return best;
  }
}
