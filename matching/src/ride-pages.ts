import { PointPages } from "./point-pages.ts";
import type { RideColumns } from "./point-pages.ts";
import type { IdWords } from "./ride-ids.ts";
import type { Way } from "./way.ts";

const SHIFT = 12;
const PER_PAGE = 1 << SHIFT;
/** Of a slot, its place on its page. */
export const RIDE_MASK = PER_PAGE - 1;
/** No roads were written for this ride. */
export const NO_ROADS = 0xffff_ffff;
const MOST_RIDES = 2 ** 32 - 1;

/** The columns of 4,096 rides, one after the other in one buffer. */
export class RidePage implements RideColumns {
  readonly buffer: ArrayBuffer;
  readonly departsAtMs: Float64Array;
  readonly maxDetourM: Float64Array;
  readonly maxDetourS: Float64Array;
  readonly idWords: Uint32Array;
  /** Which of 64 groups of large cells the ride touches, one bit each. */
  readonly regionsLow: Uint32Array;
  readonly regionsHigh: Uint32Array;
  readonly pointAt: Uint32Array;
  readonly roadAt: Uint32Array;
  /** The search that last looked at this ride. */
  readonly askedBy: Uint32Array;
  readonly base: Float32Array;
  readonly unit: Float32Array;
  /** 0: nobody is in this slot. */
  readonly points: Uint16Array;

  constructor(buffer: ArrayBuffer = new ArrayBuffer(PER_PAGE * RIDE_BYTES)) {
    this.buffer = buffer;
    let at = 0;
    const next = (bytes: number): [ArrayBuffer, number, number] => {
      at += bytes * PER_PAGE;
      return [buffer, at - bytes * PER_PAGE, PER_PAGE];
    };
    this.departsAtMs = new Float64Array(...next(8));
    this.maxDetourM = new Float64Array(...next(8));
    this.maxDetourS = new Float64Array(...next(8));
    this.idWords = new Uint32Array(buffer, next(16)[1], 4 * PER_PAGE);
    this.regionsLow = new Uint32Array(...next(4));
    this.regionsHigh = new Uint32Array(...next(4));
    this.pointAt = new Uint32Array(...next(4));
    this.roadAt = new Uint32Array(...next(4));
    this.askedBy = new Uint32Array(...next(4));
    this.base = new Float32Array(buffer, next(12)[1], 3 * PER_PAGE);
    this.unit = new Float32Array(...next(4));
    this.points = new Uint16Array(...next(2));
  }
}

const RIDE_BYTES = 78;

/** Rides in columns by slot, in pages: it grows without moving what it has, and a freed slot is used again. */
export class RidePages implements IdWords {
  readonly pages: RidePage[] = [];
  readonly points = new PointPages();
  readonly #free: number[] = [];
  #made = 0;

  get bytes(): number {
    return this.pages.length * PER_PAGE * RIDE_BYTES + 8 * this.#free.length + this.points.bytes;
  }

  /** Slots ever made; the ones that are free have no points. */
  get slots(): number {
    return this.#made;
  }

  pageOf(slot: number): RidePage {
    return this.pages[slot >>> SHIFT]!;
  }

  /** Writes a measured ride into a slot. @throws RangeError when there is no more room. */
  add(way: Way, roadsKnown: boolean): number {
    const pointAt = this.points.take(way.legs + 1);
    const slot = this.#free.pop() ?? this.#newSlot();
    const page = this.pageOf(slot);
    const at = slot & RIDE_MASK;
    page.pointAt[at] = pointAt;
    page.points[at] = way.legs + 1;
    page.departsAtMs[at] = way.departsAtMs;
    page.maxDetourM[at] = way.maxDetourM;
    page.maxDetourS[at] = way.maxDetourS;
    page.roadAt[at] = roadsKnown ? this.points.roads.take(way.legs) : NO_ROADS;
    page.askedBy[at] = 0;
    this.points.write(page, at, way);
    if (roadsKnown) this.points.roads.write(page.roadAt[at], way);
    return slot;
  }

  /** Reads a ride back as it was written, seats as they are now. */
  read(slot: number, way: Way, pace: { readonly roadFactor: number; readonly driveMps: number }): void {
    const page = this.pageOf(slot);
    const at = slot & RIDE_MASK;
    way.reserve(page.points[at]!);
    way.departsAtMs = page.departsAtMs[at]!;
    way.maxDetourM = page.maxDetourM[at]!;
    way.maxDetourS = page.maxDetourS[at]!;
    this.points.read(page.pointAt[at]!, way);
    const roadsKnown = page.roadAt[at] !== NO_ROADS;
    if (roadsKnown) this.points.roads.read(page.roadAt[at]!, way);
    way.measure(pace, roadsKnown);
  }

  free(slot: number): void {
    const page = this.pageOf(slot);
    const at = slot & RIDE_MASK;
    const points = page.points[at]!;
    this.points.giveBack(page.pointAt[at]!, points);
    if (page.roadAt[at] !== NO_ROADS) this.points.roads.giveBack(page.roadAt[at]!, points - 1);
    page.points[at] = 0;
    this.#free.push(slot);
  }

  hasRoads(slot: number): boolean {
    return this.pageOf(slot).roadAt[slot & RIDE_MASK] !== NO_ROADS;
  }

  pointsOf(slot: number): number {
    return this.pageOf(slot).points[slot & RIDE_MASK]!;
  }

  word(slot: number, n: number): number {
    return this.pageOf(slot).idWords[(slot & RIDE_MASK) * 4 + n]!;
  }

  setWord(slot: number, n: number, word: number): void {
    this.pageOf(slot).idWords[(slot & RIDE_MASK) * 4 + n] = word;
  }

  setRegions(slot: number, low: number, high: number): void {
    this.pageOf(slot).regionsLow[slot & RIDE_MASK] = low;
    this.pageOf(slot).regionsHigh[slot & RIDE_MASK] = high;
  }

  #newSlot(): number {
    if (this.#made === MOST_RIDES) throw new RangeError("the index is full");
    if (this.#made === this.pages.length * PER_PAGE) this.pages.push(new RidePage());
    return this.#made++;
  }
}
