import { EARTH_RADIUS_M } from "./geo.ts";
import type { LatLng } from "./geo.ts";
import { angle, arcOf, pointAt, unit, vecOf } from "./sphere.ts";
import type { Arc, Vec } from "./sphere.ts";

/** How driving is measured where no road is known: road metres per great-circle metre, and metres per second. */
export interface Pace {
  readonly roadFactor: number;
  readonly driveMps: number;
}

/** One leg of a way: its arc, its length by road, and what was driven before it. */
export interface Leg {
  readonly arc: Arc;
  readonly roadM: number;
  readonly roadS: number;
  readonly startM: number;
  readonly startS: number;
}

/** A ride's legs, measured once. Everything on them lies within `reachRad` of `centre`. */
export interface Way {
  readonly legs: readonly Leg[];
  readonly wholeM: number;
  readonly wholeS: number;
  readonly centre: Vec;
  readonly reachRad: number;
  readonly longestRad: number;
}

/** Measures a way once; `roads`, where known, gives each leg's length by road instead of great-circle x factor. */
export const wayOf = (
  points: readonly LatLng[],
  roads: readonly { readonly distanceM: number; readonly durationS: number }[] | undefined,
  pace: Pace,
): Way => {
  const places = points.map(vecOf);
  const legs: Leg[] = [];
  let wholeM = 0;
  let wholeS = 0;
  for (let i = 0; i + 1 < places.length; i++) {
    const arc = arcOf(places[i]!, places[i + 1]!);
    const road = roads?.[i];
    const roadM = road?.distanceM ?? pace.roadFactor * EARTH_RADIUS_M * arc.rad;
    const roadS = road?.durationS ?? roadM / pace.driveMps;
    legs.push({ arc, roadM, roadS, startM: wholeM, startS: wholeS });
    wholeM += roadM;
    wholeS += roadS;
  }
  const centre = middleOf(places);
  return {
    legs,
    wholeM,
    wholeS,
    centre,
    // A point of a leg is at most half the leg from its middle, so this covers every leg entirely.
    reachRad: Math.max(...legs.map(({ arc }) => angle(centre, pointAt(arc, arc.rad / 2)) + arc.rad / 2)),
    longestRad: Math.max(...legs.map(({ arc }) => arc.rad)),
  };
};

const middleOf = (places: readonly Vec[]): Vec => {
  const sum = { x: 0, y: 0, z: 0 };
  for (const place of places) {
    sum.x += place.x;
    sum.y += place.y;
    sum.z += place.z;
  }
  return unit(sum) ?? places[0]!;
};
