import { LngLatBounds } from "maplibre-gl";
import { communitySettings } from "#shared/community-settings.ts";
import type { LatLng, MapPadding, MapScene, MapStop } from "./map-types.ts";
import { unwrapLongitudes } from "./journey-layers.ts";

export const NO_PADDING: MapPadding = {
  top: 0,
  right: 0,
  bottom: 0,
  left: 0,
};

/** Zoom for a single point with its surroundings. */
export const POINT_ZOOM = 9;

/** Zoom that shows streets with their names, where the map has them. */
const STREET_ZOOM = 15.5;

const EQUATOR_KM = 40_075;
/** Size of MapLibre's world at zoom 0. */
const WORLD_PX = 512;
const SMALL_MAP_PX = 360;

/** View that shows the whole region on a phone. */
export function fitRegion({ lat, lng, radiusKm }: LatLng & { radiusKm: number }): {
  center: LatLng;
  zoom: number;
} {
  const kmAround = EQUATOR_KM * Math.cos((lat * Math.PI) / 180);
  const zoom = Math.log2((SMALL_MAP_PX * kmAround) / (WORLD_PX * 2 * radiusKm));
  return {
    center: { lat, lng },
    zoom: Math.min(Math.max(zoom, 0), POINT_ZOOM + 2),
  };
}

const EUROPE = {
  center: {
    lat: 48.5,
    lng: 9.5,
  },
  zoom: 4.2,
};

/** View without content to fit: the community's region, or Europe. */
export const DEFAULT_VIEW = communitySettings.region ? fitRegion(communitySettings.region) : EUROPE;

/** Points to fit: the user's segment with the ways to it, or else the route, the pins or the areas. */
export function pointsToFit({
  route = [],
  segment = [],
  walks = [],
  areas = [],
  stops = [],
  pins = [],
}: MapScene) {
  if (segment.length > 1) return [...segment, ...walks.flat(), ...stops.filter(isOwnStop)];
  const journey: readonly LatLng[] = [...route, ...stops];
  if (journey.length > 0) return journey;
  return pins.length > 0 ? pins : areas.flat(2);
}

function isOwnStop({ kind }: MapStop): boolean {
  return kind === "pickup" || kind === "dropoff";
}

/** Closest zoom at which content is fitted: a single point with its town, a short route with its streets. */
export const fitZoom = (points: readonly LatLng[]): number =>
  points.every(({ lat, lng }) => lat === points[0]?.lat && lng === points[0].lng)
    ? POINT_ZOOM + 2
    : STREET_ZOOM;

/** Smallest box around the points; may cross the antimeridian. */
export function boundsOf(points: readonly LatLng[]): LngLatBounds {
  const bounds = new LngLatBounds();
  for (const point of unwrapLongitudes(points)) bounds.extend(point);
  return bounds;
}

// Space for tags above and beside the outermost stops.
const TAG_ROOM_PX = {
  top: 64,
  right: 72,
  bottom: 40,
  left: 72,
};
const MIN_FREE_PX = 96;

/** Padding for fitting: covered edges plus space for tags, reduced in that order on small maps. */
export function fitPadding(
  size: { width: number; height: number },
  covered: MapPadding = NO_PADDING,
  room: MapPadding = TAG_ROOM_PX,
): MapPadding {
  const [left, right] = shareAxis(
    size.width,
    [covered.left, covered.right],
    [room.left, room.right],
  );
  const [top, bottom] = shareAxis(
    size.height,
    [covered.top, covered.bottom],
    [room.top, room.bottom],
  );
  return {
    top,
    right,
    bottom,
    left,
  };
}

type Pair = readonly [start: number, end: number];

function shareAxis(length: number, covered: Pair, room: Pair): Pair {
  const free = length - covered[0] - covered[1] - MIN_FREE_PX;
  // If panels leave too little room they are ignored: content below a panel is better than a map of the whole world.
  if (free < 0) return [0, 0];
  const share = Math.min(1, free / Math.max(1, room[0] + room[1]));
  return [covered[0] + room[0] * share, covered[1] + room[1] * share];
}
