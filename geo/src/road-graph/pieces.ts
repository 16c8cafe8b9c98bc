import { NO_LAT7, type RawRoads } from "./read-roads.ts";
import type { WayStyle } from "./way-style.ts";

const METRES_PER_UNIT = 0.011119508;
const FULL_CIRCLE_7 = 3_600_000_000;

type IsUsed = (style: WayStyle) => boolean;

/** How often the used ways meet each node: 0, 1, or 2 for more; the ends of a way count twice. */
export function countUses(roads: RawRoads, isUsed: IsUsed): Uint8Array {
  const uses = new Uint8Array(roads.nodeId.length);
  const add = (node: number, count: number): void => {
    uses[node] = Math.min(2, (uses[node] ?? 0) + count);
  };
  forEachWay(roads, isUsed, (_, first, end) => {
    for (let at = first; at < end; at++) add(roads.wayNodes[at] ?? 0, 1);
    add(roads.wayNodes[first] ?? 0, 1);
    add(roads.wayNodes[end - 1] ?? 0, 1);
  });
  return uses;
}

/** Calls `visit` with each used way and where its nodes begin and end (exclusive) in `wayNodes`. */
export function forEachWay(
  { styles, wayStyle, wayFirst }: RawRoads,
  isUsed: IsUsed,
  visit: (way: number, first: number, end: number) => void,
): void {
  const used = styles.map(isUsed);
  for (let way = 0; way < wayStyle.length; way++) {
    const first = wayFirst[way] ?? 0;
    const end = wayFirst[way + 1] ?? 0;
    if (used[wayStyle[way] ?? 0] === true && end - first >= 2) visit(way, first, end);
  }
}

/**
 * Splits used ways at junctions, and where the extract lacks a node. Calls `visit` with each piece: the way, and the
 * positions of its first and last node in `wayNodes`. The ends of a piece are different nodes.
 */
export function forEachPiece(
  roads: RawRoads,
  isUsed: IsUsed,
  isJunction: (node: number) => boolean,
  visit: (way: number, first: number, last: number) => void,
): void {
  const { wayNodes, nodeLat7 } = roads;
  const visitOrHalve = (way: number, first: number, last: number): void => {
    if (wayNodes[first] !== wayNodes[last]) {
      visit(way, first, last);
      return;
    }
    // A loop gets a junction in its middle.
    if (last - first < 2) return;
    const middle = (first + last) >>> 1;
    visitOrHalve(way, first, middle);
    visitOrHalve(way, middle, last);
  };

  forEachWay(roads, isUsed, (way, begin, end) => {
    let first = -1;
    for (let at = begin; at < end; at++) {
      const node = wayNodes[at] ?? 0;
      if (nodeLat7[node] === NO_LAT7) {
        if (first >= 0 && at - 1 > first) visitOrHalve(way, first, at - 1);
        first = -1;
      } else if (first < 0) first = at;
      else if (at === end - 1 || isJunction(node)) {
        visitOrHalve(way, first, at);
        first = at;
      }
    }
  });
}

/** Distance of two neighbouring points in metres, in the plane: exact to a millimetre for pieces of road. */
export function metresBetween(lat7: number, lng7: number, toLat7: number, toLng7: number): number {
  const middle = ((lat7 + toLat7) / 2e7) * (Math.PI / 180);
  return METRES_PER_UNIT * Math.hypot(toLat7 - lat7, eastOf(lng7, toLng7) * Math.cos(middle));
}

/** The direction from one point to the next in radians, clockwise from north. */
export function bearingBetween(lat7: number, lng7: number, toLat7: number, toLng7: number): number {
  const lngScale = Math.cos((lat7 / 1e7) * (Math.PI / 180));
  return Math.atan2(eastOf(lng7, toLng7) * lngScale, toLat7 - lat7);
}

/** The short way around. */
function eastOf(lng7: number, toLng7: number): number {
  const east = toLng7 - lng7;
  if (east > FULL_CIRCLE_7 / 2) return east - FULL_CIRCLE_7;
  return east < -FULL_CIRCLE_7 / 2 ? east + FULL_CIRCLE_7 : east;
}
