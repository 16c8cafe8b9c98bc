import { EARTH_RADIUS_M } from "../geo.ts";
import { estimateDriveS } from "../driving-estimate.ts";
import type { MatchRide, MatchSettings, Pace } from "../model.ts";
import { angleBetween, arcOf } from "../geometry/sphere.ts";
import type { Arc, Vec } from "../geometry/sphere.ts";

const RAD_PER_DEG = Math.PI / 180;

/**
 * One ride in the form that the rule reads, in columns that the next ride overwrites: measuring a million rides
 * allocates nothing. Legs are numbered from 0; leg k goes from point k to point k + 1.
 */
export class Route {
  legs = 0;
  departsAtMs = 0;
  maxDetourM = 0;
  maxDetourS = 0;
  totalM = 0;
  totalS = 0;
  isOnRoads = false;
  /** Degrees of each point as given, and its unit vector. */
  lat = new Float64Array(0);
  lng = new Float64Array(0);
  x = new Float64Array(0);
  y = new Float64Array(0);
  z = new Float64Array(0);
  seatsLeft = new Float64Array(0);
  /**
   * Per leg: its great circle, its road length and time in single precision, as the index stores them, and the drive
   * before it.
   */
  legRad = new Float64Array(0);
  roadM = new Float64Array(0);
  roadS = new Float64Array(0);
  startM = new Float64Array(0);
  startS = new Float64Array(0);

  /** Makes room for a ride with this many points. */
  reserve(points: number): void {
    this.legs = points - 1;
    if (points <= this.lat.length) return;
    const room = Math.max(16, 2 ** Math.ceil(Math.log2(points)));
    for (const column of COLUMNS) this[column] = new Float64Array(room);
  }

  /** Computes vectors and lengths from degrees. Without roads, the pace gives the estimates. O(points). */
  measure(settings: Pace, hasRoads: boolean): void {
    const metresPerRad = settings.roadFactor * EARTH_RADIUS_M;
    let totalM = 0;
    let totalS = 0;
    for (let k = 0; k <= this.legs; k++) {
      const lat = this.lat[k]! * RAD_PER_DEG;
      const lng = this.lng[k]! * RAD_PER_DEG;
      const level = Math.cos(lat);
      this.x[k] = level * Math.cos(lng);
      this.y[k] = level * Math.sin(lng);
      this.z[k] = Math.sin(lat);
      if (k === 0) continue;
      const leg = k - 1;
      this.legRad[leg] = this.#betweenNeighbours(leg);
      if (!hasRoads) {
        const roadM = metresPerRad * this.legRad[leg];
        this.roadM[leg] = Math.fround(roadM);
        this.roadS[leg] = Math.fround(settings.timeFactor * estimateDriveS(roadM));
      }
      this.startM[leg] = totalM;
      this.startS[leg] = totalS;
      totalM += this.roadM[leg]!;
      totalS += this.roadS[leg]!;
    }
    this.totalM = totalM;
    this.totalS = totalS;
  }

  /** The angle between point k and a place, in radians. */
  angleTo(k: number, { x, y, z }: Vec): number {
    return this.angleAt(k, x, y, z);
  }

  /** Same as `angleTo`, from coordinates. */
  angleAt(k: number, x: number, y: number, z: number): number {
    return angleBetween(this.x[k]!, this.y[k]!, this.z[k]!, x, y, z);
  }

  /** The great circle of a leg. */
  arcOf(leg: number): Arc {
    return arcOf(this.#vec(leg), this.#vec(leg + 1));
  }

  #betweenNeighbours(k: number): number {
    return angleBetween(
      this.x[k]!,
      this.y[k]!,
      this.z[k]!,
      this.x[k + 1]!,
      this.y[k + 1]!,
      this.z[k + 1]!,
    );
  }

  #vec(k: number): Vec {
    return {
      x: this.x[k]!,
      y: this.y[k]!,
      z: this.z[k]!,
    };
  }
}

const COLUMNS = [
  "lat",
  "lng",
  "x",
  "y",
  "z",
  "seatsLeft",
  "legRad",
  "roadM",
  "roadS",
  "startM",
  "startS",
] as const;

/**
 * Loads a ride into the columns. @throws RangeError if it cannot be measured: too few points, seats not per leg, NaN.
 */
export const loadRide = (route: Route, ride: MatchRide, settings: MatchSettings): void => {
  const { id, points, seatsLeft } = ride;
  const roads = ride.legs;
  const legs = points.length - 1;
  if (legs < 1) throw new RangeError(`ride ${id}: needs an origin and a destination`);
  if (seatsLeft.length !== legs)
    throw new RangeError(`ride ${id}: seatsLeft is not one number per leg`);
  if (ride.isOnRoads && roads === undefined) throw new RangeError(`ride ${id}: has no roads`);
  if (roads !== undefined && roads.length !== legs)
    throw new RangeError(`ride ${id}: legs do not match points`);
  if (!(ride.maxDetourM >= 0 && ride.maxDetourS >= 0))
    throw new RangeError(`ride ${id}: detour limits must not be negative`);
  route.reserve(points.length);
  route.departsAtMs = ride.departsAtMs;
  route.maxDetourM = ride.maxDetourM;
  route.maxDetourS = ride.maxDetourS;
  route.isOnRoads = ride.isOnRoads ?? false;
  for (let k = 0; k <= legs; k++) {
    route.lat[k] = points[k]!.lat;
    route.lng[k] = points[k]!.lng;
  }
  for (let leg = 0; leg < legs; leg++) {
    route.seatsLeft[leg] = seatsLeft[leg]!;
    if (roads === undefined) continue;
    route.roadM[leg] = Math.fround(roads[leg]!.distanceM);
    route.roadS[leg] = Math.fround(roads[leg]!.durationS);
  }
  route.measure(settings, roads !== undefined);
  let sum = ride.departsAtMs + route.totalM + route.totalS;
  for (let leg = 0; leg < legs; leg++) sum += route.legRad[leg]!;
  if (!Number.isFinite(sum)) throw new RangeError(`ride ${id}: values must be finite numbers`);
};
