import { RoadPages } from "./road-pages.ts";
import { SPAN_PAGE, Spans } from "./spans.ts";
import type { Route } from "../rule/route.ts";

const MASK = SPAN_PAGE - 1;
const SHIFT = 16;
const POINT_BYTES = 24;
/** What a place takes by itself: two numbers. The rest belongs to the index. */
const PLACE_BYTES = 16;
const STEPS_MAX = 32_767;
const SEATS_MAX = 32_767;
/** Numbers of a point in a sketch: x, y, z, and the seats of the leg that begins there. */
export const SKETCH = 4;

/** The columns of 65,536 points. */
export class PointPage {
  readonly buffer: ArrayBuffer;
  readonly lat: Float64Array;
  readonly lng: Float64Array;
  /** Unit vectors rounded to steps of the ride's unit from the ride's base, and seats. */
  readonly sketch: Int16Array;

  constructor(buffer: ArrayBuffer = new ArrayBuffer(SPAN_PAGE * POINT_BYTES)) {
    this.buffer = buffer;
    this.lat = new Float64Array(buffer, 0, SPAN_PAGE);
    this.lng = new Float64Array(buffer, 8 * SPAN_PAGE, SPAN_PAGE);
    this.sketch = new Int16Array(buffer, 16 * SPAN_PAGE, SKETCH * SPAN_PAGE);
  }
}

/** The points of rides, each ride's one after the other on one page. */
export class PointPages {
  readonly pages: PointPage[] = [];
  readonly spans = new Spans();
  readonly roads = new RoadPages();

  /** Memory held, without what the places themselves take. */
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

  /** Numbers of a ride's sketch that lie 64 bytes apart. */
  sketchAt(pointAt: number): number {
    const { sketch } = this.pageOf(pointAt);
    const at = (pointAt & MASK) * SKETCH;
    return sketch[at]! + (sketch[at + 32] ?? 0);
  }

  /** Writes the ride's points, and into four floats the unit and the base that its sketch is counted in and from. */
  write(pointAt: number, route: Route, floats: Float32Array, at: number): void {
    const { lat, lng, sketch } = this.pageOf(pointAt);
    // Read back below, because they are rounded as they are written.
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

  /** Whether these are the points. */
  hasPoints(pointAt: number, route: Route): boolean {
    const { lat, lng } = this.pageOf(pointAt);
    const first = pointAt & MASK;
    for (let k = 0; k <= route.legs; k++) {
      if (lat[first + k] !== route.lat[k] || lng[first + k] !== route.lng[k]) return false;
    }
    return true;
  }

  setSeats(pointAt: number, seatsLeft: readonly number[]): void {
    const { sketch } = this.pageOf(pointAt);
    for (let k = 0, point = pointAt & MASK; k < seatsLeft.length; k++, point++) {
      sketch[SKETCH * point + 3] = seatsLeft[k]!;
    }
  }
}

/** How far, in any of the three directions, the ride goes away from its base. */
const maxOffset = (route: Route, x: number, y: number, z: number): number => {
  let reach = 1e-9;
  for (let k = 0; k <= route.legs; k++) {
    reach = Math.max(reach, Math.abs(route.x[k]! - x), Math.abs(route.y[k]! - y), Math.abs(route.z[k]! - z));
  }
  return reach;
};

/** @throws RangeError for seats that do not fit their column: whole numbers from 0 to 32,767. */
export const assertValidSeats = (id: string, seatsLeft: readonly number[]): void => {
  if (seatsLeft.every((seats) => Number.isInteger(seats) && seats >= 0 && seats <= SEATS_MAX)) return;
  throw new RangeError(`ride ${id}: seatsLeft is not whole numbers from 0 to ${SEATS_MAX}`);
};
