import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM, EARTH_RADIUS_M } from "@commonlane/matching/geo";
import { beside } from "./drivers.ts";

export interface Measured {
  readonly from: LatLng;
  readonly distanceM: number;
}

/** The point that is as far from all of them as was measured: Gauss-Newton, on the plane around the guess. */
export function placeFrom(measured: readonly Measured[], around: LatLng): LatLng {
  let guess = around;
  for (let round = 0; round < 30; round++) {
    let [a, b, c, p, q] = [0, 0, 0, 0, 0];
    for (const { from, distanceM: told } of measured) {
      const away = distanceM(from, guess);
      const north = (((guess.lat - from.lat) * Math.PI) / 180) * EARTH_RADIUS_M;
      const east = (((guess.lng - from.lng) * Math.PI) / 180) * EARTH_RADIUS_M * Math.cos((guess.lat * Math.PI) / 180);
      const [u, v, off] = [north / away, east / away, away - told];
      a += u * u;
      b += u * v;
      c += v * v;
      p += u * off;
      q += v * off;
    }
    const det = a * c - b * b;
    guess = beside(guess, -(c * p - b * q) / det, -(a * q - b * p) / det);
  }
  return guess;
}
