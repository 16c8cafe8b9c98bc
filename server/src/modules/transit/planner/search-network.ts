import { ALIGHT, BOARD } from "../feed/feed.ts";
import type { Network } from "../network/network.ts";
import type { Pattern } from "../network/pattern.ts";
import { type Labels, labelsOf, type Round } from "./labels.ts";

/** A stop, and the instant in seconds from which a trip can be taken there (backwards: until which one may arrive). */
export interface Start {
  readonly stop: number;
  readonly atS: number;
}
/** A stop from which the goal is reached on foot. */
export interface Goal {
  readonly stop: number;
  readonly walkS: number;
}

export interface NetworkSearch {
  /** Forwards: from the starts to the goals, as early as possible. Backwards: the goals are before the starts. */
  readonly direction: "forwards" | "backwards";
  readonly starts: readonly Start[];
  /** Without goals all stops are searched. */
  readonly goals: readonly Goal[];
  /** Trips that take longer than this are not looked for. */
  readonly horizonS: number;
  readonly maxTrips: number;
}

/** One trip of a journey. */
export interface TripLeg {
  readonly pattern: Pattern;
  readonly trip: number;
  readonly day: number;
  readonly fromPosition: number;
  readonly toPosition: number;
  readonly from: number;
  readonly to: number;
  readonly departsS: number;
  readonly arrivesS: number;
}
/** Trips in the order of travel, and the stop of the search's start and goal. */
export interface FoundJourney {
  readonly legs: readonly TripLeg[];
  /** When the goal is reached, the walk included; backwards: when the journey begins there. */
  readonly atS: number;
}

/**
 * RAPTOR (Delling, Pajor, Werneck 2012): round k finds what k trips reach. Backwards it runs on negative instants, with
 * the ends of trips swapped. Returns the best journey with the fewest trips; undefined if there is none.
 */
export function findJourney(network: Network, search: NetworkSearch): FoundJourney | undefined {
  const run = new SearchRun(network, search);
  run.execute();
  return run.journey();
}

/** The best instant at which each stop is reached by a trip, in seconds; Infinity (backwards: -Infinity) if by none. */
export function reachStops(network: Network, search: NetworkSearch): Float64Array {
  const run = new SearchRun(network, search);
  run.execute();
  return run.reached();
}

class SearchRun {
  readonly #network: Network;
  readonly #search: NetworkSearch;
  readonly #labels: Labels;
  /** 1 forwards, -1 backwards. */
  readonly #sign: 1 | -1;
  readonly #walks: ReadonlyMap<number, number>;
  readonly #fromS: number;
  readonly #toS: number;
  readonly #limit: number;
  #marked: number[] = [];
  #best = Infinity;
  #bestStop = -1;
  #bestRound = 0;

  constructor(network: Network, search: NetworkSearch) {
    this.#network = network;
    this.#search = search;
    this.#labels = labelsOf(network);
    this.#sign = search.direction === "forwards" ? 1 : -1;
    this.#walks = new Map(search.goals.map(({ stop, walkS }) => [stop, walkS]));
    const instants = search.starts.map(({ atS }) => this.#sign * atS);
    const first = instants.reduce((a, b) => Math.min(a, b), Infinity);
    const last = first + search.horizonS;
    this.#limit = last;
    this.#fromS = this.#sign === 1 ? first : -last;
    this.#toS = this.#sign === 1 ? last : -first;
  }

  execute(): void {
    const round = this.#labels.openRound(0);
    for (const { stop, atS } of this.#search.starts)
      this.#markReady(round, stop, this.#sign * atS, -1);
    for (let k = 1; k <= this.#search.maxTrips && this.#marked.length > 0; k++) this.#runRound(k);
  }

  /** The best journey. Must be called before another search of the network. */
  journey(): FoundJourney | undefined {
    if (this.#bestStop < 0) return undefined;
    const legs: TripLeg[] = [];
    let stop = this.#bestStop;
    let k = this.#bestRound;
    while (stop >= 0) {
      const round = this.#roundOf(stop, k, "out");
      const leg = this.#legTo(this.#labels.round(round), stop);
      legs.push(leg);
      const entered = this.#sign === 1 ? leg.from : leg.to;
      k = this.#roundOf(entered, round - 1, "ready");
      stop = this.#labels.round(k).readyFrom[entered]!;
    }
    return {
      legs: this.#sign === 1 ? legs.toReversed() : legs,
      atS: this.#sign * this.#best,
    };
  }

  reached(): Float64Array {
    return this.#labels.bestOut.map((signed) => this.#sign * signed);
  }

  #runRound(k: number): void {
    const round = this.#labels.openRound(k);
    const patterns = this.#queuePatterns();
    const reached = new Set<number>();
    for (const pattern of patterns) this.#scanPattern(k, round, pattern, reached);
    const { starts, to, seconds } =
      this.#sign === 1 ? this.#network.footpaths : this.#network.footpathsTo;
    this.#marked = [];
    for (const stop of reached)
      for (let n = starts[stop]!; n < starts[stop + 1]!; n++)
        this.#markReady(round, to[n]!, round.out[stop]! + seconds[n]!, stop);
  }

  #markReady(round: Round, stop: number, signedS: number, from: number): void {
    if (signedS >= this.#labels.bestReady[stop]!) return;
    this.#labels.bestReady[stop] = signedS;
    round.ready[stop] = signedS;
    round.readyFrom[stop] = from;
    this.#marked.push(stop);
  }

  /** Patterns that stop where passengers got ready in the last round, with the first such position in the queue. */
  #queuePatterns(): number[] {
    const { callStarts, callPatterns, callPositions } = this.#network;
    const { queue } = this.#labels;
    const patterns: number[] = [];
    for (const stop of this.#marked)
      for (let n = callStarts[stop]!; n < callStarts[stop + 1]!; n++) {
        const pattern = callPatterns[n]!;
        const position = callPositions[n]!;
        const known = queue[pattern]!;
        if (known < 0) patterns.push(pattern);
        if (known < 0 || this.#sign * (position - known) < 0) queue[pattern] = position;
      }
    return patterns;
  }

  #scanPattern(k: number, round: Round, number: number, reached: Set<number>): void {
    const pattern = this.#network.pattern(number);
    const first = this.#labels.queue[number]!;
    this.#labels.queue[number] = -1;
    const { firstS, lastS } = pattern.spanS;
    const days = pattern.daysBetween(this.#fromS, this.#toS);
    for (let day = days.first; day <= days.last; day++) {
      const startS = pattern.dayStartS(day);
      if (startS + lastS < this.#fromS || startS + firstS > this.#toS) continue;
      this.#scanDay(k, round, { pattern, number, day, startS }, first, reached);
    }
  }

  /** Follows the trips of a pattern and day: gets in where passengers are ready, and out everywhere after. */
  #scanDay(k: number, round: Round, scan: DayScan, first: number, reached: Set<number>): void {
    const { pattern, startS } = scan;
    const { feed } = pattern;
    const sign = this.#sign;
    const inTimes = sign === 1 ? feed.departures : feed.arrivals;
    const outTimes = sign === 1 ? feed.arrivals : feed.departures;
    const inRight = sign === 1 ? BOARD : ALIGHT;
    const outRight = sign === 1 ? ALIGHT : BOARD;
    const end = sign === 1 ? pattern.stopCount : -1;
    let trip = -1;
    let inPosition = -1;
    for (let position = first; position !== end; position += sign) {
      const stop = pattern.stopAt(position);
      const rights = pattern.rightsAt(position);
      if (trip >= 0 && rights & outRight) {
        const signedS = sign * (startS + outTimes[pattern.timeIndex(trip, position)]!);
        if (this.#isBetter(stop, signedS)) {
          this.#labels.bestOut[stop] = signedS;
          round.out[stop] = signedS;
          round.outPattern[stop] = scan.number;
          round.outTrip[stop] = trip;
          round.outDay[stop] = scan.day;
          round.outFrom[stop] = inPosition;
          round.outTo[stop] = position;
          reached.add(stop);
          this.#noteGoal(k, stop, signedS);
        }
      }
      if (!(rights & inRight)) continue;
      const readyS = this.#readyBefore(k, stop);
      if (readyS === Infinity) continue;
      const ownS =
        trip < 0 ? Infinity : sign * (startS + inTimes[pattern.timeIndex(trip, position)]!);
      if (readyS >= ownS) continue;
      const better = this.#findTrip(scan, position, inTimes, readyS);
      if (better < 0 || better === trip) continue;
      trip = better;
      inPosition = position;
    }
  }

  /** When passengers were ready at a stop after fewer than k trips. */
  #readyBefore(k: number, stop: number): number {
    const last = this.#labels.round(k - 1).ready[stop]!;
    if (last !== Infinity || k === 1) return last;
    return this.#labels.round(this.#roundOf(stop, k - 1, "ready")).ready[stop]!;
  }

  #isBetter(stop: number, signedS: number): boolean {
    if (signedS > this.#limit || signedS >= this.#best) return false;
    return signedS < this.#labels.bestOut[stop]!;
  }

  #noteGoal(k: number, stop: number, signedS: number): void {
    const walkS = this.#walks.get(stop);
    if (walkS === undefined || signedS + walkS >= this.#best) return;
    this.#best = signedS + walkS;
    this.#bestStop = stop;
    this.#bestRound = k;
  }

  /** The first trip from `signedS` on that runs on the day and is not cancelled; -1 if there is none. */
  #findTrip(
    { pattern, day, startS }: DayScan,
    position: number,
    times: Int32Array,
    signedS: number,
  ): number {
    const timeS = this.#sign * signedS - startS;
    // Forwards: the first trip at or after the time. Backwards: the last one at or before it.
    let low = 0;
    let high = pattern.tripCount;
    while (low < high) {
      const middle = (low + high) >> 1;
      const atS = times[pattern.timeIndex(middle, position)]!;
      const isBefore = this.#sign === 1 ? atS < timeS : atS <= timeS;
      if (isBefore) low = middle + 1;
      else high = middle;
    }
    let trip = this.#sign === 1 ? low : low - 1;
    while (trip >= 0 && trip < pattern.tripCount) {
      if (pattern.runsOn(trip, day) && !pattern.isCancelled(trip, day)) return trip;
      trip += this.#sign;
    }
    return -1;
  }

  /** The last round up to k in which a label of the stop improved: later ones are better. */
  #roundOf(stop: number, k: number, label: "out" | "ready"): number {
    for (let round = k; round > 0; round--)
      if (this.#labels.round(round)[label][stop] !== Infinity) return round;
    return 0;
  }

  #legTo(round: Round, stop: number): TripLeg {
    const pattern = this.#network.pattern(round.outPattern[stop]!);
    const trip = round.outTrip[stop]!;
    const day = round.outDay[stop]!;
    const ends = [round.outFrom[stop]!, round.outTo[stop]!];
    const fromPosition = Math.min(...ends);
    const toPosition = Math.max(...ends);
    const startS = pattern.dayStartS(day);
    return {
      pattern,
      trip,
      day,
      fromPosition,
      toPosition,
      from: pattern.stopAt(fromPosition),
      to: pattern.stopAt(toPosition),
      departsS: startS + pattern.feed.departures[pattern.timeIndex(trip, fromPosition)]!,
      arrivesS: startS + pattern.feed.arrivals[pattern.timeIndex(trip, toPosition)]!,
    };
  }
}

interface DayScan {
  readonly pattern: Pattern;
  readonly number: number;
  readonly day: number;
  readonly startS: number;
}
