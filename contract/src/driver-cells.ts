import type { LatLng } from "./shapes.ts";

/** Maps hear of moving drivers by squares of degrees, so that whoever looks at one town is not told of all others. */
const CELL_DEG = 0.25;
const ROWS = 180 / CELL_DEG;
const COLUMNS = 360 / CELL_DEG;
/** A view over more than this is too wide to follow every car in. */
export const WATCHED_CELLS_MAX = 60;

/** A piece of the map; `east` is smaller than `west` where it lies over the 180th meridian. */
export interface MapBox {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** The name of the cell in which a position lies: its row from the south pole and its column from the 180th meridian. */
export const getMapCell = ({ lat, lng }: LatLng): string => `${rowOf(lat)}.${columnOf(lng)}`;

/** The cells that a piece of the map touches; nothing where they are more than anybody may watch. */
export function getMapCells({ south, west, north, east }: MapBox): string[] {
  const [firstRow, lastRow] = [rowOf(south), rowOf(north)];
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

const rowOf = (lat: number) => Math.max(0, Math.min(ROWS - 1, Math.floor((lat + 90) / CELL_DEG)));
const columnOf = (lng: number) => Math.floor(((((lng + 180) % 360) + 360) % 360) / CELL_DEG) % COLUMNS;
/** How far east of its column's edge a longitude lies. */
const offsetInColumn = (lng: number) => ((((lng + 180) % 360) + 360) % 360) % CELL_DEG;
