import { SEGMENT_CLASSES } from "../road-network/road-graph.ts";
import type { Access } from "./access.ts";
import { growingBytes, growingFloats, growingInts, growingUints } from "../growing-array.ts";
import type { DrivingPace } from "./driving-speed.ts";
import { NODE } from "./node-style.ts";
import { BuiltUpArea, PieceMeter } from "./piece-times.ts";
import { countUses, forEachPiece, forEachWay } from "./pieces.ts";
import type { RawRoads } from "./read-roads.ts";
import { type CarStyle, ROAD_KINDS, type WayStyle } from "./way-style.ts";

/** Access of a segment in one direction. */
export const CLOSED = 0;
export const OPEN = 1;
export const DESTINATION = 2;

/** Pieces of road between junctions, before destination-only areas and turn restrictions. */
export interface CarSegments {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** `CLOSED`, `OPEN` or `DESTINATION`. */
  readonly accessForward: Uint8Array;
  readonly accessBackward: Uint8Array;
  /** In seconds, without the cost of the junctions at both ends. */
  readonly forwardS: Float64Array;
  readonly backwardS: Float64Array;
  readonly lengthDm: Uint32Array;
  /** Index in the styles of the raw roads. */
  readonly style: Uint32Array;
  readonly wayId: Float64Array;
  readonly shapeFirst: Uint32Array;
  readonly shapeEnd: Uint32Array;
  readonly shapeLat7: Int32Array;
  readonly shapeLng7: Int32Array;

  readonly junctionLat7: Int32Array;
  readonly junctionLng7: Int32Array;
  /** Of each node of the raw roads; -1 if it is no junction. Those at closed barriers are junctions of their own. */
  readonly junctionOfNode: Int32Array;
  /** The ends of road at each gate that only residents pass. */
  readonly gates: readonly (readonly number[])[];
}

const isForCars = ({ car }: WayStyle): boolean => car !== undefined;
const isServiceRoad = ({ car }: WayStyle): boolean =>
  car !== undefined && classOf(car) === LAST_CLASS;
const LAST_CLASS = SEGMENT_CLASSES.length - 1;
export const classOf = ({ kind }: CarStyle): number => SEGMENT_CLASSES.indexOf(ROAD_KINDS[kind]);

export function splitIntoSegments(roads: RawRoads, pace: DrivingPace): CarSegments {
  const uses = countUses(roads, isForCars);
  const nodeStyle = closeGatesOfServiceRoads(roads);
  const builder = new SegmentBuilder(roads, nodeStyle, pace);
  const isJunction = (node: number): boolean =>
    (uses[node] ?? 0) > 1 || isBlocked(nodeStyle[node] ?? 0);
  forEachPiece(roads, isForCars, isJunction, (way, first, last) => builder.add(way, first, last));
  return builder.finish();
}

const isBlocked = (style: number): boolean => (style & (NODE.CLOSED | NODE.PRIVATE)) !== 0;

/** A gate without tags of access is private where a service road or track meets it. */
function closeGatesOfServiceRoads(roads: RawRoads): Uint8Array {
  const nodeStyle = roads.nodeStyle.slice();
  forEachWay(roads, isServiceRoad, (_, first, end) => {
    for (let at = first; at < end; at++) {
      const node = roads.wayNodes[at] ?? 0;
      if (((nodeStyle[node] ?? 0) & NODE.GATE) !== 0)
        nodeStyle[node] = (nodeStyle[node] ?? 0) | NODE.PRIVATE;
    }
  });
  return nodeStyle;
}

class SegmentBuilder {
  readonly #roads: RawRoads;
  readonly #nodeStyle: Uint8Array;
  readonly #meter: PieceMeter;
  readonly #from = growingUints();
  readonly #to = growingUints();
  readonly #accessForward = growingBytes();
  readonly #accessBackward = growingBytes();
  readonly #forwardS = growingFloats();
  readonly #backwardS = growingFloats();
  readonly #lengthDm = growingUints();
  readonly #style = growingUints();
  readonly #wayId = growingFloats();
  readonly #shapeFirst = growingUints();
  readonly #shapeEnd = growingUints();
  readonly #junctionLat7 = growingInts();
  readonly #junctionLng7 = growingInts();
  readonly #junctionOfNode: Int32Array;
  readonly #gates = new Map<number, number[]>();

  constructor(roads: RawRoads, nodeStyle: Uint8Array, pace: DrivingPace) {
    this.#roads = roads;
    this.#nodeStyle = nodeStyle;
    this.#meter = new PieceMeter(roads, new BuiltUpArea(roads), pace);
    this.#junctionOfNode = new Int32Array(roads.nodeId.length).fill(-1);
  }

  add(way: number, first: number, last: number): void {
    const { styles, wayStyle, wayNodes, wayId } = this.#roads;
    const style = wayStyle[way] ?? 0;
    const car = styles[style]?.car;
    if (!car) return;
    const { metres, forwardS, backwardS } = this.#meter.measure(car, way, first, last);

    this.#from.push(this.#junctionAt(wayNodes[first] ?? 0));
    this.#to.push(this.#junctionAt(wayNodes[last] ?? 0));
    this.#accessForward.push(accessNumber(car.forward.access));
    this.#accessBackward.push(accessNumber(car.backward.access));
    this.#forwardS.push(forwardS);
    this.#backwardS.push(backwardS);
    this.#lengthDm.push(Math.max(1, Math.round(10 * metres)));
    this.#style.push(style);
    this.#wayId.push(wayId[way] ?? 0);
    this.#shapeFirst.push(first);
    this.#shapeEnd.push(last + 1);
  }

  finish(): CarSegments {
    return {
      from: this.#from.toArray(),
      to: this.#to.toArray(),
      accessForward: this.#accessForward.toArray(),
      accessBackward: this.#accessBackward.toArray(),
      forwardS: this.#forwardS.toArray(),
      backwardS: this.#backwardS.toArray(),
      lengthDm: this.#lengthDm.toArray(),
      style: this.#style.toArray(),
      wayId: this.#wayId.toArray(),
      shapeFirst: this.#shapeFirst.toArray(),
      shapeEnd: this.#shapeEnd.toArray(),
      shapeLat7: this.#roads.shapeLat7,
      shapeLng7: this.#roads.shapeLng7,
      junctionLat7: this.#junctionLat7.toArray(),
      junctionLng7: this.#junctionLng7.toArray(),
      junctionOfNode: this.#junctionOfNode,
      gates: [...this.#gates.values()],
    };
  }

  /** Roads end at a blocked node, each at a junction of its own. */
  #junctionAt(node: number): number {
    const style = this.#nodeStyle[node] ?? 0;
    if (!isBlocked(style)) {
      const known = this.#junctionOfNode[node] ?? -1;
      if (known >= 0) return known;
    }

    const junction = this.#junctionLat7.length;
    this.#junctionLat7.push(this.#roads.nodeLat7[node] ?? 0);
    this.#junctionLng7.push(this.#roads.nodeLng7[node] ?? 0);
    if (!isBlocked(style)) this.#junctionOfNode[node] = junction;
    else if ((style & NODE.CLOSED) === 0) {
      const ends = this.#gates.get(node) ?? [];
      this.#gates.set(node, ends);
      ends.push(junction);
    }
    return junction;
  }
}

function accessNumber(access: Access): number {
  if (access === "closed") return CLOSED;
  return access === "open" ? OPEN : DESTINATION;
}
