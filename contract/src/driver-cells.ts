import type { LatLng } from "./shapes.ts";

/**
 * Size of a map cell in degrees. Maps subscribe to driver updates by cell, so they get only those of the visible area.
 */
const CELL_DEG = 0.25;
const ROWS = 180 / CELL_DEG;
const COLUMNS = 360 / CELL_DEG;
/** Larger views do not show live drivers. */
export const WATCHED_CELLS_MAX = 60;

/** A section of the map; `east` is less than `west` if it crosses the 180th meridian. */
export interface MapBox {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** Name of the cell that contains a position: row from the south pole, column from the 180th meridian. */
export function getMapCell({ lat, lng }: LatLng): string {
  return `${rowOf(lat)}.${columnOf(lng)}`;
}

/** Cells that a map section touches; empty if there are more than a client may watch. */
export function getMapCells({ south, west, north, east }: MapBox): string[] {
  const firstRow = rowOf(south);
  const lastRow = rowOf(north);
  const widthDeg = (((east - west) % 360) + 360) % 360;
  const isFullTurn = east - west >= 360;
  const first = columnOf(west);
  const columns = isFullTurn
    ? COLUMNS
    : Math.min(COLUMNS, 1 + Math.floor((offsetInColumn(west) + widthDeg) / CELL_DEG));
  if ((1 + lastRow - firstRow) * columns > WATCHED_CELLS_MAX) return [];
  const cells: string[] = [];
  for (let row = firstRow; row <= lastRow; row++) {
    for (let n = 0; n < columns; n++) cells.push(`${row}.${(first + n) % COLUMNS}`);
  }
  return cells;
}

function rowOf(lat: number) {
  return Math.max(0, Math.min(ROWS - 1, Math.floor((lat + 90) / CELL_DEG)));
}

const columnOf = (lng: number) =>
  Math.floor(((((lng + 180) % 360) + 360) % 360) / CELL_DEG) % COLUMNS;

/** Distance of a longitude from the western edge of its column. */
function offsetInColumn(lng: number) {
  return ((((lng + 180) % 360) + 360) % 360) % CELL_DEG;
}
