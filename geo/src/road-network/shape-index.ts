import Flatbush from "flatbush";
import type { LatLng } from "@commonlane/matching/geo";
import { METRES_PER_DEGREE } from "@commonlane/matching/geo";
import { nearestPoint, type PointOfShape, type Shapes } from "./shapes.ts";

/** Boxes are in 1e-6 degrees, so that longitudes beyond 180° fit too. */
const UNITS = 1e6;
const LEAST_COS = 0.01;
/** Lines near each other share a box: a box for each would need as much memory as the lines. */
const LINES_PER_BOX = 8;
/** Lines are sorted by squares, this many in a row. */
const SQUARES_BITS = 13;
const SQUARES = 2 ** SQUARES_BITS;
const SOUTH_POLE_7 = -90e7;
const DATE_LINE_7 = -180e7;

/** What `ShapeIndex` needs of lines. */
export interface ShapeBoxes {
  /** The lines, so that neighbours are near each other. */
  readonly order: Uint32Array;
  /** The boxes around every eight of them; empty without lines. */
  readonly tree: Uint8Array;
}

/** Finds the lines near a place. */
export class ShapeIndex {
  readonly #shapes: Shapes;
  readonly #order: Uint32Array;
  readonly #tree: Flatbush | undefined;

  /** `boxes` is what `buildBoxes` returned for the same shapes. */
  constructor(shapes: Shapes, { order, tree }: ShapeBoxes) {
    this.#shapes = shapes;
    this.#order = order;
    if (tree.length > 0) this.#tree = Flatbush.from(tree.buffer, tree.byteOffset);
  }

  /** The nearest point of each accepted line within this distance of a place, the nearest line first. */
  near(place: LatLng, withinM: number, accepts: (line: number) => boolean): PointOfShape[] {
    const found: PointOfShape[] = [];
    for (const box of new Set(this.#search(place, withinM)))
      for (const line of this.#linesIn(box)) {
        if (!accepts(line)) continue;
        const point = nearestPoint(this.#shapes, line, place);
        if (point.offM <= withinM) found.push(point);
      }
    return found.toSorted((a, b) => a.offM - b.offM || a.line - b.line);
  }

  #linesIn(box: number): Uint32Array {
    return this.#order.subarray(LINES_PER_BOX * box, LINES_PER_BOX * (box + 1));
  }

  #search(place: LatLng, withinM: number): number[] {
    const tree = this.#tree;
    if (!tree) return [];
    const cos = Math.max(LEAST_COS, Math.cos((place.lat * Math.PI) / 180));
    const height = (withinM / METRES_PER_DEGREE) * 1.01;
    const width = height / cos;
    const south = (place.lat - height) * UNITS;
    const north = (place.lat + height) * UNITS;
    return TURNS.flatMap((turn) => {
      const west = (place.lng + turn - width) * UNITS;
      const east = (place.lng + turn + width) * UNITS;
      const isBeside = east < tree.minX || west > tree.maxX;
      return isBeside ? [] : tree.search(west, south, east, north);
    });
  }
}

/** Lines on the other side of the 180th meridian are a turn away, and those over it have a box beyond 180°. */
const TURNS = [0, 360, -360];

interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Sorts lines by place and builds bounding boxes around them. */
export function buildBoxes(shapes: Shapes): ShapeBoxes {
  const order = sortByPlace(shapes);
  if (order.length === 0) return { order, tree: new Uint8Array() };
  const tree = new Flatbush(Math.ceil(order.length / LINES_PER_BOX), 16, Int32Array);
  for (let first = 0; first < order.length; first += LINES_PER_BOX) {
    const boxes = Array.from(order.subarray(first, first + LINES_PER_BOX), (line) =>
      boxAround(shapes, line),
    );
    tree.add(
      Math.floor(Math.min(...boxes.map(({ west }) => west)) / 10),
      Math.floor(Math.min(...boxes.map(({ south }) => south)) / 10),
      Math.ceil(Math.max(...boxes.map(({ east }) => east)) / 10),
      Math.ceil(Math.max(...boxes.map(({ north }) => north)) / 10),
    );
  }
  tree.finish();
  return { order, tree: new Uint8Array(tree.data) };
}

/** Lines by the square of their first point, in the order of Morton's curve. */
function sortByPlace({ shapeFirst, shapeLat7, shapeLng7 }: Shapes): Uint32Array {
  const rows = squaresOf(shapeFirst.map((point) => shapeLat7[point]! - SOUTH_POLE_7));
  const columns = squaresOf(shapeFirst.map((point) => shapeLng7[point]! - DATE_LINE_7));
  const keys = Float64Array.from(shapeFirst, (_, line) => {
    const square = interleave(columns[line]!) + 2 * interleave(rows[line]!);
    return square * shapeFirst.length + line;
  });
  return Uint32Array.from(keys.toSorted(), (key) => key % shapeFirst.length);
}

/** Which of the rows, or columns, of squares each value is in. */
function squaresOf(values: Uint32Array): Uint32Array {
  const least = values.reduce((a, b) => Math.min(a, b), Infinity);
  const most = values.reduce((a, b) => Math.max(a, b), 0);
  const size = (most - least + 1) / SQUARES;
  return values.map((value) => Math.floor((value - least) / size));
}

/** The bits of a number, with a bit free after each. */
function interleave(number: number): number {
  let spread = 0;
  for (let bit = 0; bit < SQUARES_BITS; bit++) spread += ((number >>> bit) & 1) * 4 ** bit;
  return spread;
}

function boxAround({ shapeFirst, shapeEnd, shapeLat7, shapeLng7 }: Shapes, line: number): Box {
  const lats = shapeLat7.subarray(shapeFirst[line], shapeEnd[line]);
  const lngs = unwrapped(shapeLng7.subarray(shapeFirst[line], shapeEnd[line]));
  return {
    west: lngs.reduce((a, b) => Math.min(a, b)),
    south: lats.reduce((a, b) => Math.min(a, b)),
    east: lngs.reduce((a, b) => Math.max(a, b)),
    north: lats.reduce((a, b) => Math.max(a, b)),
  };
}

/** Longitudes of a line; those beyond the 180th meridian are larger than 180°. */
function unwrapped(lngs: Int32Array): Float64Array {
  const west = lngs.reduce((a, b) => Math.min(a, b));
  const east = lngs.reduce((a, b) => Math.max(a, b));
  const crosses = east - west > 180e7;
  return Float64Array.from(lngs, (lng) => (crosses && lng < 0 ? lng + 360e7 : lng));
}
