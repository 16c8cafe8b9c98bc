/** Extent of the landing page's map: Mercator projection of central Europe in SVG units. */

const WEST = 2.6;
const NORTH = 54.6;
const EAST = 14.2;
const SOUTH = 45.6;

export const LANDING_MAP_WIDTH = 900;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const mercator = (lat: number): number => Math.log(Math.tan(Math.PI / 4 + radians(lat) / 2));
const SCALE = LANDING_MAP_WIDTH / radians(EAST - WEST);

export const LANDING_MAP_HEIGHT = Math.round((mercator(NORTH) - mercator(SOUTH)) * SCALE);

export type Point = readonly [x: number, y: number];

/** Projects a coordinate onto the map. Latitudes are clamped to ±84°. */
export function project(lng: number, lat: number): Point {
  const reach = Math.max(-84, Math.min(84, lat));
  return [radians(lng - WEST) * SCALE, (mercator(NORTH) - mercator(reach)) * SCALE];
}
