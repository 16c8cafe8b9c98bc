import type { LatLng } from "@commonlane/contract/shapes";
import { lngDifference } from "@commonlane/geo/road-network/shapes";

/** About 220 metres from south to north, more than anything looks for a road. */
const CELLS_PER_DEGREE = 500;
const COLUMNS = 360 * CELLS_PER_DEGREE;

/** Squares of the map around some places. */
export class GridCells {
  readonly #marked = new Set<number>();

  /** Marks the square of a place and those beside it; towards the poles squares are narrow, so more of them. */
  mark({ lat, lng }: LatLng): void {
    const row = toCell(lat);
    const column = toCell(lng);
    const reach = Math.ceil(1 / Math.max(0.02, Math.cos((lat * Math.PI) / 180)));
    for (let y = row - 1; y <= row + 1; y++)
      for (let x = column - reach; x <= column + reach; x++) this.#marked.add(keyOf(y, x));
  }

  /** Whether the box around a straight line touches a marked square. */
  touches(from: LatLng, to: LatLng): boolean {
    const south = toCell(Math.min(from.lat, to.lat));
    const north = toCell(Math.max(from.lat, to.lat));
    const toLng = from.lng + lngDifference(to.lng, from.lng);
    const west = toCell(Math.min(from.lng, toLng));
    const east = toCell(Math.max(from.lng, toLng));
    for (let y = south; y <= north; y++)
      for (let x = west; x <= east; x++) if (this.#marked.has(keyOf(y, x))) return true;
    return false;
  }
}

const toCell = (degrees: number) => Math.floor(degrees * CELLS_PER_DEGREE);

/** Columns beyond the 180th meridian are those of the other side. */
function keyOf(row: number, column: number) {
  return row * COLUMNS + ((column + COLUMNS) % COLUMNS);
}

/** A longitude that may lie beyond the 180th meridian, from -180 to 180. */
export const wrapLng = (lng: number): number => lngDifference(lng, 0);
