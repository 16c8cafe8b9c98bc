/** Extent of the landing page's map: Mercator projection of central Europe in SVG units. */

const WEST = 2.6;
const NORTH = 54.6;
const EAST = 14.2;
const SOUTH = 45.6;

export const LANDING_MAP_WIDTH = 900;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

function mercator(lat: number): number {
  return Math.log(Math.tan(Math.PI / 4 + radians(lat) / 2));
}

const SCALE = LANDING_MAP_WIDTH / radians(EAST - WEST);

export const LANDING_MAP_HEIGHT = Math.round((mercator(NORTH) - mercator(SOUTH)) * SCALE);

export type Point = readonly [x: number, y: number];

/** Projects a coordinate onto the map. Latitudes are clamped to ±84°. */
export function project(lng: number, lat: number): Point {
  const reach = Math.max(-84, Math.min(84, lat));
  return [radians(lng - WEST) * SCALE, (mercator(NORTH) - mercator(reach)) * SCALE];
}

const KM_PER_DEGREE = 111.2;
/** The drawing has no detail below. */
const SMALLEST_VIEW = 240;

/** Where a region is on the map and the part of the map around it; undefined if the map does not reach it. */
export function areaOnMap({ lat, lng, radiusKm }: { lat: number; lng: number; radiusKm: number }) {
  const centre = project(lng, lat);
  const [x, y] = centre;
  const isInside = x > 0 && x < LANDING_MAP_WIDTH && y > 0 && y < LANDING_MAP_HEIGHT;
  if (!isInside) return undefined;
  const radius = Math.abs(y - project(lng, lat + radiusKm / KM_PER_DEGREE)[1]);
  const side = Math.max(SMALLEST_VIEW, radius * 5);
  return {
    centre,
    radius,
    viewBox: `${x - side / 2} ${y - side / 2} ${side} ${side}`,
  };
}
