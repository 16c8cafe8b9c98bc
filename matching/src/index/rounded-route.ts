import { SKETCH } from "../storage/point-pages.ts";
import { F32, F64, isOnRoadsIn, pointsIn, RIDE_MASK, U32 } from "../storage/ride-pages.ts";
import type { RidePages } from "../storage/ride-pages.ts";
import { SPAN_PAGE } from "../storage/spans.ts";
import type { Vec } from "../geometry/sphere.ts";

const POINT_MASK = SPAN_PAGE - 1;
// A rounded point is off by at most half a unit in each of three directions. For angles up to 1.2 rad the error is at
// most this.
const ERROR_UNITS = 1.1;

/** A ride measured from its rounded points, without trigonometry. An angle is off by at most `offRad` per point. */
export class RoundedRoute {
  legs = 0;
  unit = 0;
  offRad = 0;
  isOnRoads = false;
  departsAtMs = 0;
  maxDetourM = 0;
  maxDetourS = 0;
  legRad = new Float64Array(16);
  roadS = new Float64Array(16);
  roadM = new Float64Array(16);
  #sketch: Int16Array = new Int16Array(0);
  #first = 0;
  #baseX = 0;
  #baseY = 0;
  #baseZ = 0;
  #roadAt = 0;
  /** The place of the last `anglesTo`, in rounded units. */
  #x = 0;
  #y = 0;
  #z = 0;

  /** Selects the ride of a slot. Its points are not read yet. */
  load(rides: RidePages, slot: number): void {
    const { f64, u32, f32 } = rides.pageOf(slot);
    const at8 = (slot & RIDE_MASK) * F64.stride;
    const at4 = (slot & RIDE_MASK) * U32.stride;
    const pointAt = rides.pointAt(slot);
    const points = u32[at4 + U32.points]!;
    this.legs = pointsIn(points) - 1;
    this.isOnRoads = isOnRoadsIn(points);
    this.unit = f32[at4 + F32.unit]!;
    this.offRad = ERROR_UNITS * this.unit;
    this.departsAtMs = f64[at8 + F64.departsAtMs]!;
    this.maxDetourM = f64[at8 + F64.maxDetourM]!;
    this.maxDetourS = f64[at8 + F64.maxDetourS]!;
    this.#roadAt = u32[at4 + U32.roadAt]!;
    this.#sketch = rides.points.pageOf(pointAt).sketch;
    this.#first = (pointAt & POINT_MASK) * SKETCH;
    this.#baseX = f32[at4 + F32.base]!;
    this.#baseY = f32[at4 + F32.base + 1]!;
    this.#baseZ = f32[at4 + F32.base + 2]!;
    if (this.legs > this.legRad.length) {
      this.legRad = new Float64Array(2 * this.legs);
      this.roadS = new Float64Array(2 * this.legs);
      this.roadM = new Float64Array(2 * this.legs);
    }
  }

  seatsLeft(leg: number): number {
    return this.#sketch[this.#first + leg * SKETCH + 3]!;
  }

  /**
   * Returns true if the detour over a place may be at most `maxDetourRad` on some leg. Compares chords: a sum of two chords
   * is never more than the sum of their angles, and up to 1 rad an angle is at most c + c^3 / 20. O(points).
   */
  mayPass(place: Vec, maxDetourRad: number): boolean {
    const { unit, legs } = this;
    const sketch = this.#sketch;
    const x = (place.x - this.#baseX) / unit;
    const y = (place.y - this.#baseY) / unit;
    const z = (place.z - this.#baseZ) / unit;
    const maxChord = (maxDetourRad + 4 * this.offRad) / unit;
    const bend = (unit * unit) / 20;
    let at = this.#first;
    let px = sketch[at]!;
    let py = sketch[at + 1]!;
    let pz = sketch[at + 2]!;
    let before = Math.sqrt((x - px) * (x - px) + (y - py) * (y - py) + (z - pz) * (z - pz));
    for (let k = 0; k < legs; k++) {
      at += SKETCH;
      const qx = sketch[at]!;
      const qy = sketch[at + 1]!;
      const qz = sketch[at + 2]!;
      const after = Math.sqrt((x - qx) * (x - qx) + (y - qy) * (y - qy) + (z - qz) * (z - qz));
      const square = (px - qx) * (px - qx) + (py - qy) * (py - qy) + (pz - qz) * (pz - qz);
      if (before + after - Math.sqrt(square) * (1 + bend * square) <= maxChord) return true;
      before = after;
      px = qx;
      py = qy;
      pz = qz;
    }
    return false;
  }

  /** Writes the angle between each point and a place. O(points). */
  anglesTo(place: Vec, angles: Float64Array): void {
    const { unit, legs } = this;
    const sketch = this.#sketch;
    const x = (this.#x = (place.x - this.#baseX) / unit);
    const y = (this.#y = (place.y - this.#baseY) / unit);
    const z = (this.#z = (place.z - this.#baseZ) / unit);
    const scale = unit * unit;
    for (let k = 0, at = this.#first; k <= legs; k++, at += SKETCH) {
      const dx = x - sketch[at]!;
      const dy = y - sketch[at + 1]!;
      const dz = z - sketch[at + 2]!;
      angles[k] = chordToAngle((dx * dx + dy * dy + dz * dz) * scale);
    }
  }

  /**
   * Lower bound for the distance of the place of the last `anglesTo` from a leg, if its perpendicular foot is not far
   * beyond the leg's ends: the distance from the chord's line, minus the arc's height above it, minus the possible
   * rounding error of the line.
   */
  minDistanceToLegRad(leg: number): number {
    const sketch = this.#sketch;
    const at = this.#first + leg * SKETCH;
    const ax = this.#x - sketch[at]!;
    const ay = this.#y - sketch[at + 1]!;
    const az = this.#z - sketch[at + 2]!;
    const bx = sketch[at + 4]! - sketch[at]!;
    const by = sketch[at + 5]! - sketch[at + 1]!;
    const bz = sketch[at + 6]! - sketch[at + 2]!;
    const cx = ay * bz - az * by;
    const cy = az * bx - ax * bz;
    const cz = ax * by - ay * bx;
    const toLine = Math.sqrt((cx * cx + cy * cy + cz * cz) / (bx * bx + by * by + bz * bz));
    const legRad = this.legRad[leg]!;
    return toLine * this.unit - (legRad * legRad) / 8 - 3 * this.offRad;
  }

  /** Computes legRad, roadM and roadS. O(points). */
  measure(rides: RidePages): void {
    const { legs, legRad, roadM, roadS } = this;
    const sketch = this.#sketch;
    const roads = rides.points.roads.pageOf(this.#roadAt);
    const roadAt = this.#roadAt & POINT_MASK;
    const scale = this.unit * this.unit;
    for (let leg = 0, at = this.#first; leg < legs; leg++, at += SKETCH) {
      const dx = sketch[at]! - sketch[at + 4]!;
      const dy = sketch[at + 1]! - sketch[at + 5]!;
      const dz = sketch[at + 2]! - sketch[at + 6]!;
      legRad[leg] = chordToAngle((dx * dx + dy * dy + dz * dz) * scale);
      roadS[leg] = roads.roadS[roadAt + leg]!;
      roadM[leg] = roads.roadM[roadAt + leg]!;
    }
  }
}

/** The angle whose squared chord is given: 2 asin(c / 2); below 0.1 as a series accurate to half a millimetre. */
const chordToAngle = (squared: number): number => {
  const chord = Math.sqrt(squared);
  if (squared < 0.01) return chord * (1 + squared * (1 / 24 + squared * (3 / 640)));
  return 2 * Math.asin(Math.min(1, chord / 2));
};
