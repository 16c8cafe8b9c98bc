import type { PlaceKind } from "@commonlane/contract/places";
import { communitySettings } from "#shared/community-settings.ts";
import type { LatLng } from "./map-types.ts";

const EARTH_M = 40_075_017;
const TILE_PX = 512;

/** Zoom at which a radius around a place takes these pixels; in whole levels, so that the map rests while things move. */
export function zoomForRadius(radiusM: number, lat: number, radiusPx: number): number {
  const worldM = EARTH_M * Math.cos((lat * Math.PI) / 180);
  return Math.floor(Math.log2((worldM * radiusPx) / (TILE_PX * Math.max(1, radiusM))));
}

const AREAS: readonly (PlaceKind | undefined)[] = ["town", "village", "district", "postcode"];
const STREETS = 16;
const AREA = 13.5;
/** The built-in map has nothing smaller than towns. */
const TOWNS = 11;

/** Zoom at which a point is picked: streets with their names where the map has them. */
export function pickZoom(at: LatLng, kind?: PlaceKind): number {
  if (!hasStreets(at)) return TOWNS;
  return AREAS.includes(kind) ? AREA : STREETS;
}

function hasStreets({ lat, lng }: LatLng): boolean {
  if (communitySettings.basemap) return true;
  return communitySettings.regionMaps.some(
    ({ bbox: [west, south, east, north] }) =>
      lat >= south && lat <= north && lng >= west && lng <= east,
  );
}
