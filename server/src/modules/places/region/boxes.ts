import { flatDistanceM } from "./outlines.ts";
import type { StreetWays } from "./street-ways.ts";

export interface Box {
  south: number;
  north: number;
  west: number;
  east: number;
}

export function boxOf(ways: StreetWays, start: number, end: number): Box {
  const box = {
    south: Infinity,
    north: -Infinity,
    west: Infinity,
    east: -Infinity,
  };
  for (let point = start; point < end; point++) extendBox(box, ways.lat(point), ways.lng(point));
  return box;
}

export function extendBox(box: Box, lat: number, lng: number): void {
  box.south = Math.min(box.south, lat);
  box.north = Math.max(box.north, lat);
  box.west = Math.min(box.west, lng);
  box.east = Math.max(box.east, lng);
}

/** Distance between two boxes, 0 if they overlap. */
export function gapM(a: Box, b: Box): number {
  const lat = Math.max(0, a.south - b.north, b.south - a.north);
  const lng = Math.max(0, a.west - b.east, b.west - a.east);
  return flatDistanceM(a.south, 0, a.south + lat, lng);
}

export const pointBox = (lat: number, lng: number): Box => ({
  south: lat,
  north: lat,
  west: lng,
  east: lng,
});
