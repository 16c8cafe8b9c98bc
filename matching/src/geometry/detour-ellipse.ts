import type { Vec } from "./sphere.ts";
import type { Route } from "../rule/route.ts";

// Rounding may put a place just outside: 1e-7 rad is 0.6 m.
const PAD_RAD = 1e-7;
// Shorter legs have no meaningful direction.
const NO_LENGTH = 1e-12;

/**
 * The places that a driver can visit with at most this detour on one leg: d(p, P) + d(P, q) <= d(p, q) + extra. On the
 * sphere they form an ellipse. With u and v the angles from its minor and major axis: (sin u / sin a)^2 + (sin v / sin
 * b)^2 <= 1, where a = (d + extra) / 2 and cos b = cos a / cos(d / 2). With extra = 0 the ellipse is the leg itself.
 */
export class DetourEllipse {
  /** True if the ellipse is the whole sphere, because the detour may be longer than half the circumference. */
  coversSphere = false;
  /** Half of the major and of the minor axis. */
  longRad = 0;
  shortRad = 0;
  readonly middle: {
    x: number;
    y: number;
    z: number;
  } = {
    x: 0,
    y: 0,
    z: 0,
  };
  readonly #along = {
    x: 0,
    y: 0,
    z: 0,
  };
  readonly #across = {
    x: 0,
    y: 0,
    z: 0,
  };
  /** Reciprocal sines of the half axes. */
  #perLong = 0;
  #perShort = 0;

  /** Computes the ellipse of a leg. O(1). */
  setLeg(route: Route, leg: number, extraRad: number): void {
    const lengthRad = route.legRad[leg]!;
    const extra = extraRad + 2 * PAD_RAD;
    this.longRad = (lengthRad + extra) / 2;
    this.coversSphere = !(this.longRad < Math.PI / 2 - PAD_RAD);
    if (this.coversSphere) return;
    const next = leg + 1;
    const { middle } = this;
    set(
      middle,
      route.x[leg]! + route.x[next]!,
      route.y[leg]! + route.y[next]!,
      route.z[leg]! + route.z[next]!,
    );
    set(
      this.#along,
      route.x[next]! - route.x[leg]!,
      route.y[next]! - route.y[leg]!,
      route.z[next]! - route.z[leg]!,
    );
    if (lengthRad < NO_LENGTH) set(this.#along, ...anyPerpendicular(middle));
    const { x, y, z } = this.#along;
    set(
      this.#across,
      middle.y * z - middle.z * y,
      middle.z * x - middle.x * z,
      middle.x * y - middle.y * x,
    );
    this.#perLong = 1 / Math.sin(this.longRad);
    // sin^2 b = 1 - cos^2 a / cos^2 (d / 2), without subtracting nearly equal numbers.
    const sineShort =
      Math.sqrt(Math.sin(lengthRad + extra / 2) * Math.sin(extra / 2)) / Math.cos(lengthRad / 2);
    this.#perShort = 1 / sineShort;
    this.shortRad = Math.asin(Math.min(1, sineShort));
  }

  /**
   * Returns true if a place of the ellipse may lie within a cap. No place of the cap is nearer to an axis than its
   * centre minus the radius, and a sine changes by no more than its angle. Never wrongly false. O(1), no square root.
   */
  mayIntersect(x: number, y: number, z: number, radiusRad: number): boolean {
    if (x * this.middle.x + y * this.middle.y + z * this.middle.z < -radiusRad) return false;
    const along = Math.abs(x * this.#along.x + y * this.#along.y + z * this.#along.z);
    const across = Math.abs(x * this.#across.x + y * this.#across.y + z * this.#across.z);
    const u = along <= radiusRad ? 0 : (along - radiusRad) * this.#perLong;
    const v = across <= radiusRad ? 0 : (across - radiusRad) * this.#perShort;
    return u * u + v * v <= 1;
  }
}

/** Writes a direction, scaled to length 1. */
const set = (
  v: {
    x: number;
    y: number;
    z: number;
  },
  x: number,
  y: number,
  z: number,
): void => {
  const length = Math.sqrt(x * x + y * y + z * z);
  v.x = x / length;
  v.y = y / length;
  v.z = z / length;
};

/** Any direction at a right angle to the vector. */
const anyPerpendicular = ({ x, y, z }: Vec): [number, number, number] =>
  Math.abs(z) < 0.9 ? [y, -x, 0] : [0, z, -y];
