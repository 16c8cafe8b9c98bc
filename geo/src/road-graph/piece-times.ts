import { type DrivingPace, speedOf } from "./driving-speed.ts";
import { type CarStyle, ferrySecondsOf, type WayStyle } from "./way-style.ts";
import { NODE } from "./node-style.ts";
import { bearingBetween, forEachWay, metresBetween } from "./pieces.ts";
import { NO_LAT7, type RawRoads } from "./read-roads.ts";

/** Sideways acceleration that people drive bends with on average, in m/s². */
const COMFORT_MPS2 = 1.2;
const SHARPEST_TURN_MPS = 4;
const SIGNALS_S = 9;
const STOP_S = 5;
const SLOW_S = 1.5;
const KMH_PER_MPS = 3.6;

/** Length and times of a piece of road without what its junctions cost. */
export interface PieceTimes {
  readonly metres: number;
  readonly forwardS: number;
  readonly backwardS: number;
}

/** Measures pieces of road: how long they are and how long a car takes in each direction. */
export class PieceMeter {
  readonly #roads: RawRoads;
  readonly #builtUp: BuiltUpArea;
  readonly #pace: DrivingPace;

  constructor(roads: RawRoads, builtUp: BuiltUpArea, pace: DrivingPace) {
    this.#roads = roads;
    this.#builtUp = builtUp;
    this.#pace = pace;
  }

  /** `first` and `last` are positions in `wayNodes`. */
  measure(car: CarStyle, way: number, first: number, last: number): PieceTimes {
    let metres = 0;
    let forwardS = 0;
    let backwardS = 0;
    let lengthM = this.#lengthAfter(first);
    let curveMps = Infinity;
    for (let at = first; at < last; at++) {
      const nextM = at + 1 < last ? this.#lengthAfter(at + 1) : 0;
      const nextCurveMps = at + 1 < last ? this.#curveSpeed(at + 1, lengthM, nextM) : Infinity;
      const curve = meanSpeed(curveMps, nextCurveMps);
      const isBuiltUp = this.#isBuiltUp(at);
      forwardS += lengthM / Math.min(curve, this.#speed(car, "forward", isBuiltUp));
      backwardS += lengthM / Math.min(curve, this.#speed(car, "backward", isBuiltUp));
      metres += lengthM;
      lengthM = nextM;
      curveMps = nextCurveMps;
    }
    if (car.kind === "ferry") return this.#ferryTimes(car, metres, way);
    forwardS += this.#delaysAt(first + 1, last, NODE.ONLY_BACKWARD);
    backwardS += this.#delaysAt(first, last - 1, NODE.ONLY_FORWARD);
    return {
      metres,
      forwardS,
      backwardS,
    };
  }

  /** The time in the tags is that of the whole way. */
  #ferryTimes({ ferryMinutes }: CarStyle, metres: number, way: number): PieceTimes {
    const { wayFirst } = this.#roads;
    let wayM = 0;
    for (let at = wayFirst[way] ?? 0; at + 1 < (wayFirst[way + 1] ?? 0); at++)
      wayM += this.#lengthAfter(at);
    const seconds = (metres / Math.max(wayM, metres, 1)) * ferrySecondsOf(ferryMinutes, wayM);
    return {
      metres,
      forwardS: seconds,
      backwardS: seconds,
    };
  }

  #speed(car: CarStyle, direction: "forward" | "backward", isBuiltUp: boolean): number {
    return speedOf(car, car[direction].limitKmh, isBuiltUp, this.#pace) / KMH_PER_MPS;
  }

  /** What the nodes from one position to another cost, without those of the other direction. */
  #delaysAt(from: number, to: number, otherDirection: number): number {
    const { wayNodes, nodeStyle } = this.#roads;
    let seconds = 0;
    for (let at = from; at <= to; at++) {
      const style = nodeStyle[wayNodes[at] ?? 0] ?? 0;
      if (style !== 0 && (style & otherDirection) === 0)
        seconds += this.#pace.junctions * delayOf(style);
    }
    return seconds;
  }

  #isBuiltUp(at: number): boolean {
    const node = this.#roads.wayNodes[at] ?? 0;
    return this.#builtUp.covers(this.#roads.nodeLat7[node] ?? 0, this.#roads.nodeLng7[node] ?? 0);
  }

  #lengthAfter(at: number): number {
    const { wayNodes, nodeLat7, nodeLng7 } = this.#roads;
    const from = wayNodes[at] ?? 0;
    const to = wayNodes[at + 1] ?? 0;
    return metresBetween(
      nodeLat7[from] ?? 0,
      nodeLng7[from] ?? 0,
      nodeLat7[to] ?? 0,
      nodeLng7[to] ?? 0,
    );
  }

  /** The speed in a bend at a node, between pieces of these lengths. */
  #curveSpeed(at: number, beforeM: number, afterM: number): number {
    const turn = Math.abs(this.#bearing(at) - this.#bearing(at - 1));
    const angle = Math.min(turn, 2 * Math.PI - turn);
    if (angle < 0.05) return Infinity;
    const radiusM = (beforeM + afterM) / 2 / angle;
    return Math.max(SHARPEST_TURN_MPS, Math.sqrt(COMFORT_MPS2 * radiusM));
  }

  #bearing(at: number): number {
    const { wayNodes, nodeLat7, nodeLng7 } = this.#roads;
    const from = wayNodes[at] ?? 0;
    const to = wayNodes[at + 1] ?? 0;
    return bearingBetween(
      nodeLat7[from] ?? 0,
      nodeLng7[from] ?? 0,
      nodeLat7[to] ?? 0,
      nodeLng7[to] ?? 0,
    );
  }
}

/** On a piece between two bends; a free end does not slow. */
function meanSpeed(fromMps: number, toMps: number): number {
  if (fromMps === Infinity || toMps === Infinity) return 1.6 * Math.min(fromMps, toMps);
  return (fromMps + toMps) / 2;
}

function delayOf(style: number): number {
  if ((style & NODE.SIGNALS) !== 0) return SIGNALS_S;
  if ((style & NODE.STOP) !== 0) return STOP_S;
  return (style & NODE.SLOW) === 0 ? 0 : SLOW_S;
}

/** Cells of about 280 m. */
const CELLS_PER_UNIT = 400 / 1e7;
const COLUMNS = 400 * 360;
/** This many metres of residential street in a cell and its eight neighbours make a village. */
const VILLAGE_M = 350;

/**
 * Where houses are, by the length of residential streets. Extracts seldom say on a road that it is in a village, and
 * polygons of land use would cost another pass.
 */
export class BuiltUpArea {
  readonly #metres = new Map<number, number>();
  readonly #isVillage = new Map<number, boolean>();

  constructor(roads: RawRoads) {
    const { wayNodes, nodeLat7, nodeLng7 } = roads;
    forEachWay(roads, isResidential, (_, first, end) => {
      for (let at = first + 1; at < end; at++) {
        const from = wayNodes[at - 1] ?? 0;
        const to = wayNodes[at] ?? 0;
        if (nodeLat7[from] === NO_LAT7 || nodeLat7[to] === NO_LAT7) continue;
        const lat7 = nodeLat7[to] ?? 0;
        const lng7 = nodeLng7[to] ?? 0;
        const metres = metresBetween(nodeLat7[from] ?? 0, nodeLng7[from] ?? 0, lat7, lng7);
        const cell = cellOf(lat7, lng7);
        this.#metres.set(cell, (this.#metres.get(cell) ?? 0) + metres);
      }
    });
  }

  covers(lat7: number, lng7: number): boolean {
    const cell = cellOf(lat7, lng7);
    const known = this.#isVillage.get(cell);
    if (known !== undefined) return known;

    let metres = 0;
    for (const row of [-COLUMNS, 0, COLUMNS])
      for (const column of [-1, 0, 1]) metres += this.#metres.get(cell + row + column) ?? 0;
    const isVillage = metres >= VILLAGE_M;
    this.#isVillage.set(cell, isVillage);
    return isVillage;
  }
}

const isResidential = ({ car }: WayStyle): boolean =>
  car?.kind === "residential" || car?.kind === "living_street";

/** Columns are as wide as rows are high; their width changes at whole degrees of latitude. */
function cellOf(lat7: number, lng7: number): number {
  const row = Math.floor((lat7 + 90e7) * CELLS_PER_UNIT);
  const widening = Math.cos((Math.round(lat7 / 1e7) * Math.PI) / 180);
  const column = Math.floor((lng7 + 180e7) * CELLS_PER_UNIT * widening);
  return row * COLUMNS + column;
}
