import { METRES_PER_DEGREE } from "@commonlane/matching/geo";
import type { BBox } from "@commonlane/geo/osm/osm-element";
import { lngDifference, wrapLng } from "@commonlane/geo/road-network/shapes";

const CELL_M = 500;
/** Extracts that span more than a million square kilometres get larger cells. */
const MAX_CELLS = 4_000_000;
/** Empty cells around the bounding box, so that areas can grow and shrink at its edge. */
const MARGIN = 6;
/** A cell needs this many roads: a single one is often a long road that the cut of the extract left complete. */
const MIN_ROADS = 2;
/** Cells by which areas grow and then shrink, which closes gaps such as woods and adds half a kilometre around the roads. */
const GROW = 3;
const SHRINK = 2;
/** Smaller gaps are filled (lakes, mountains) and smaller islands dropped, in cells. */
const MAX_GAP_CELLS = 200;
const MIN_ISLAND_CELLS = 12;

/** A grid of cells of half a kilometre over a bounding box, in which roads are counted. */
export class CoverageGrid {
  readonly cols: number;
  readonly rows: number;
  readonly #west: number;
  readonly #south: number;
  readonly #lngStep: number;
  readonly #latStep: number;
  readonly #roads: Uint8Array;
  readonly #lastRoad: Int32Array;

  constructor([west, south, east, north]: BBox) {
    const lngScale = Math.max(0.01, Math.cos((((south + north) / 2) * Math.PI) / 180));
    const widthM = (east - west) * METRES_PER_DEGREE * lngScale;
    const heightM = (north - south) * METRES_PER_DEGREE;
    const cellM = Math.max(CELL_M, Math.sqrt((widthM * heightM) / MAX_CELLS));
    this.#latStep = cellM / METRES_PER_DEGREE;
    this.#lngStep = this.#latStep / lngScale;
    this.#west = west - MARGIN * this.#lngStep;
    this.#south = south - MARGIN * this.#latStep;
    this.cols = Math.ceil((east - west) / this.#lngStep) + 2 * MARGIN;
    this.rows = Math.ceil((north - south) / this.#latStep) + 2 * MARGIN;
    this.#roads = new Uint8Array(this.cols * this.rows);
    this.#lastRoad = new Int32Array(this.cols * this.rows).fill(-1);
  }

  /** Counts a road in each cell that its segment from one position to the next touches. */
  addSegment(road: number, fromLat: number, fromLng: number, toLat: number, toLng: number): void {
    const dLat = toLat - fromLat;
    const dLng = lngDifference(toLng, fromLng);
    const points =
      1 + Math.ceil(2 * Math.max(Math.abs(dLat) / this.#latStep, Math.abs(dLng) / this.#lngStep));
    for (let n = 0; n <= points; n++)
      this.#add(road, fromLat + (dLat * n) / points, wrapLng(fromLng + (dLng * n) / points));
  }

  /** Whether each cell is covered (1) or not (0), row by row from the south-west. */
  covered(): Uint8Array {
    const { cols, rows } = this;
    let cells = this.#roads.map((count) => (count >= MIN_ROADS ? 1 : 0));
    cells = spread(cells, cols, rows, GROW, 1);
    cells = spread(cells, cols, rows, SHRINK, 0);
    for (let row = 0; row < rows; row++)
      for (let col = 0; col < cols; col++)
        if (Math.min(col, row, cols - 1 - col, rows - 1 - row) < MARGIN)
          cells[row * cols + col] = 0;
    replaceSmallAreas(cells, cols, 0, MAX_GAP_CELLS);
    replaceSmallAreas(cells, cols, 1, MIN_ISLAND_CELLS);
    return cells;
  }

  squareKilometres(cells: Uint8Array): number {
    const cellKm = (this.#latStep * METRES_PER_DEGREE) / 1000;
    return cells.reduce((sum, isCovered) => sum + isCovered, 0) * cellKm ** 2;
  }

  /** The position of a point in the grid, in cells from its south-west corner. */
  toPosition(col: number, row: number): [lng: number, lat: number] {
    return [this.#west + col * this.#lngStep, this.#south + row * this.#latStep];
  }

  #add(road: number, lat: number, lng: number): void {
    const col = Math.floor((lng - this.#west) / this.#lngStep);
    const row = Math.floor((lat - this.#south) / this.#latStep);
    if (col < 0 || row < 0 || col >= this.cols || row >= this.rows) return;
    const cell = row * this.cols + col;
    if (this.#lastRoad[cell] === road) return;
    this.#lastRoad[cell] = road;
    this.#roads[cell] = Math.min(MIN_ROADS, (this.#roads[cell] ?? 0) + 1);
  }
}

/** Gives `value` to all cells within `radius` of one that has it, along rows and then along columns. */
function spread(
  cells: Uint8Array,
  cols: number,
  rows: number,
  radius: number,
  value: 0 | 1,
): Uint8Array<ArrayBuffer> {
  const along = (
    source: Uint8Array,
    lines: number,
    lineStep: number,
    length: number,
    step: number,
  ) => {
    const target = new Uint8Array(source);
    for (let line = 0; line < lines; line++)
      for (let n = 0, last = -Infinity; n < length + radius; n++) {
        if (n < length && source[line * lineStep + n * step] === value) last = n;
        const at = n - radius;
        if (at >= 0 && last >= at - radius) target[line * lineStep + at * step] = value;
      }
    return target;
  };
  return along(along(cells, rows, cols, cols, 1), cols, 1, rows, cols);
}

/** Flips connected areas of `value` that have fewer than `minCells` cells. */
function replaceSmallAreas(cells: Uint8Array, cols: number, value: 0 | 1, minCells: number): void {
  const isSeen = new Uint8Array(cells.length);
  for (let start = 0; start < cells.length; start++) {
    if (isSeen[start] === 1 || cells[start] !== value) continue;
    const area = [start];
    isSeen[start] = 1;
    for (let n = 0; n < area.length; n++) {
      const cell = area[n] ?? 0;
      const neighbours = [cell - cols, cell + cols];
      if (cell % cols > 0) neighbours.push(cell - 1);
      if (cell % cols < cols - 1) neighbours.push(cell + 1);
      for (const neighbour of neighbours) {
        if (cells[neighbour] !== value || isSeen[neighbour] === 1) continue;
        isSeen[neighbour] = 1;
        area.push(neighbour);
      }
    }
    if (area.length < minCells) for (const cell of area) cells[cell] = value === 1 ? 0 : 1;
  }
}
