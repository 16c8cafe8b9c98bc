import { RoadPages } from "./road-pages.ts";
import { SPAN_PAGE, Spans } from "./spans.ts";
import type { Way } from "./way.ts";

const MASK = SPAN_PAGE - 1;
const SHIFT = 16;
const POINT_BYTES = 23;
/** What a place takes by itself: two numbers. The rest belongs to the index. */
const PLACE_BYTES = 16;
const MOST_STEPS = 32_767;
const MOST_SEATS = 255;

/** The columns of 65,536 points; the seats of a leg stand with the point it begins at. */
export class PointPage {
  readonly buffer: ArrayBuffer;
  readonly lat: Float64Array;
  readonly lng: Float64Array;
  /** Unit vectors rounded to steps of the ride's unit from the ride's base. */
  readonly rounded: Int16Array;
  readonly seatsLeft: Uint8Array;

  constructor(buffer: ArrayBuffer = new ArrayBuffer(SPAN_PAGE * POINT_BYTES)) {
    this.buffer = buffer;
    this.lat = new Float64Array(buffer, 0, SPAN_PAGE);
    this.lng = new Float64Array(buffer, 8 * SPAN_PAGE, SPAN_PAGE);
    this.rounded = new Int16Array(buffer, 16 * SPAN_PAGE, 3 * SPAN_PAGE);
    this.seatsLeft = new Uint8Array(buffer, 22 * SPAN_PAGE, SPAN_PAGE);
  }
}

/** The columns of rides that points are read by. */
export interface RideColumns {
  readonly pointAt: Uint32Array;
  /** What rounded points are counted from, and their unit. */
  readonly base: Float32Array;
  readonly unit: Float32Array;
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

  take(points: number): number {
    const at = this.spans.take(points);
    while (this.pages.length < this.spans.pages) this.pages.push(new PointPage());
    return at;
  }

  giveBack(at: number, points: number): void {
    this.spans.giveBack(at, points);
  }

  pageOf(pointAt: number): PointPage {
    return this.pages[pointAt >>> SHIFT]!;
  }

  /** Writes the ride's points, and its base and unit: the largest step is half of what it is away from its origin / 32,767. */
  write(ride: RideColumns, rideAt: number, way: Way): void {
    const pointAt = ride.pointAt[rideAt]!;
    const page = this.pageOf(pointAt);
    ride.base[3 * rideAt] = way.x[0]!;
    ride.base[3 * rideAt + 1] = way.y[0]!;
    ride.base[3 * rideAt + 2] = way.z[0]!;
    const baseX = ride.base[3 * rideAt]!;
    const baseY = ride.base[3 * rideAt + 1]!;
    const baseZ = ride.base[3 * rideAt + 2]!;
    let reach = 1e-9;
    for (let k = 0; k <= way.legs; k++) {
      const away = Math.max(Math.abs(way.x[k]! - baseX), Math.abs(way.y[k]! - baseY), Math.abs(way.z[k]! - baseZ));
      if (away > reach) reach = away;
    }
    // A hair more, because the unit itself is rounded.
    ride.unit[rideAt] = (reach / MOST_STEPS) * (1 + 1e-6);
    const unit = ride.unit[rideAt]!;
    for (let k = 0, at = pointAt & MASK; k <= way.legs; k++, at++) {
      page.lat[at] = way.lat[k]!;
      page.lng[at] = way.lng[k]!;
      page.rounded[3 * at] = Math.round((way.x[k]! - baseX) / unit);
      page.rounded[3 * at + 1] = Math.round((way.y[k]! - baseY) / unit);
      page.rounded[3 * at + 2] = Math.round((way.z[k]! - baseZ) / unit);
      page.seatsLeft[at] = k < way.legs ? way.seatsLeft[k]! : 0;
    }
  }

  /** Reads points and seats. */
  read(pointAt: number, way: Way): void {
    const page = this.pageOf(pointAt);
    for (let k = 0, at = pointAt & MASK; k <= way.legs; k++, at++) {
      way.lat[k] = page.lat[at]!;
      way.lng[k] = page.lng[at]!;
      way.seatsLeft[k] = page.seatsLeft[at]!;
    }
  }

  setSeats(pointAt: number, seatsLeft: readonly number[]): void {
    const page = this.pageOf(pointAt);
    for (let k = 0, at = pointAt & MASK; k < seatsLeft.length; k++, at++) page.seatsLeft[at] = seatsLeft[k]!;
  }
}

/** @throws RangeError for seats that do not fit their column: whole numbers from 0 to 255. */
export const mustBeSeats = (id: string, seatsLeft: readonly number[]): void => {
  if (seatsLeft.every((seats) => Number.isInteger(seats) && seats >= 0 && seats <= MOST_SEATS)) return;
  throw new RangeError(`ride ${id}: seatsLeft is not whole numbers from 0 to ${MOST_SEATS}`);
};
