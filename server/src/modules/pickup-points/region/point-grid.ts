import type { LatLng } from "@commonlane/contract/shapes";
import { METRES_PER_DEGREE, distanceM } from "@commonlane/matching/geo";

const CELLS_PER_DEGREE = 1000;
const COLUMNS = 360 * CELLS_PER_DEGREE;
const METRES_PER_CELL = METRES_PER_DEGREE / CELLS_PER_DEGREE;

/** Points that can be added and found by position at the same time. */
export class PointGrid<Point extends LatLng> {
  readonly #cells = new Map<string, Point[]>();
  readonly #all: Point[] = [];

  add(point: Point): void {
    this.#all.push(point);
    const key = keyOf(toCell(point.lat), toCell(point.lng));
    const cell = this.#cells.get(key);
    if (cell) cell.push(point);
    else this.#cells.set(key, [point]);
  }

  all(): Point[] {
    return this.#all;
  }

  near(place: LatLng, radiusM: number): Point[] {
    const rows = Math.ceil(radiusM / METRES_PER_CELL);
    const columns = Math.ceil(rows / Math.max(0.02, Math.cos((place.lat * Math.PI) / 180)));
    const found: Point[] = [];
    for (let y = toCell(place.lat) - rows; y <= toCell(place.lat) + rows; y++)
      for (let x = toCell(place.lng) - columns; x <= toCell(place.lng) + columns; x++)
        found.push(...(this.#cells.get(keyOf(y, x)) ?? []));
    return found.filter((point) => distanceM(point, place) <= radiusM);
  }
}

const toCell = (degrees: number) => Math.floor(degrees * CELLS_PER_DEGREE);

/** Columns beyond the 180th meridian are those of the other side. */
function keyOf(row: number, column: number) {
  return `${row} ${(column + COLUMNS) % COLUMNS}`;
}
