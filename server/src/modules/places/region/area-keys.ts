/** The area that every place is in. */
export const EVERYWHERE = "";
/** About 11 km from north to south. */
const CELLS_PER_DEGREE = 10;
/** Cells around a position, to each side. */
const CELLS_AROUND = 2;
const COLUMNS = 10_000;

/** The grid cell of a position, as an area. */
export const cellArea = (lat: number, lng: number): string =>
  cellName(Math.floor(lat * CELLS_PER_DEGREE), Math.floor(lng * CELLS_PER_DEGREE));

/** The cells within about 20 km of a position. */
export function cellsAround(lat: number, lng: number): string[] {
  const row = Math.floor(lat * CELLS_PER_DEGREE);
  const column = Math.floor(lng * CELLS_PER_DEGREE);
  const steps = Array.from({ length: CELLS_AROUND * 2 + 1 }, (_, n) => n - CELLS_AROUND);
  return steps.flatMap((y) => steps.map((x) => cellName(row + y, column + x)));
}

const cellName = (row: number, column: number) => `@${row * COLUMNS + column}`;
