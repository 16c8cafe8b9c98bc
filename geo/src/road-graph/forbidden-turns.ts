import { type CarSegments, CLOSED } from "./car-segments.ts";
import { accessOf } from "./driven-edges.ts";
import type { Lists } from "../groups.ts";
import { bearingBetween } from "./pieces.ts";
import { indexIn, type RawRoads, type TurnRestriction } from "./read-roads.ts";
import { type Directed, reverseOf } from "./turn-states.ts";

/** Via ways longer than this many segments are damaged data. */
const MAX_VIA_SEGMENTS = 30;

export interface ForbiddenTurns {
  /** Sequences of directed segments that no car may drive. */
  readonly sequences: readonly (readonly Directed[])[];
  /** Restrictions whose ways do not meet, or that are outside of the extract. */
  readonly unusable: number;
}

/** Turns restrictions into sequences of directed segments. `leaving` lists the directed segments from each junction. */
export function findForbiddenTurns(
  segments: CarSegments,
  roads: RawRoads,
  leaving: Lists,
): ForbiddenTurns {
  const finder = new SequenceFinder(segments, roads, leaving);
  const found = roads.restrictions.map((restriction) => finder.find(restriction));
  const sharp = findSharpTurns(segments, leaving).flatMap(([entry, exit]) =>
    finder.forbid([entry], exit),
  );
  return {
    sequences: [...found.flat(), ...sharp],
    unusable: found.filter(({ length }) => length === 0).length,
  };
}

class SequenceFinder {
  readonly #segments: CarSegments;
  readonly #roads: RawRoads;
  readonly #leaving: Lists;
  /** Segments of each way that a restriction names. */
  readonly #segmentsOfWay = new Map<number, number[]>();

  constructor(segments: CarSegments, roads: RawRoads, leaving: Lists) {
    this.#segments = segments;
    this.#roads = roads;
    this.#leaving = leaving;
    for (const { from, viaWays, to } of roads.restrictions)
      for (const way of [...from, ...viaWays, ...to]) this.#segmentsOfWay.set(way, []);
    for (const [segment, way] of segments.wayId.entries())
      this.#segmentsOfWay.get(way)?.push(segment);
  }

  find(restriction: TurnRestriction): Directed[][] {
    return restriction.from.flatMap((from) =>
      restriction.to.flatMap((to) => this.#findOne(restriction, from, to)),
    );
  }

  #findOne({ kind, viaNode, viaWays }: TurnRestriction, from: number, to: number): Directed[][] {
    const begins =
      viaNode === undefined ? this.#driveVia(from, viaWays) : this.#arriveAt(from, viaNode);
    return begins.flatMap((begin) => {
      const junction = this.#headOf(begin.at(-1) ?? 0);
      const exits = this.#directedOf(to).filter(
        (directed) => this.#tailOf(directed) === junction && this.#isOpen(directed),
      );
      // A way that passes the junction instead of ending there is damaged data.
      if (exits.length !== 1) return [];
      const exit = exits[0] ?? 0;
      return kind === "no" ? this.forbid(begin, exit) : this.#forbidOthers(begin, exit);
    });
  }

  /**
   * The turn itself, and turning round on the way to it (on a via way, or at the next junction to come back), by which
   * the graph would allow it again.
   */
  forbid(begin: readonly Directed[], exit: Directed): Directed[][] {
    const last = begin.at(-1) ?? 0;
    const others = this.#leavingAt(this.#headOf(last)).filter(
      (other) => other !== exit && other !== reverseOf(last),
    );
    const backOnVia = begin.length > 1 ? [[...begin, reverseOf(last)]] : [];
    const detours = others
      .filter((other) => this.#leavingAt(this.#headOf(other)).length > 1)
      .map((other) => [...begin, other, reverseOf(other)]);
    return [[...begin, exit], ...backOnVia, ...detours];
  }

  #forbidOthers(begin: readonly Directed[], exit: Directed): Directed[][] {
    const others = this.#leavingAt(this.#headOf(begin.at(-1) ?? 0)).filter(
      (other) => other !== exit,
    );
    const back = [...begin, exit, reverseOf(exit)];
    const canGoOn = this.#leavingAt(this.#headOf(exit)).length > 1;
    return [...others.map((other) => [...begin, other]), ...(canGoOn ? [back] : [])];
  }

  /** The segment of a way by which one comes to a node, if there is exactly one. */
  #arriveAt(way: number, nodeId: number): Directed[][] {
    const node = indexIn(this.#roads.nodeId, nodeId);
    const junction = node < 0 ? -1 : (this.#segments.junctionOfNode[node] ?? -1);
    if (junction < 0) return [];
    const arriving = this.#directedOf(way).filter(
      (directed) => this.#headOf(directed) === junction && this.#isOpen(directed),
    );
    return arriving.length === 1 ? [arriving] : [];
  }

  /** From the first way over all via ways, in the order of the relation. */
  #driveVia(from: number, viaWays: readonly number[]): Directed[][] {
    const begins = this.#directedOf(from).filter((directed) => this.#isOpen(directed));
    const paths = begins.flatMap((begin) => {
      const path = this.#followWays([begin], viaWays);
      return path ? [path] : [];
    });
    return paths.length === 1 ? paths : [];
  }

  #followWays(
    path: readonly Directed[],
    [way, ...rest]: readonly number[],
  ): Directed[] | undefined {
    if (way === undefined) return [...path];
    let driven = [...path];
    while (driven.length < MAX_VIA_SEGMENTS) {
      const at = this.#headOf(driven.at(-1) ?? 0);
      const next = this.#directedOf(way).filter(
        (directed) =>
          this.#tailOf(directed) === at &&
          this.#isOpen(directed) &&
          !driven.includes(reverseOf(directed)),
      );
      const isEntered = driven.length > path.length;
      if (next.length === 0) return isEntered ? this.#followWays(driven, rest) : undefined;
      if (next.length > 1) return undefined;
      driven = [...driven, ...next];
    }
    return undefined;
  }

  #directedOf(way: number): Directed[] {
    const segments = this.#segmentsOfWay.get(way) ?? [];
    return segments.flatMap((segment) => [2 * segment, 2 * segment + 1]);
  }

  #leavingAt(junction: number): Directed[] {
    const { first, items } = this.#leaving;
    return Array.from(items.subarray(first[junction], first[junction + 1])).filter((directed) =>
      this.#isOpen(directed),
    );
  }

  #isOpen(directed: Directed): boolean {
    const { accessForward, accessBackward } = this.#segments;
    const access = directed % 2 === 0 ? accessForward : accessBackward;
    return access[directed >>> 1] !== CLOSED;
  }

  #tailOf(directed: Directed): number {
    const { from, to } = this.#segments;
    return (directed % 2 === 0 ? from : to)[directed >>> 1] ?? 0;
  }

  #headOf(directed: Directed): number {
    return this.#tailOf(reverseOf(directed));
  }
}

/** A turn by more than this is turning round. */
const SHARP_DEGREES = 150;

/**
 * Turns from one carriageway into the opposite one, where a divided road becomes one. No relation forbids them, but
 * people do not turn round on a main road. As pairs of directed segments.
 */
function findSharpTurns(segments: CarSegments, leaving: Lists): [Directed, Directed][] {
  const turns: [Directed, Directed][] = [];
  for (let junction = 0; junction < segments.junctionLat7.length; junction++) {
    const touching = Array.from(
      leaving.items.subarray(leaving.first[junction], leaving.first[junction + 1]),
    );
    if (touching.length < 3) continue;
    const exits = touching.filter((directed) => isOneWay(segments, directed));
    const entries = touching.map(reverseOf).filter((directed) => isOneWay(segments, directed));
    for (const entry of entries)
      for (const exit of exits)
        if (turnDegrees(segments, entry, exit) > SHARP_DEGREES) turns.push([entry, exit]);
  }
  return turns;
}

const isOneWay = (segments: CarSegments, directed: Directed): boolean =>
  accessOf(segments, directed) !== CLOSED && accessOf(segments, reverseOf(directed)) === CLOSED;

/** Between the direction in which one segment ends and that in which another begins, from 0 to 180. */
function turnDegrees(segments: CarSegments, from: Directed, to: Directed): number {
  const arrival = bearingAtTail(segments, reverseOf(from)) + 180;
  const difference = Math.abs(bearingAtTail(segments, to) - arrival) % 360;
  return Math.min(difference, 360 - difference);
}

/** The direction in which a segment begins, in degrees. */
function bearingAtTail(
  { shapeFirst, shapeEnd, shapeLat7, shapeLng7 }: CarSegments,
  directed: Directed,
): number {
  const segment = directed >>> 1;
  const isForward = directed % 2 === 0;
  const at = isForward ? (shapeFirst[segment] ?? 0) : (shapeEnd[segment] ?? 0) - 1;
  const next = isForward ? at + 1 : at - 1;
  const radians = bearingBetween(
    shapeLat7[at] ?? 0,
    shapeLng7[at] ?? 0,
    shapeLat7[next] ?? 0,
    shapeLng7[next] ?? 0,
  );
  return (radians * 180) / Math.PI;
}
