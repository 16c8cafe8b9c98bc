import { type CarSegments, CLOSED, DESTINATION, OPEN } from "./car-segments.ts";
import { UnionFind } from "../groups.ts";

/**
 * Opens gates that only residents pass, and marks what lies behind them and behind private roads as destination-only:
 * one may reach a place there, but not drive through. Of public roads that are connected by such roads and gates only,
 * the part with the most segments stays public.
 */
export function findDestinationAreas(segments: CarSegments): CarSegments {
  const { from, to, gates, junctionLat7 } = segments;
  const publicParts = new UnionFind(junctionLat7.length);
  const connected = new UnionFind(junctionLat7.length);
  for (let segment = 0; segment < from.length; segment++) {
    connected.join(from[segment] ?? 0, to[segment] ?? 0);
    if (isPublic(segments, segment)) publicParts.join(from[segment] ?? 0, to[segment] ?? 0);
  }
  for (const [first = 0, ...others] of gates) for (const end of others) connected.join(first, end);

  const isMain = findMainParts(segments, publicParts, connected);
  const access = closeOtherParts(segments, publicParts, isMain);
  const junctionAfter = openGates(segments, access);
  return {
    ...segments,
    ...access,
    from: from.map((junction) => junctionAfter[junction] ?? junction),
    to: to.map((junction) => junctionAfter[junction] ?? junction),
    gates: [],
  };
}

type Accesses = Pick<CarSegments, "accessForward" | "accessBackward">;

export const isPublic = ({ accessForward, accessBackward }: Accesses, segment: number): boolean =>
  accessForward[segment] === OPEN || accessBackward[segment] === OPEN;

/** By the root of a public part: whether it is the largest of those that it is connected with. */
function findMainParts(
  segments: CarSegments,
  publicParts: UnionFind,
  connected: UnionFind,
): ReadonlySet<number> {
  const sizes = new Map<number, number>();
  for (let segment = 0; segment < segments.from.length; segment++) {
    if (!isPublic(segments, segment)) continue;
    const part = publicParts.find(segments.from[segment] ?? 0);
    sizes.set(part, (sizes.get(part) ?? 0) + 1);
  }

  const largest = new Map<number, number>();
  for (const [part, size] of sizes) {
    const whole = connected.find(part);
    const other = largest.get(whole);
    if (other === undefined || size > (sizes.get(other) ?? 0)) largest.set(whole, part);
  }
  return new Set(largest.values());
}

function closeOtherParts(
  segments: CarSegments,
  publicParts: UnionFind,
  isMain: ReadonlySet<number>,
): Accesses {
  const accessForward = segments.accessForward.slice();
  const accessBackward = segments.accessBackward.slice();
  for (const [segment, junction] of segments.from.entries()) {
    if (!isPublic(segments, segment) || isMain.has(publicParts.find(junction))) continue;
    if (accessForward[segment] !== CLOSED) accessForward[segment] = DESTINATION;
    if (accessBackward[segment] !== CLOSED) accessBackward[segment] = DESTINATION;
  }
  return { accessForward, accessBackward };
}

/** Joins the ends of road at a gate, except that public roads at both sides stay apart. */
function openGates({ from, to, gates, junctionLat7 }: CarSegments, access: Accesses): Uint32Array {
  const isPublicJunction = new Uint8Array(junctionLat7.length);
  for (let segment = 0; segment < from.length; segment++) {
    if (!isPublic(access, segment)) continue;
    isPublicJunction[from[segment] ?? 0] = 1;
    isPublicJunction[to[segment] ?? 0] = 1;
  }

  const junctionAfter = Uint32Array.from(junctionLat7, (_, junction) => junction);
  for (const ends of gates) {
    const kept = ends.find((end) => isPublicJunction[end] === 1) ?? ends[0] ?? 0;
    for (const end of ends) if (isPublicJunction[end] === 0) junctionAfter[end] = kept;
  }
  return junctionAfter;
}
