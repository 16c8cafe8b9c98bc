import type { RoadGraph, SegmentClass } from "../road-network/road-graph.ts";
import { SEGMENT_CLASSES, SEGMENT_FLAGS } from "../road-network/road-graph.ts";

export interface RoadKind {
  readonly roadClass: SegmentClass;
  readonly speedKmh: number;
  readonly oneWay?: boolean;
}

const METRES_PER_DEGREE = 111_195;
const { MAY_SNAP, BAD_ROAD } = SEGMENT_FLAGS;
/** Shapes have a point for about every this many metres, as those of real roads. */
const SHAPE_POINT_M = 60;

/** Collects junctions, in metres from a corner, and roads between them. */
export class GraphWriter {
  readonly x: number[] = [];
  readonly y: number[] = [];
  readonly #random: () => number;
  readonly #south: number;
  readonly #west: number;
  readonly #segments: { from: number; to: number; kind: RoadKind; lengthM: number }[] = [];

  constructor(random: () => number, corner: { readonly lat: number; readonly lng: number }) {
    this.#random = random;
    this.#south = corner.lat;
    this.#west = corner.lng;
  }

  get junctions(): number {
    return this.x.length;
  }

  addJunction(x: number, y: number): number {
    this.y.push(y);
    return this.x.push(x) - 1;
  }

  addRoad(from: number, to: number, kind: RoadKind): void {
    const straightM = this.distanceM(from, to);
    const lengthM = Math.max(1, straightM * (1 + 0.15 * this.#random()));
    this.#segments.push({ from, to, kind, lengthM });
  }

  distanceM(a: number, b: number): number {
    return Math.hypot(this.x[a]! - this.x[b]!, this.y[a]! - this.y[b]!);
  }

  finish(): RoadGraph {
    const lat7 = Int32Array.from(this.y, (y) => this.#lat7(y));
    const lng7 = Int32Array.from(this.x, (x) => this.#lng7(x));
    const segments = this.#segments;
    const shapeFirst = new Uint32Array(segments.length + 1);
    const shapeLat7: number[] = [];
    const shapeLng7: number[] = [];
    for (const [n, { from, to, lengthM }] of segments.entries()) {
      const pieces = Math.min(20, 1 + Math.floor(lengthM / SHAPE_POINT_M));
      for (let piece = 0; piece <= pieces; piece++) {
        const share = piece / pieces;
        const isEnd = piece === 0 || piece === pieces;
        const wobble = isEnd ? 0 : Math.round(400 * (this.#random() - 0.5));
        shapeLat7.push(Math.round(lat7[from]! + share * (lat7[to]! - lat7[from]!)) + wobble);
        shapeLng7.push(Math.round(lng7[from]! + share * (lng7[to]! - lng7[from]!)) + wobble);
      }
      shapeFirst[n + 1] = shapeLat7.length;
    }
    const edges = segments.flatMap((segment, n) => {
      const { from, to, kind, lengthM } = segment;
      const timeDs = Math.max(1, Math.round((36 * lengthM) / kind.speedKmh));
      const forward = { from, to, n, timeDs, isForward: 1 };
      return kind.oneWay ? [forward] : [forward, { from: to, to: from, n, timeDs, isForward: 0 }];
    });
    return {
      nodeLat7: lat7,
      nodeLng7: lng7,
      segmentLengthDm: Uint32Array.from(segments, ({ lengthM }) => Math.round(10 * lengthM)),
      segmentClass: Uint8Array.from(segments, ({ kind }) =>
        SEGMENT_CLASSES.indexOf(kind.roadClass),
      ),
      segmentFlags: Uint8Array.from(segments, ({ kind }) => flagsOf(kind)),
      shapeFirst: shapeFirst.slice(0, -1),
      shapeEnd: shapeFirst.slice(1),
      shapeLat7: Int32Array.from(shapeLat7),
      shapeLng7: Int32Array.from(shapeLng7),
      edgeFrom: Uint32Array.from(edges, ({ from }) => from),
      edgeTo: Uint32Array.from(edges, ({ to }) => to),
      edgeTimeDs: Uint32Array.from(edges, ({ timeDs }) => timeDs),
      edgeSegment: Uint32Array.from(edges, ({ n }) => n),
      edgeIsForward: Uint8Array.from(edges, ({ isForward }) => isForward),
    };
  }

  #lat7(y: number): number {
    return Math.round((this.#south + y / METRES_PER_DEGREE) * 1e7);
  }

  #lng7(x: number): number {
    const metres = METRES_PER_DEGREE * Math.cos((this.#south * Math.PI) / 180);
    return Math.round((this.#west + x / metres) * 1e7);
  }
}

function flagsOf({ roadClass, speedKmh }: RoadKind): number {
  if (roadClass === "motorway") return 0;
  return MAY_SNAP + (speedKmh <= 20 ? BAD_ROAD : 0);
}
