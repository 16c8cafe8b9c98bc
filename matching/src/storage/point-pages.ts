import { RoadPages } from "./road-pages.ts";
import { SPAN_PAGE, Spans } from "./spans.ts";
import type { Route } from "../rule/route.ts";

const MASK = SPAN_PAGE - 1;
const SHIFT = 16;
const POINT_BYTES = 24;
/** Size of a point itself: two numbers. The rest belongs to the index. */
const PLACE_BYTES = 16;
const STEPS_MAX = 32_767;
const SEATS_MAX = 32_767;
/** Numbers per point in a sketch: x, y, z, and the seats of the leg that begins there. */
export const SKETCH = 4;

/** The columns of 65,536 points. */
export class PointPage {
  readonly buffer: ArrayBuffer;
  readonly lat: Float64Array;
  readonly lng: Float64Array;
  /** Unit vectors, rounded to multiples of the ride's unit from the ride's base, and seats. */
  readonly sketch: Int16Array;

  constructor(buffer: ArrayBuffer = new ArrayBuffer(SPAN_PAGE * POINT_BYTES)) {
    this.buffer = buffer;
    this.lat = new Float64Array(buffer, 0, SPAN_PAGE);
    this.lng = new Float64Array(buffer, 8 * SPAN_PAGE, SPAN_PAGE);
    this.sketch = new Int16Array(buffer, 16 * SPAN_PAGE, SKETCH * SPAN_PAGE);
  }
}

/** Points of rides. The points of one ride are consecutive on one page. */
export class PointPages {
  readonly pages: PointPage[] = [];
  readonly spans = new Spans();
  readonly roads = new RoadPages();

  /** Memory in bytes, without the points themselves. */
  get bytes(): number {
    const perPage = SPAN_PAGE * (POINT_BYTES - PLACE_BYTES);
    return this.pages.length * perPage + this.spans.bytes + this.roads.bytes;
  }

  allocate(points: number): number {
    const at = this.spans.allocate(points);
    while (this.pages.length < this.spans.pages) this.pages.push(new PointPage());
    return at;
  }

  release(at: number, points: number): void {
    this.spans.release(at, points);
  }

  pageOf(pointAt: number): PointPage {
    return this.pages[pointAt >>> SHIFT]!;
  }

  /** Sum of numbers of a ride's sketch that lie 64 bytes apart; loads the sketch into the cache. */
  sketchAt(pointAt: number): number {
    const { sketch } = this.pageOf(pointAt);
    const at = (pointAt & MASK) * SKETCH;
    return sketch[at]! + (sketch[at + 32] ?? 0);
  }

  /** Writes the ride's points, and the unit and base of its sketch into four floats. */
  write(pointAt: number, route: Route, floats: Float32Array, at: number): void {
    const { lat, lng, sketch } = this.pageOf(pointAt);
    // Read back below, because float32 rounds them.
    floats[at + 1] = route.x[0]!;
    floats[at + 2] = route.y[0]!;
    floats[at + 3] = route.z[0]!;
    const x = floats[at + 1]!;
    const y = floats[at + 2]!;
    const z = floats[at + 3]!;
    floats[at] = (maxOffset(route, x, y, z) / STEPS_MAX) * (1 + 1e-6);
    const unit = floats[at];
    for (let k = 0, point = pointAt & MASK; k <= route.legs; k++, point++) {
      lat[point] = route.lat[k]!;
      lng[point] = route.lng[k]!;
      sketch[SKETCH * point] = Math.round((route.x[k]! - x) / unit);
      sketch[SKETCH * point + 1] = Math.round((route.y[k]! - y) / unit);
      sketch[SKETCH * point + 2] = Math.round((route.z[k]! - z) / unit);
      sketch[SKETCH * point + 3] = k < route.legs ? route.seatsLeft[k]! : 0;
    }
  }

  /** Reads points and seats. */
  read(pointAt: number, route: Route): void {
    const { lat, lng, sketch } = this.pageOf(pointAt);
    for (let k = 0, point = pointAt & MASK; k <= route.legs; k++, point++) {
      route.lat[k] = lat[point]!;
      route.lng[k] = lng[point]!;
      route.seatsLeft[k] = sketch[SKETCH * point + 3]!;
    }
  }

  /** Returns true if the stored points are equal. */
  hasPoints(pointAt: number, route: Route): boolean {
    const { lat, lng } = this.pageOf(pointAt);
    const first = pointAt & MASK;
    for (let k = 0; k <= route.legs; k++) {
      if (lat[first + k] !== route.lat[k] || lng[first + k] !== route.lng[k]) return false;
    }
    return true;
  }

  /** Returns true if one of this many legs has fewer seats left. */
  hasFullLeg(pointAt: number, legs: number, seats: number): boolean {
    const { sketch } = this.pageOf(pointAt);
    const first = pointAt & MASK;
    for (let k = 0; k < legs; k++) if (sketch[SKETCH * (first + k) + 3]! < seats) return true;
    return false;
  }

  setSeats(pointAt: number, seatsLeft: readonly number[]): void {
    const { sketch } = this.pageOf(pointAt);
    for (let k = 0, point = pointAt & MASK; k < seatsLeft.length; k++, point++) {
      sketch[SKETCH * point + 3] = seatsLeft[k]!;
    }
  }
}

/** Largest distance of the ride from its base in any of the three directions. */
const maxOffset = (route: Route, x: number, y: number, z: number): number => {
  let reach = 1e-9;
  for (let k = 0; k <= route.legs; k++) {
    reach = Math.max(
      reach,
      Math.abs(route.x[k]! - x),
      Math.abs(route.y[k]! - y),
      Math.abs(route.z[k]! - z),
    );
  }
  return reach;
};

/** @throws RangeError unless the seats are whole numbers from 0 to 32,767. */
export const assertValidSeats = (id: string, seatsLeft: readonly number[]): void => {
  if (seatsLeft.every((seats) => Number.isInteger(seats) && seats >= 0 && seats <= SEATS_MAX))
    return;
  throw new RangeError(`ride ${id}: seatsLeft must be whole numbers from 0 to ${SEATS_MAX}`);
};
