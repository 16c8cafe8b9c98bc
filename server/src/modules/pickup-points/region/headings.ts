import type { LatLng } from "@commonlane/contract/shapes";
import { lngDifference } from "@commonlane/geo/road-network/shapes";

/** Directions of travel as a set of 16 compass sectors of 22.5 degrees, one bit each; bit 0 is north. */
export type Headings = number;

const SECTORS = 16;
const SECTOR_RAD = (2 * Math.PI) / SECTORS;
export const NO_HEADINGS: Headings = 0;
export const ALL_HEADINGS: Headings = 0xffff;

const sectorOf = (radians: number): number =>
  ((Math.round(radians / SECTOR_RAD) % SECTORS) + SECTORS) % SECTORS;

const RAD_PER_DEG = Math.PI / 180;

/** Clockwise from north, in radians, on a locally flat map. */
const directionRad = (from: LatLng, to: LatLng): number =>
  Math.atan2(
    lngDifference(to.lng, from.lng) * Math.cos(((from.lat + to.lat) / 2) * RAD_PER_DEG),
    to.lat - from.lat,
  );

/** The heading of a straight piece of road or line. */
export const headingOf = (from: LatLng, to: LatLng): Headings =>
  1 << sectorOf(directionRad(from, to));

export const opposite = (headings: Headings): Headings =>
  ((headings << 8) | (headings >>> 8)) & ALL_HEADINGS;

/** Whether a heading of one set is within about 45 degrees of one of the other. */
export function areCompatible(a: Headings, b: Headings): boolean {
  let near = a;
  for (const shift of [1, 2]) near |= rotate(a, shift) | rotate(a, SECTORS - shift);
  return (near & b) !== 0;
}

const rotate = (headings: Headings, sectors: number): Headings =>
  ((headings << sectors) | (headings >>> (SECTORS - sectors))) & ALL_HEADINGS;
