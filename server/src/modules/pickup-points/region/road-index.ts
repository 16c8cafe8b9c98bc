import { METRES_PER_DEGREE } from "@commonlane/matching/geo";
import type { LatLng } from "@commonlane/contract/shapes";
import { lngBetween, lngDifference } from "@commonlane/geo/road-network/shapes";
import Flatbush from "flatbush";
import { NO_HEADINGS, areCompatible, headingOf, opposite, type Headings } from "./headings.ts";
import type { RoadUse } from "./road-tags.ts";

/** A straight piece of road. */
interface Segment {
  readonly from: LatLng;
  readonly to: LatLng;
  readonly road: RoadUse;
}

/** The point of a piece of road nearest to a place. */
export interface OnRoad {
  readonly at: LatLng;
  readonly distanceM: number;
  readonly headings: Headings;
  readonly road: RoadUse;
  /** True if the point is inside of the piece, so the road runs past the place rather than ending before it. */
  readonly isInside: boolean;
}

/** Collects pieces of road; `finish` makes them searchable. */
export class RoadIndexBuilder {
  readonly #segments: Segment[] = [];

  add(from: LatLng, to: LatLng, road: RoadUse): void {
    this.#segments.push({
      from,
      to,
      road,
    });
  }

  finish(): RoadIndex {
    return new RoadIndex(this.#segments);
  }
}

/** Pieces of road near places. */
export class RoadIndex {
  readonly #segments: readonly Segment[];
  readonly #tree: Flatbush | undefined;

  constructor(segments: readonly Segment[]) {
    this.#segments = segments;
    // An empty tree is an error of the library.
    if (segments.length === 0) return;
    this.#tree = new Flatbush(segments.length);
    for (const { from, to } of segments) {
      // A piece across the 180th meridian ends beyond it.
      const toLng = from.lng + lngDifference(to.lng, from.lng);
      this.#tree.add(
        Math.min(from.lng, toLng),
        Math.min(from.lat, to.lat),
        Math.max(from.lng, toLng),
        Math.max(from.lat, to.lat),
      );
    }
    this.#tree.finish();
  }

  /** Pieces within `radiusM` of a place, nearest first. */
  near(place: LatLng, radiusM: number): OnRoad[] {
    const lat = radiusM / METRES_PER_DEGREE;
    const lng = radiusM / METRES_PER_DEGREE / cosOf(place.lat);
    // Only near the 180th meridian are there pieces on both of its sides.
    const turns = [0, -360, 360].filter((turn) => Math.abs(place.lng + turn) <= MOST_LNG);
    const found = turns.flatMap((turn) => {
      const x = place.lng + turn;
      return this.#tree?.search(x - lng, place.lat - lat, x + lng, place.lat + lat) ?? [];
    });
    return found
      .flatMap((n) => {
        const segment = this.#segments[n];
        return segment ? [nearestOnSegment(segment, place)] : [];
      })
      .filter(({ distanceM }) => distanceM <= radiusM)
      .toSorted((a, b) => a.distanceM - b.distanceM);
  }
}

/** Pieces across the 180th meridian end less than a degree beyond it. */
const MOST_LNG = 181;

const cosOf = (lat: number) => Math.max(1e-6, Math.cos((lat * Math.PI) / 180));

function nearestOnSegment({ from, to, road }: Segment, place: LatLng): OnRoad {
  const { share, distanceM } = projectOnto(from, to, place);
  const at = {
    lat: from.lat + share * (to.lat - from.lat),
    lng: lngBetween(from.lng, to.lng, share),
  };
  return {
    at,
    distanceM,
    headings: headingsOf(from, to, road),
    road,
    isInside: share > 0 && share < 1,
  };
}

/** The nearest point of a straight piece as its share (0 to 1), on a locally flat map. */
export function projectOnto(
  from: LatLng,
  to: LatLng,
  place: LatLng,
): { share: number; distanceM: number } {
  const lngScale = cosOf(place.lat);
  const x = lngDifference(to.lng, from.lng) * lngScale;
  const y = to.lat - from.lat;
  const px = lngDifference(place.lng, from.lng) * lngScale;
  const py = place.lat - from.lat;
  const square = x * x + y * y;
  const share = square > 0 ? Math.min(1, Math.max(0, (px * x + py * y) / square)) : 0;
  return {
    share,
    distanceM: METRES_PER_DEGREE * Math.hypot(px - share * x, py - share * y),
  };
}

function headingsOf(from: LatLng, to: LatLng, { direction }: RoadUse): Headings {
  const forward = headingOf(from, to);
  if (direction === "both") return forward | opposite(forward);
  return direction === "forward" ? forward : opposite(forward);
}

/** Roads of a motorway's kind are often drawn this far from the road beside them. */
const NEVER_BESIDE_M = 40;
/** A line of a ride is up to this far from its road. */
const PASS_BESIDE_M = 30;

/**
 * Whether a car that passes this point in one of these directions might in fact be on a road where it cannot stop: a
 * motorway, or a bridge or tunnel that runs beside it.
 */
export const isBesideRoadWithoutStopping = (
  roads: RoadIndex,
  at: LatLng,
  headings: Headings,
): boolean =>
  roads
    .near(at, NEVER_BESIDE_M)
    .some(
      (on) =>
        areCompatible(headings, on.headings) &&
        (on.road.stopping === "never" ||
          (on.road.stopping === "pass" && on.isInside && on.distanceM < PASS_BESIDE_M)),
    );

/** All directions in which one can drive through a crossing. */
export const headingsAt = (roads: readonly OnRoad[]): Headings =>
  roads.reduce((all, { headings }) => all | headings, NO_HEADINGS);

/** About 220 metres from south to north, more than anything looks for a road. */
const CELLS_PER_DEGREE = 500;
const COLUMNS = 360 * CELLS_PER_DEGREE;

/** Squares of the map around some places. */
export class GridCells {
  readonly #marked = new Set<number>();

  /** Marks the square of a place and those beside it; towards the poles squares are narrow, so more of them. */
  mark({ lat, lng }: LatLng): void {
    const row = toCell(lat);
    const column = toCell(lng);
    const reach = Math.ceil(1 / Math.max(0.02, Math.cos((lat * Math.PI) / 180)));
    for (let y = row - 1; y <= row + 1; y++)
      for (let x = column - reach; x <= column + reach; x++) this.#marked.add(keyOf(y, x));
  }

  /** Whether the box around a straight line touches a marked square. */
  touches(from: LatLng, to: LatLng): boolean {
    const south = toCell(Math.min(from.lat, to.lat));
    const north = toCell(Math.max(from.lat, to.lat));
    const toLng = from.lng + lngDifference(to.lng, from.lng);
    const west = toCell(Math.min(from.lng, toLng));
    const east = toCell(Math.max(from.lng, toLng));
    for (let y = south; y <= north; y++)
      for (let x = west; x <= east; x++) if (this.#marked.has(keyOf(y, x))) return true;
    return false;
  }
}

const toCell = (degrees: number) => Math.floor(degrees * CELLS_PER_DEGREE);

/** Columns beyond the 180th meridian are those of the other side. */
function keyOf(row: number, column: number) {
  return row * COLUMNS + ((column + COLUMNS) % COLUMNS);
}
