import { CLOSED, type CarSegments } from "./car-segments.ts";
import { accessOf } from "./driven-edges.ts";
import type { Lists } from "./groups.ts";
import { type Directed, reverseOf } from "./turn-states.ts";

/** A turn by more than this is turning round. */
const SHARP_DEGREES = 150;

/**
 * Turns from one carriageway into the opposite one, where a divided road becomes one. No relation forbids them, but
 * people do not turn round on a main road. As pairs of directed segments.
 */
export function findSharpTurns(segments: CarSegments, leaving: Lists): [Directed, Directed][] {
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
  const lat7 = shapeLat7[at] ?? 0;
  const north = (shapeLat7[next] ?? 0) - lat7;
  const east = (shapeLng7[next] ?? 0) - (shapeLng7[at] ?? 0);
  const radians = Math.atan2(east * Math.cos((lat7 / 1e7) * (Math.PI / 180)), north);
  return (radians * 180) / Math.PI;
}
