import type { LatLng, PickupKind } from "@commonlane/contract/shapes";
import { distanceM, METRES_PER_DEGREE } from "@commonlane/matching/geo";
import type { Crossing } from "./crossings.ts";
import { areCompatible, type Headings } from "./headings.ts";
import { type PickupPoint, rankOf } from "./pickup-file.ts";
import type { NamedPlace } from "./pickup-tags.ts";
import {
  headingsAt,
  isBesideRoadWithoutStopping,
  type OnRoad,
  type RoadIndex,
} from "./road-index.ts";

export interface LocatedPlace extends NamedPlace {
  readonly at: LatLng;
}

/** How far from its road a place may be, and on how many streets around it one can be met. */
const REACH: Readonly<
  Record<
    PickupKind,
    {
      readonly radiusM: number;
      readonly streets: number;
    }
  >
> = {
  parkAndRide: { radiusM: 150, streets: 3 },
  station: { radiusM: 150, streets: 3 },
  stop: { radiusM: 35, streets: 1 },
  parking: { radiusM: 80, streets: 2 },
  square: { radiusM: 60, streets: 3 },
  village: { radiusM: 150, streets: 2 },
  fuel: { radiusM: 60, streets: 1 },
  junction: { radiusM: 2, streets: 1 },
  meetingPoint: { radiusM: 0, streets: 0 },
};

/** The places and crossings on the roads beside them, without repetitions, from south to north. */
export function placesOnRoads(
  roads: RoadIndex,
  places: readonly LocatedPlace[],
  crossings: readonly Crossing[],
): PickupPoint[] {
  const points = [
    ...places.flatMap((place) => toPoints(roads, place)),
    ...crossings.flatMap((crossing) => crossingToPoint(roads, crossing)),
  ];
  return withoutRepetitions(points).toSorted((a, b) => a.lat - b.lat || a.lng - b.lng);
}

/** The nearest point of each street near the place. */
function toPoints(roads: RoadIndex, { kind, name, at }: LocatedPlace): PickupPoint[] {
  const { radiusM, streets } = REACH[kind];
  const near = roads.near(at, radiusM).filter(({ road }) => road.stopping === "stop");
  const points: PickupPoint[] = [];
  const seen = new Set<string | undefined>();
  // Cars pass on streets; on the ways of a car park they do not.
  for (const on of [...near.filter(isStreet), ...near.filter((on) => !isStreet(on))]) {
    const { headings, road } = on;
    const label = name ?? road.name;
    if (
      label === undefined ||
      seen.has(road.name) ||
      isBesideRoadWithoutStopping(roads, on.at, headings)
    )
      continue;
    seen.add(road.name);
    points.push({
      kind,
      name: label,
      ...on.at,
      headings,
    });
    if (points.length === streets) break;
  }
  return points;
}

const isStreet = ({ road }: OnRoad): boolean => road.isStreet;

function crossingToPoint(roads: RoadIndex, { at, name }: Crossing): PickupPoint[] {
  const headings = headingsAt(
    roads
      .near(at, REACH.junction.radiusM)
      .filter(({ road }) => road.stopping === "stop" && road.isStreet),
  );
  return isBesideRoadWithoutStopping(roads, at, headings)
    ? []
    : [
        {
          kind: "junction",
          name,
          ...at,
          headings,
        },
      ];
}

/** Both sides of a stop, and its platforms, are one point. */
const SAME_NAME_M = 60;
/** A crossing beside a stop is not worth a name of its own. */
const SAME_PLACE_M = 40;

/** Of points that serve the same directions at one place, keeps the best kind. */
function withoutRepetitions(points: readonly PickupPoint[]): PickupPoint[] {
  const kept = new PointGrid<PickupPoint>();
  for (const point of points.toSorted((a, b) => rankOf(a.kind) - rankOf(b.kind))) {
    const isRepeated = kept
      .near(point, SAME_NAME_M)
      .some(
        (other) =>
          coversHeadings(other.headings, point.headings) &&
          (other.name === point.name || (isMinor(point) && distanceM(other, point) < SAME_PLACE_M)),
      );
    if (!isRepeated) kept.add(point);
  }
  return kept.all();
}

function isMinor({ kind }: PickupPoint): boolean {
  return rankOf(kind) > rankOf("stop");
}

/** True if a car driving in one of these directions also passes the other point. */
function coversHeadings(covering: Headings, headings: Headings): boolean {
  for (let rest = headings; rest !== 0; rest &= rest - 1) {
    const one = rest & -rest;
    if (!areCompatible(covering, one)) return false;
  }
  return true;
}

const CELLS_PER_DEGREE = 1000;
const COLUMNS = 360 * CELLS_PER_DEGREE;
const METRES_PER_CELL = METRES_PER_DEGREE / CELLS_PER_DEGREE;

/** Points that can be added and found by position at the same time. */
export class PointGrid<Point extends LatLng> {
  readonly #cells = new Map<string, Point[]>();
  readonly #all: Point[] = [];

  add(point: Point): void {
    this.#all.push(point);
    const key = keyOf(toCell(point.lat), toCell(point.lng));
    const cell = this.#cells.get(key);
    if (cell) cell.push(point);
    else this.#cells.set(key, [point]);
  }

  all(): Point[] {
    return this.#all;
  }

  near(place: LatLng, radiusM: number): Point[] {
    const rows = Math.ceil(radiusM / METRES_PER_CELL);
    const columns = Math.ceil(rows / Math.max(0.02, Math.cos((place.lat * Math.PI) / 180)));
    const found: Point[] = [];
    for (let y = toCell(place.lat) - rows; y <= toCell(place.lat) + rows; y++)
      for (let x = toCell(place.lng) - columns; x <= toCell(place.lng) + columns; x++)
        found.push(...(this.#cells.get(keyOf(y, x)) ?? []));
    return found.filter((point) => distanceM(point, place) <= radiusM);
  }
}

const toCell = (degrees: number) => Math.floor(degrees * CELLS_PER_DEGREE);

/** Columns beyond the 180th meridian are those of the other side. */
function keyOf(row: number, column: number) {
  return `${row} ${(column + COLUMNS) % COLUMNS}`;
}
