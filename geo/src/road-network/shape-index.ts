import Flatbush from "flatbush";
import type { LatLng } from "@commonlane/matching/geo";
import { METRES_PER_DEGREE } from "@commonlane/matching/geo";
import { nearestPoint, type PointOfShape, type Shapes } from "./shapes.ts";

/** Boxes are in 1e-6 degrees, so that longitudes beyond 180° fit too. */
const UNITS = 1e6;
const LEAST_COS = 0.01;

/** Finds the lines near a place. */
export class ShapeIndex {
  readonly #shapes: Shapes;
  readonly #boxes: Flatbush | undefined;

  /** `boxes` is what `buildBoxes` returned for the same shapes. */
  constructor(shapes: Shapes, boxes: Uint8Array) {
    this.#shapes = shapes;
    if (boxes.length > 0) this.#boxes = Flatbush.from(boxes.buffer, boxes.byteOffset);
  }

  /** The nearest point of each accepted line within this distance of a place, the nearest line first. */
  near(place: LatLng, withinM: number, accepts: (line: number) => boolean): PointOfShape[] {
    const lines = new Set(this.#search(place, withinM, accepts));
    return [...lines]
      .map((line) => nearestPoint(this.#shapes, line, place))
      .filter(({ offM }) => offM <= withinM)
      .toSorted((a, b) => a.offM - b.offM || a.line - b.line);
  }

  #search(place: LatLng, withinM: number, accepts: (line: number) => boolean): number[] {
    const boxes = this.#boxes;
    if (!boxes) return [];
    const cos = Math.max(LEAST_COS, Math.cos((place.lat * Math.PI) / 180));
    const height = (withinM / METRES_PER_DEGREE) * 1.01;
    const width = height / cos;
    const south = (place.lat - height) * UNITS;
    const north = (place.lat + height) * UNITS;
    // A line over the 180th meridian has a box beyond 180°.
    const turns = place.lng - width < -180 ? [0, 360] : [0];
    return turns.flatMap((turn) => {
      const lng = place.lng + turn;
      return boxes.search((lng - width) * UNITS, south, (lng + width) * UNITS, north, accepts);
    });
  }
}

/** Bounding boxes of lines as bytes for `ShapeIndex`; empty without lines. */
export function buildBoxes({ shapeFirst, shapeLat7, shapeLng7 }: Shapes): Uint8Array {
  const lines = shapeFirst.length - 1;
  if (lines === 0) return new Uint8Array();
  const boxes = new Flatbush(lines, 16, Int32Array);
  for (let line = 0; line < lines; line++) {
    const first = shapeFirst[line]!;
    const end = shapeFirst[line + 1]!;
    const lats = shapeLat7.subarray(first, end);
    const lngs = unwrapped(shapeLng7.subarray(first, end));
    const south = lats.reduce((a, b) => Math.min(a, b));
    const north = lats.reduce((a, b) => Math.max(a, b));
    const west = lngs.reduce((a, b) => Math.min(a, b));
    const east = lngs.reduce((a, b) => Math.max(a, b));
    boxes.add(
      Math.floor(west / 10),
      Math.floor(south / 10),
      Math.ceil(east / 10),
      Math.ceil(north / 10),
    );
  }
  boxes.finish();
  return new Uint8Array(boxes.data);
}

/** Longitudes of a line; those beyond the 180th meridian are larger than 180°. */
function unwrapped(lngs: Int32Array): Float64Array {
  const west = lngs.reduce((a, b) => Math.min(a, b));
  const east = lngs.reduce((a, b) => Math.max(a, b));
  const crosses = east - west > 180e7;
  return Float64Array.from(lngs, (lng) => (crosses && lng < 0 ? lng + 360e7 : lng));
}
