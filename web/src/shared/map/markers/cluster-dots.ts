import type { LatLng } from "../map-types.ts";

/** A marker on the projected map, in pixels. */
export interface Dot {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}
/** Markers close enough to be drawn as one, at the position of the first by id. */
export interface Cluster {
  readonly ids: readonly string[];
}

// Size of the map at zoom 0.
const WORLD_PX = 512;

/** Width of the world in pixels at a zoom level. */
export const worldSizePx = (zoom: number): number => WORLD_PX * 2 ** zoom;

/** Web Mercator projection of a position. */
export function projectToPx(
  { lat, lng }: LatLng,
  zoom: number,
): {
  x: number;
  y: number;
} {
  const size = worldSizePx(zoom);
  const sine = Math.sin((lat * Math.PI) / 180);
  return {
    x: ((lng + 180) / 360) * size,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size,
  };
}

/**
 * Clusters dots that are closer than `withinPx` to the first of a cluster. Ordering by id instead of position keeps
 * clusters stable when a dot moves a little; a grid search handles thousands in milliseconds.
 */
export function clusterDots(dots: readonly Dot[], withinPx: number): Cluster[] {
  const clusters: {
    first: Dot;
    ids: string[];
  }[] = [];
  const squares = new Map<string, (typeof clusters)[number][]>();
  const squareOf = (px: number) => Math.floor(px / withinPx);
  for (const dot of dots.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const column = squareOf(dot.x);
    const row = squareOf(dot.y);
    const around = [-1, 0, 1].flatMap((dx) =>
      [-1, 0, 1].flatMap((dy) => squares.get(`${column + dx} ${row + dy}`) ?? []),
    );
    const nearest = around.find(
      ({ first }) => Math.hypot(first.x - dot.x, first.y - dot.y) < withinPx,
    );
    if (nearest) {
      nearest.ids.push(dot.id);
      continue;
    }
    const cluster = { first: dot, ids: [dot.id] };
    clusters.push(cluster);
    const square = `${column} ${row}`;
    squares.set(square, [...(squares.get(square) ?? []), cluster]);
  }
  return clusters.map(({ ids }) => ({ ids }));
}
