import { distanceM, type LatLng, METRES_PER_DEGREE } from "@commonlane/matching/geo";
import { type RoadGraph, SEGMENT_CLASSES, SEGMENT_FLAGS } from "../road-network/road-graph.ts";
import { wrapLng } from "../road-network/shapes.ts";
import { bearingBetween, metresBetween } from "./pieces.ts";

/** A point of a segment: the share of it before this point, from 0 to 1. */
export interface SegmentPoint {
  readonly segment: number;
  readonly part: number;
}

/** A place at which larger roads leave the covered area. */
export interface Gateway extends LatLng {
  /** Where one drives out; undefined if the road leads in only. */
  readonly exit?: SegmentPoint;
  /** Where one drives in, on a divided road the other carriageway. */
  readonly entry?: SegmentPoint;
}

type Covers = (point: LatLng) => boolean;

const LEAST_CLASS = SEGMENT_CLASSES.indexOf("tertiary");
const MAX_GATEWAYS = 200;
/** Gateways closer than this are one, such as both carriageways of a motorway. */
const SPACING_M = 400;
/** A road that ends this near to the edge of the covered area was cut there. */
const EDGE_M = 1_500;
const DIRECTIONS = 16;
const UNITS = 1e7;

/** A gateway before its neighbours are joined with it. */
interface Candidate extends Gateway {
  readonly rank: number;
}

/**
 * Points where larger roads leave the covered area, or end at its edge because the extract was cut there. Of neighbours,
 * that of the largest road.
 */
export function findGateways(graph: RoadGraph, covers: Covers): Gateway[] {
  const directions = findDirections(graph);
  const crossings: Candidate[] = [];
  const ends = new Map<string, End[]>();
  for (let segment = 0; segment < graph.segmentClass.length; segment++) {
    if (!mayLeave(graph, segment)) continue;
    const line = new SegmentLine(graph, segment, directions[segment] ?? 0);
    crossings.push(...line.crossings(covers));
    for (const end of line.ends()) {
      const others = ends.get(end.key) ?? [];
      ends.set(end.key, others);
      others.push(end);
    }
  }
  const cuts = findCuts(graph, ends).filter((cut) => covers(cut) && isAtEdge(cut, covers));
  return joinNeighbours([...crossings, ...cuts]);
}

const FORWARD = 1;
const BACKWARD = 2;

/** In which directions each segment is driven, as a sum. */
function findDirections({ segmentClass, edgeSegment, edgeIsForward }: RoadGraph): Uint8Array {
  const directions = new Uint8Array(segmentClass.length);
  for (const [edge, segment] of edgeSegment.entries())
    directions[segment] =
      (directions[segment] ?? 0) | (edgeIsForward[edge] === 1 ? FORWARD : BACKWARD);
  return directions;
}

function mayLeave({ segmentClass, segmentFlags }: RoadGraph, segment: number): boolean {
  const isClosed = SEGMENT_FLAGS.DESTINATION_ONLY | SEGMENT_FLAGS.FERRY;
  const isLarge = (segmentClass[segment] ?? Infinity) <= LEAST_CLASS;
  return isLarge && ((segmentFlags[segment] ?? 0) & isClosed) === 0;
}

/** One end of a segment. */
interface End extends LatLng {
  readonly key: string;
  readonly point: SegmentPoint;
  readonly rank: number;
  readonly arrives: boolean;
  readonly departs: boolean;
}

class SegmentLine {
  readonly #points: readonly LatLng[];
  readonly #parts: readonly number[];
  readonly #segment: number;
  readonly #rank: number;
  readonly #directions: number;

  constructor(graph: RoadGraph, segment: number, directions: number) {
    const first = graph.shapeFirst[segment] ?? 0;
    const end = graph.shapeEnd[segment] ?? 0;
    const points: LatLng[] = [];
    const metres: number[] = [];
    let lengthM = 0;
    for (let at = first; at < end; at++) {
      const lat7 = graph.shapeLat7[at] ?? 0;
      const lng7 = graph.shapeLng7[at] ?? 0;
      if (at > first)
        lengthM += metresBetween(
          graph.shapeLat7[at - 1] ?? 0,
          graph.shapeLng7[at - 1] ?? 0,
          lat7,
          lng7,
        );
      points.push({
        lat: lat7 / UNITS,
        lng: lng7 / UNITS,
      });
      metres.push(lengthM);
    }
    this.#points = points;
    this.#parts = metres.map((before) => (lengthM > 0 ? before / lengthM : 0));
    this.#segment = segment;
    this.#rank = graph.segmentClass[segment] ?? 0;
    this.#directions = directions;
  }

  /** The last covered point before each that is not covered. */
  crossings(covers: Covers): Candidate[] {
    const isInside = this.#points.map(covers);
    return this.#points.flatMap((at, n) => {
      if (isInside[n] !== true) return [];
      const leaves = isInside[n + 1] === false;
      const enters = isInside[n - 1] === false;
      if (!leaves && !enters) return [];
      return [
        this.#candidate(n, at, {
          leaves,
          enters,
        }),
      ];
    });
  }

  ends(): End[] {
    const last = this.#points.length - 1;
    return [0, last].map((n) => {
      const { lat, lng } = this.#points[n] ?? {
        lat: 0,
        lng: 0,
      };
      const isLast = n === last;
      const arrives = isLast ? FORWARD : BACKWARD;
      return {
        lat,
        lng,
        key: keyOf(lat, lng),
        point: {
          segment: this.#segment,
          part: isLast ? 1 : 0,
        },
        rank: this.#rank,
        arrives: (this.#directions & arrives) !== 0,
        departs: (this.#directions & (FORWARD + BACKWARD - arrives)) !== 0,
      };
    });
  }

  #candidate(
    n: number,
    { lat, lng }: LatLng,
    {
      leaves,
      enters,
    }: {
      leaves: boolean;
      enters: boolean;
    },
  ): Candidate {
    const point = {
      segment: this.#segment,
      part: this.#parts[n] ?? 0,
    };
    const outwards = toDirections(leaves, enters);
    const inwards = toDirections(enters, leaves);
    return {
      lat,
      lng,
      rank: this.#rank,
      ...((this.#directions & outwards) !== 0 && { exit: point }),
      ...((this.#directions & inwards) !== 0 && { entry: point }),
    };
  }
}

const keyOf = (lat: number, lng: number): string => `${lat} ${lng}`;

/** Ends of larger roads from which all roads lead back the same way, also where two carriageways meet. */
function findCuts(graph: RoadGraph, ends: ReadonlyMap<string, readonly End[]>): Candidate[] {
  const bearings = new Map<string, number[]>();
  const add = (at: number, next: number): void => {
    const from = toPlace(graph, at);
    const key = keyOf(from.lat, from.lng);
    if (!ends.has(key)) return;
    const others = bearings.get(key) ?? [];
    bearings.set(key, others);
    const bearing = bearingBetween(
      graph.shapeLat7[at] ?? 0,
      graph.shapeLng7[at] ?? 0,
      graph.shapeLat7[next] ?? 0,
      graph.shapeLng7[next] ?? 0,
    );
    others.push(bearing);
  };
  for (let segment = 0; segment < graph.segmentClass.length; segment++) {
    const first = graph.shapeFirst[segment] ?? 0;
    const last = (graph.shapeEnd[segment] ?? 0) - 1;
    add(first, first + 1);
    add(last, last - 1);
  }
  return [...ends].flatMap(([key, here]) => {
    const [best] = here.toSorted((a, b) => a.rank - b.rank);
    if (!best || !leadBack(bearings.get(key) ?? [])) return [];
    const exit = here.find(({ arrives }) => arrives)?.point;
    const entry = here.find(({ departs }) => departs)?.point;
    const { lat, lng, rank } = best;
    return [
      {
        lat,
        lng,
        rank,
        ...(exit && { exit }),
        ...(entry && { entry }),
      },
    ];
  });
}

const toPlace = ({ shapeLat7, shapeLng7 }: RoadGraph, at: number): LatLng => ({
  lat: (shapeLat7[at] ?? 0) / UNITS,
  lng: (shapeLng7[at] ?? 0) / UNITS,
});

const leadBack = ([first = 0, ...others]: readonly number[]): boolean =>
  others.every((other) => Math.cos(other - first) > 0);

const isAtEdge = ({ lat, lng }: LatLng, covers: Covers): boolean =>
  Array.from({ length: DIRECTIONS }, (_, n) => (2 * Math.PI * n) / DIRECTIONS).some((turn) => {
    const north = EDGE_M * Math.cos(turn);
    const east = EDGE_M * Math.sin(turn);
    const lngMetres = METRES_PER_DEGREE * Math.max(0.01, Math.cos((lat * Math.PI) / 180));
    return !covers({
      lat: lat + north / METRES_PER_DEGREE,
      lng: wrapLng(lng + east / lngMetres),
    });
  });

/** The largest roads first; what a smaller or opposite road nearby adds is the direction that a gateway lacks. */
function joinNeighbours(candidates: readonly Candidate[]): Gateway[] {
  const kept: Candidate[] = [];
  for (const candidate of candidates.toSorted((a, b) => a.rank - b.rank)) {
    const at = kept.findIndex((other) => distanceM(other, candidate) < SPACING_M);
    const near = kept[at];
    if (near && near.rank === candidate.rank)
      kept[at] = {
        ...candidate,
        ...near,
      };
    else if (!near && kept.length < MAX_GATEWAYS) kept.push(candidate);
  }
  return kept.map(({ lat, lng, exit, entry }) => ({
    lat,
    lng,
    ...(exit && { exit }),
    ...(entry && { entry }),
  }));
}

function toDirections(isForward: boolean, isBackward: boolean): number {
  let directions = 0;
  if (isForward) directions |= FORWARD;
  if (isBackward) directions |= BACKWARD;
  return directions;
}
