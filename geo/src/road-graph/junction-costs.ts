import { type CarSegments, classOf, CLOSED, DESTINATION } from "./car-segments.ts";
import type { DrivingPace } from "./driving-speed.ts";
import { NODE } from "./node-style.ts";
import type { RawRoads } from "./read-roads.ts";
import type { CarStyle } from "./way-style.ts";

/** Coming to a larger road, on average with and without waiting. */
const GIVE_WAY_S = 5;
/** Turning off a larger road. */
const TURN_OFF_S = 2;
/** At a junction of equal small roads, where one gives way to the right. */
const EQUAL_S = 1.5;
const INTO_ROUNDABOUT_S = 3;
const BOARDING_S = 300;
/** From this class on, roads of equal rank have no right of way. */
const SMALL_CLASS = 5;
const NO_CLASS = 255;

/** Times of each segment in tenths of a second with what its junctions cost; 0 for a closed direction. */
export interface SegmentTimes {
  readonly forwardDs: Uint32Array;
  readonly backwardDs: Uint32Array;
}

export function addJunctionCosts(
  segments: CarSegments,
  roads: RawRoads,
  pace: DrivingPace,
): SegmentTimes {
  const junctions = new Junctions(segments, roads);
  const cars = roads.styles.map(({ car }) => car);
  const forwardDs = new Uint32Array(segments.from.length);
  const backwardDs = new Uint32Array(segments.from.length);
  for (let segment = 0; segment < segments.from.length; segment++) {
    const car = cars[segments.style[segment] ?? 0];
    if (!car) continue;
    const from = segments.from[segment] ?? 0;
    const to = segments.to[segment] ?? 0;
    const forwardS = pace.junctions * (junctions.leaveS(from, car) + junctions.arriveS(to, car));
    const backwardS = pace.junctions * (junctions.leaveS(to, car) + junctions.arriveS(from, car));
    if (segments.accessForward[segment] !== CLOSED)
      forwardDs[segment] = toTenths((segments.forwardS[segment] ?? 0) + forwardS);
    if (segments.accessBackward[segment] !== CLOSED)
      backwardDs[segment] = toTenths((segments.backwardS[segment] ?? 0) + backwardS);
  }
  return { forwardDs, backwardDs };
}

const toTenths = (seconds: number): number => Math.max(1, Math.round(10 * seconds));

/** What meets at each junction. */
class Junctions {
  readonly #largestClass: Uint8Array;
  readonly #roadCount: Uint8Array;
  readonly #hasRoundabout: Uint8Array;
  readonly #hasOtherThanFerry: Uint8Array;
  readonly #hasSignals: Uint8Array;

  constructor(segments: CarSegments, roads: RawRoads) {
    const count = segments.junctionLat7.length;
    this.#largestClass = new Uint8Array(count).fill(NO_CLASS);
    this.#roadCount = new Uint8Array(count);
    this.#hasRoundabout = new Uint8Array(count);
    this.#hasOtherThanFerry = new Uint8Array(count);
    this.#hasSignals = new Uint8Array(count);
    for (const [segment, style] of segments.style.entries()) {
      const car = roads.styles[style]?.car;
      if (!car) continue;
      const isCounted = !isDestinationOnly(segments, segment);
      this.#add(segments.from[segment] ?? 0, car, isCounted);
      this.#add(segments.to[segment] ?? 0, car, isCounted);
    }
    for (const [node, junction] of segments.junctionOfNode.entries())
      if (junction >= 0 && ((roads.nodeStyle[node] ?? 0) & NODE.SIGNALS) !== 0)
        this.#hasSignals[junction] = 1;
  }

  /** What it costs to arrive here on such a road, without signals. */
  arriveS(junction: number, car: CarStyle): number {
    if (car.kind === "ferry") return this.#boardingS(junction);
    const isRoundabout = this.#hasRoundabout[junction] === 1;
    if (isRoundabout) return car.isRoundabout ? 0 : INTO_ROUNDABOUT_S;
    if (this.#hasSignals[junction] === 1 || (this.#roadCount[junction] ?? 0) < 3) return 0;

    const rank = classOf(car);
    const largest = this.#largestClass[junction] ?? NO_CLASS;
    if (rank > largest && !isRamp(car)) return GIVE_WAY_S;
    return rank === largest && rank >= SMALL_CLASS ? EQUAL_S : 0;
  }

  leaveS(junction: number, car: CarStyle): number {
    if (car.kind === "ferry") return this.#boardingS(junction);
    if (this.#hasRoundabout[junction] === 1 || (this.#roadCount[junction] ?? 0) < 3) return 0;
    const isSmaller = classOf(car) > (this.#largestClass[junction] ?? NO_CLASS);
    return isSmaller && !isRamp(car) ? TURN_OFF_S : 0;
  }

  #boardingS(junction: number): number {
    return this.#hasOtherThanFerry[junction] === 1 ? BOARDING_S / 2 : 0;
  }

  #add(junction: number, car: CarStyle, isCounted: boolean): void {
    if (car.kind === "ferry") return;
    this.#hasOtherThanFerry[junction] = 1;
    if (car.isRoundabout) this.#hasRoundabout[junction] = 1;
    // Drives and tracks do not slow those who pass.
    if (!isCounted) return;
    this.#roadCount[junction] = Math.min(NO_CLASS, (this.#roadCount[junction] ?? 0) + 1);
    this.#largestClass[junction] = Math.min(this.#largestClass[junction] ?? NO_CLASS, classOf(car));
  }
}

const isDestinationOnly = ({ accessForward, accessBackward }: CarSegments, segment: number) =>
  accessForward[segment] === DESTINATION || accessBackward[segment] === DESTINATION;

const isRamp = ({ kind }: CarStyle): boolean => kind === "motorway_link" || kind === "trunk_link";
