import type { Position } from "geojson";

/**
 * One way of an area: the ids of its nodes, in order. Roles are not needed, because geometry distinguishes holes from
 * outlines.
 */
export interface RingPart {
  readonly nodeIds: readonly number[];
}

/** Coordinates of a GeoJSON MultiPolygon: polygons, each an outline followed by its holes. */
export type Polygons = Position[][][];

/** Finds a node's position, as longitude and latitude; undefined if the extract lacks the node. */
export type LocateNode = (id: number) => Position | undefined;

/** A chain of ways with a missing piece is closed by a straight line if the gap is at most this part of its length. */
const MAX_GAP_SHARE = 0.1;

/**
 * Joins the ways of an area (a multipolygon or boundary relation, or one closed way) to polygons. Ways may have any
 * order and direction. Which rings are holes follows from what contains what, since roles are often wrong in practice.
 * What cannot be repaired (chains with large gaps, rings without area) is left out.
 */
export function assemblePolygons(parts: readonly RingPart[], locate: LocateNode): Polygons {
  const rings = joinRings(parts)
    .map((chain) => closeRing(locatedNodes(chain, locate)))
    .filter((ring) => ring !== undefined)
    .flatMap(splitAtRepeatedPoints)
    .filter((ring) => ring.length >= 4 && signedArea(ring) !== 0);
  return nestRings(rings);
}

/** Joins ways that share end nodes to chains. A chain is a ring if its first and last node are the same. */
export function joinRings(parts: readonly RingPart[]): number[][] {
  const ways = withoutDuplicates(parts);
  const chains = ways.filter(isClosed);
  const open = new Set(ways.filter((way) => !isClosed(way)));
  const byEnd = new Map<number, number[][]>();
  for (const way of open)
    for (const node of [way[0], way.at(-1)]) {
      if (node !== undefined) byEnd.set(node, [...(byEnd.get(node) ?? []), way]);
    }
  const takeWayAt = (node: number | undefined): number[] | undefined => {
    const candidates = (node === undefined ? undefined : byEnd.get(node)) ?? [];
    for (let way = candidates.pop(); way; way = candidates.pop()) if (open.delete(way)) return way;
    return undefined;
  };
  for (const start of open) {
    open.delete(start);
    chains.push(extendAtBothEnds([...start], takeWayAt));
  }
  return chains;
}

function extendAtBothEnds(
  chain: number[],
  takeWayAt: (node: number | undefined) => number[] | undefined,
): number[] {
  for (const end of ["last", "first"]) {
    if (end === "first") chain.reverse();
    while (!isClosed(chain)) {
      const node = chain.at(-1);
      const next = takeWayAt(node);
      if (!next) break;
      chain.push(...(next[0] === node ? next : next.toReversed()).slice(1));
    }
  }
  return chain;
}

/** Relations sometimes list a way twice; its second copy would close a ring onto itself. */
function withoutDuplicates(parts: readonly RingPart[]): number[][] {
  const seen = new Set<string>();
  return parts.flatMap(({ nodeIds }) => {
    if (nodeIds.length < 2) return [];
    const forward = nodeIds.join();
    if (seen.has(forward) || seen.has(nodeIds.toReversed().join())) return [];
    seen.add(forward);
    return [[...nodeIds]];
  });
}

const isClosed = (chain: readonly number[]) => chain.length > 2 && chain[0] === chain.at(-1);

interface LocatedChain {
  readonly points: Position[];
  readonly isClosed: boolean;
}

function locatedNodes(chain: readonly number[], locate: LocateNode): LocatedChain {
  const points = chain.map(locate).filter((point) => point !== undefined);
  return { points, isClosed: isClosed(chain) };
}

function closeRing({ points, isClosed }: LocatedChain): Position[] | undefined {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 3) return undefined;
  if (isSamePoint(first, last)) return points;
  const length = points.reduce((sum, point, i) => sum + distance(point, points[i - 1] ?? point), 0);
  if (!isClosed && distance(first, last) > MAX_GAP_SHARE * length) return undefined;
  return [...points, first];
}

/** A ring that touches itself at a point becomes several rings; a spike that goes out and back disappears. */
function splitAtRepeatedPoints(ring: readonly Position[]): Position[][] {
  const rings: Position[][] = [];
  let path: Position[] = [];
  const indexOf = new Map<string, number>();
  for (const point of ring) {
    const key = point.join();
    const before = indexOf.get(key);
    if (before === undefined) {
      indexOf.set(key, path.length);
      path.push(point);
      continue;
    }
    const loop = [...path.slice(before), point];
    if (loop.length >= 4) rings.push(loop);
    for (const dropped of path.slice(before + 1)) indexOf.delete(dropped.join());
    path = path.slice(0, before + 1);
  }
  return rings;
}

interface Ring {
  readonly points: Position[];
  readonly area: number;
  readonly box: readonly [west: number, south: number, east: number, north: number];
}

/**
 * Groups rings to polygons: a ring inside an even number of others is an outline, else a hole of the smallest around
 * it.
 */
function nestRings(closed: readonly Position[][]): Polygons {
  const rings: Ring[] = closed
    .map((points) => ({
      points,
      area: Math.abs(signedArea(points)),
      box: boxOf(points),
    }))
    .toSorted((a, b) => b.area - a.area);
  const polygonOf = new Map<Ring, Position[][]>();
  const polygons: Polygons = [];
  rings.forEach((ring, i) => {
    const around = rings.slice(0, i).filter((other) => contains(other, ring));
    const parent = around.at(-1);
    const outline = parent && polygonOf.get(parent);
    if (around.length % 2 === 1 && outline) {
      outline.push(withDirection(ring.points, "clockwise"));
      return;
    }
    const polygon = [withDirection(ring.points, "counterclockwise")];
    polygonOf.set(ring, polygon);
    polygons.push(polygon);
  });
  return polygons;
}

function contains(outer: Ring, inner: Ring): boolean {
  const [west, south, east, north] = outer.box;
  const [innerWest, innerSouth, innerEast, innerNorth] = inner.box;
  if (innerWest < west || innerSouth < south || innerEast > east || innerNorth > north)
    return false;
  const outline = new Set(outer.points.map((point) => point.join()));
  const free = inner.points.find((point) => !outline.has(point.join()));
  // Rings that share all their points: the middle of an edge decides.
  return isInside(free ?? middle(inner.points), outer.points);
}

function middle([a = [0, 0], b = a]: readonly Position[]): Position {
  return [(x(a) + x(b)) / 2, (y(a) + y(b)) / 2];
}

/** Returns true for a point inside a ring, by counting the edges to its east. */
export function isInside(point: Position, ring: readonly Position[]): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const a = ring[i - 1];
    const b = ring[i];
    if (!a || !b || y(a) > y(point) === y(b) > y(point)) continue;
    if (x(point) < ((x(b) - x(a)) * (y(point) - y(a))) / (y(b) - y(a)) + x(a)) inside = !inside;
  }
  return inside;
}

function withDirection(ring: Position[], direction: "clockwise" | "counterclockwise"): Position[] {
  return signedArea(ring) > 0 === (direction === "counterclockwise") ? ring : ring.toReversed();
}

/** Area in square degrees; positive if the ring runs counterclockwise. */
export function signedArea(ring: readonly Position[]): number {
  // Relative to the first point, which keeps the figures of small rings exact.
  const originX = x(ring[0] ?? []);
  const originY = y(ring[0] ?? []);
  let twice = 0;
  for (let i = 1; i < ring.length; i++) {
    const a = ring[i - 1] ?? [];
    const b = ring[i] ?? [];
    twice += (x(a) - originX) * (y(b) - originY) - (x(b) - originX) * (y(a) - originY);
  }
  return twice / 2;
}

function boxOf(points: readonly Position[]): Ring["box"] {
  let west = Infinity;
  let south = Infinity;
  let east = -Infinity;
  let north = -Infinity;
  for (const point of points) {
    west = Math.min(west, x(point));
    east = Math.max(east, x(point));
    south = Math.min(south, y(point));
    north = Math.max(north, y(point));
  }
  return [west, south, east, north];
}

const x = (point: Position): number => point[0] ?? 0;
const y = (point: Position): number => point[1] ?? 0;
const isSamePoint = (a: Position, b: Position) => x(a) === x(b) && y(a) === y(b);
const distance = (a: Position, b: Position) =>
  Math.hypot((x(a) - x(b)) * Math.cos((y(a) * Math.PI) / 180), y(a) - y(b));
