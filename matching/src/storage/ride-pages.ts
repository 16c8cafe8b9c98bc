import { PointPages } from "./point-pages.ts";
import type { Pace } from "../model.ts";
import { REGION_WORDS } from "../index/regions.ts";
import type { IdWords } from "./ride-ids.ts";
import { VisitPages } from "./visit-pages.ts";
import type { Route } from "../rule/route.ts";

const SHIFT = 12;
const PER_PAGE = 1 << SHIFT;
/** Gives the position of a slot on its page. */
export const RIDE_MASK = PER_PAGE - 1;
/** A ride's number of points, and in the same number a bit for a ride on roads. */
const POINTS_MASK = 0xffff;
const ON_ROADS = 0x1_0000;

function packPoints({ legs, isOnRoads }: Route): number {
  return (legs + 1) | (isOnRoads ? ON_ROADS : 0);
}

export const pointsIn = (packed: number): number => packed & POINTS_MASK;

export function isOnRoadsIn(packed: number): boolean {
  return (packed & ON_ROADS) !== 0;
}

const RIDES_MAX = 2 ** 32 - 1;
const ID_WORDS = 4;

/**
 * Size of a ride's record. Everything a search reads of a possible match lies together, so that it costs one or two
 * memory reads.
 */
const RECORD_BYTES = 48;
/**
 * Layout of what a search reads of every ride that passes A, in 4-byte numbers, regions first. Small enough to stay in
 * caches.
 */
export const GLANCE = {
  stride: REGION_WORDS + 2,
  lastSearch: REGION_WORDS,
  pointAt: REGION_WORDS + 1,
} as const;
/** Position and number of a ride's visits. Stored apart, because only changes need them. */
const VISITS_BYTES = 6;
const RIDE_BYTES = RECORD_BYTES + 4 * GLANCE.stride + 4 * ID_WORDS + VISITS_BYTES;
/** In units of 8 bytes. */
export const F64 = {
  stride: RECORD_BYTES / 8,
  departsAtMs: 0,
  maxDetourM: 1,
  maxDetourS: 2,
} as const;
/** In units of 4 bytes. */
export const U32 = {
  stride: RECORD_BYTES / 4,
  roadAt: 6,
  points: 7,
} as const;
export const F32 = { unit: 8, base: 9 } as const;

/** Records of 4,096 rides, with the few fields that every search reads (`glances`) and the ids in separate columns. */
export class RidePage {
  readonly buffer: ArrayBuffer;
  readonly f64: Float64Array;
  readonly u32: Uint32Array;
  readonly f32: Float32Array;
  readonly glances: Uint32Array;
  readonly idWords: Uint32Array;
  readonly visitAt: Uint32Array;
  readonly visitCounts: Uint16Array;

  constructor(buffer: ArrayBuffer = new ArrayBuffer(PER_PAGE * RIDE_BYTES)) {
    this.buffer = buffer;
    this.f64 = new Float64Array(buffer, 0, PER_PAGE * F64.stride);
    this.u32 = new Uint32Array(buffer, 0, PER_PAGE * U32.stride);
    this.f32 = new Float32Array(buffer, 0, PER_PAGE * U32.stride);
    this.glances = new Uint32Array(buffer, PER_PAGE * RECORD_BYTES, PER_PAGE * GLANCE.stride);
    this.idWords = new Uint32Array(
      buffer,
      PER_PAGE * (RECORD_BYTES + 4 * GLANCE.stride),
      PER_PAGE * ID_WORDS,
    );
    this.visitAt = new Uint32Array(buffer, PER_PAGE * (RIDE_BYTES - VISITS_BYTES), PER_PAGE);
    this.visitCounts = new Uint16Array(buffer, PER_PAGE * (RIDE_BYTES - 2), PER_PAGE);
  }
}

/** Rides by slot, in pages. Grows without moving existing data and reuses freed slots. */
export class RidePages implements IdWords {
  readonly pages: RidePage[] = [];
  readonly points = new PointPages();
  readonly visits = new VisitPages();
  readonly free: number[] = [];
  /** Number of rides on roads. */
  onRoads = 0;
  /** Number of slots ever allocated. Free slots have no points. */
  allocated = 0;

  get bytes(): number {
    return (
      this.pages.length * PER_PAGE * RIDE_BYTES +
      8 * this.free.length +
      this.points.bytes +
      this.visits.bytes
    );
  }

  pageOf(slot: number): RidePage {
    return this.pages[slot >>> SHIFT]!;
  }

  /** Writes a measured ride into a slot, with room for this many visits. @throws RangeError if the index is full. */
  add(route: Route, visits: number): number {
    const pointAt = this.points.allocate(route.legs + 1);
    const slot = this.free.pop() ?? this.#newSlot();
    const { f64, u32, f32, glances, visitAt, visitCounts } = this.pageOf(slot);
    const at8 = (slot & RIDE_MASK) * F64.stride;
    const at4 = (slot & RIDE_MASK) * U32.stride;
    f64[at8 + F64.departsAtMs] = route.departsAtMs;
    f64[at8 + F64.maxDetourM] = route.maxDetourM;
    f64[at8 + F64.maxDetourS] = route.maxDetourS;
    const glance = (slot & RIDE_MASK) * GLANCE.stride;
    glances[glance + GLANCE.lastSearch] = 0;
    glances[glance + GLANCE.pointAt] = pointAt;
    u32[at4 + U32.points] = packPoints(route);
    u32[at4 + U32.roadAt] = this.points.roads.allocate(route.legs);
    if (route.isOnRoads) this.onRoads++;
    visitAt[slot & RIDE_MASK] = this.visits.allocate(visits);
    visitCounts[slot & RIDE_MASK] = visits;
    this.points.write(pointAt, route, f32, at4 + F32.unit);
    this.points.roads.write(u32[at4 + U32.roadAt]!, route);
    return slot;
  }

  /** Reads a ride as it was written, with its current seats. */
  read(slot: number, route: Route, pace: Pace): void {
    const { f64, u32 } = this.pageOf(slot);
    const at8 = (slot & RIDE_MASK) * F64.stride;
    const at4 = (slot & RIDE_MASK) * U32.stride;
    const points = u32[at4 + U32.points]!;
    route.reserve(pointsIn(points));
    route.isOnRoads = isOnRoadsIn(points);
    route.departsAtMs = f64[at8 + F64.departsAtMs]!;
    route.maxDetourM = f64[at8 + F64.maxDetourM]!;
    route.maxDetourS = f64[at8 + F64.maxDetourS]!;
    this.points.read(this.pointAt(slot), route);
    this.points.roads.read(u32[at4 + U32.roadAt]!, route);
    route.measure(pace, true);
  }

  /** Returns true if the ride in a slot differs from this one at most in departure and seats. O(points). */
  isSameRide(slot: number, route: Route): boolean {
    const { f64, u32 } = this.pageOf(slot);
    const at8 = (slot & RIDE_MASK) * F64.stride;
    const at4 = (slot & RIDE_MASK) * U32.stride;
    return (
      u32[at4 + U32.points] === packPoints(route) &&
      f64[at8 + F64.maxDetourM] === route.maxDetourM &&
      f64[at8 + F64.maxDetourS] === route.maxDetourS &&
      this.points.hasPoints(this.pointAt(slot), route) &&
      this.points.roads.hasLegs(u32[at4 + U32.roadAt]!, route)
    );
  }

  release(slot: number): void {
    const { u32 } = this.pageOf(slot);
    const at4 = (slot & RIDE_MASK) * U32.stride;
    const packed = u32[at4 + U32.points]!;
    const points = pointsIn(packed);
    if (isOnRoadsIn(packed)) this.onRoads--;
    this.points.release(this.pointAt(slot), points);
    this.points.roads.release(u32[at4 + U32.roadAt]!, points - 1);
    this.visits.release(this.visitAt(slot), this.visitsOf(slot));
    u32[at4 + U32.points] = 0;
    this.free.push(slot);
  }

  /** Position of a ride's points. */
  pointAt(slot: number): number {
    return this.pageOf(slot).glances[(slot & RIDE_MASK) * GLANCE.stride + GLANCE.pointAt]!;
  }

  /** Loads a ride's record and sketch into the cache. The result is meaningless. */
  prefetch(slot: number): number {
    return (
      this.pageOf(slot).u32[(slot & RIDE_MASK) * U32.stride]! +
      this.points.sketchAt(this.pointAt(slot))
    );
  }

  pointsOf(slot: number): number {
    return pointsIn(this.pageOf(slot).u32[(slot & RIDE_MASK) * U32.stride + U32.points]!);
  }

  isOnRoads(slot: number): boolean {
    return isOnRoadsIn(this.pageOf(slot).u32[(slot & RIDE_MASK) * U32.stride + U32.points]!);
  }

  /** Position of a ride's visits. */
  visitAt(slot: number): number {
    return this.pageOf(slot).visitAt[slot & RIDE_MASK]!;
  }

  visitsOf(slot: number): number {
    return this.pageOf(slot).visitCounts[slot & RIDE_MASK]!;
  }

  departsAtMs(slot: number): number {
    return this.pageOf(slot).f64[(slot & RIDE_MASK) * F64.stride + F64.departsAtMs]!;
  }

  /** Returns true if a leg has fewer seats left. */
  hasFullLeg(slot: number, seats: number): boolean {
    return this.points.hasFullLeg(this.pointAt(slot), this.pointsOf(slot) - 1, seats);
  }

  setSeats(slot: number, seatsLeft: readonly number[]): void {
    this.points.setSeats(this.pointAt(slot), seatsLeft);
  }

  setDeparture(slot: number, departsAtMs: number): void {
    this.pageOf(slot).f64[(slot & RIDE_MASK) * F64.stride + F64.departsAtMs] = departsAtMs;
  }

  setRegions(slot: number, regions: Uint32Array): void {
    this.pageOf(slot).glances.set(regions, (slot & RIDE_MASK) * GLANCE.stride);
  }

  /** Clears the marks of all earlier searches. */
  resetSearchMarks(): void {
    for (const _ of this.resetSearchMarksInSteps());
  }

  /** Same layout on every page. */
  *resetSearchMarksInSteps(): Generator<undefined, void> {
    for (const { glances } of this.pages) {
      for (let at = GLANCE.lastSearch; at < glances.length; at += GLANCE.stride) glances[at] = 0;
      yield;
    }
  }

  word(slot: number, n: number): number {
    return this.pageOf(slot).idWords[(slot & RIDE_MASK) * ID_WORDS + n]!;
  }

  setWord(slot: number, n: number, word: number): void {
    this.pageOf(slot).idWords[(slot & RIDE_MASK) * ID_WORDS + n] = word;
  }

  #newSlot(): number {
    if (this.allocated === RIDES_MAX) throw new RangeError("the index is full");
    if (this.allocated === this.pages.length * PER_PAGE) this.pages.push(new RidePage());
    return this.allocated++;
  }
}
