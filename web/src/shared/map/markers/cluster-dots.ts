import type { LatLng } from "../map-types.ts";

/** Somebody on the flat map, in pixels. */
export interface Dot {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}
/** Those who stand so close together that they are drawn as one. The first of them in the order of ids gives it its place. */
export interface Cluster {
  readonly ids: readonly string[];
}

// The size that the map has at zoom 0.
const WORLD_PX = 512;

/** How wide the whole world is at a zoom. */
export const worldSizePx = (zoom: number): number => WORLD_PX * 2 ** zoom;

/** Where a place is on the flat map of the whole world, by Mercator's projection. */
export function projectToPx({ lat, lng }: LatLng, zoom: number): { x: number; y: number } {
  const size = worldSizePx(zoom);
  const sine = Math.sin((lat * Math.PI) / 180);
  return { x: ((lng + 180) / 360) * size, y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size };
}

/**
 * Gathers dots closer than `withinPx` to the first one of a cluster. It goes by ids, not by places, so that a dot that moves
 * a little does not stir up the others; and looks at neighbouring squares only, so that thousands take milliseconds.
 */
export function clusterDots(dots: readonly Dot[], withinPx: number): Cluster[] {
  const clusters: { first: Dot; ids: string[] }[] = [];
  const squares = new Map<string, (typeof clusters)[number][]>();
  const squareOf = (px: number) => Math.floor(px / withinPx);
  for (const dot of dots.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const [column, row] = [squareOf(dot.x), squareOf(dot.y)];
    const around = [-1, 0, 1].flatMap((dx) =>
      [-1, 0, 1].flatMap((dy) => squares.get(`${column + dx} ${row + dy}`) ?? []),
    );
    const nearest = around.find(({ first }) => Math.hypot(first.x - dot.x, first.y - dot.y) < withinPx);
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
