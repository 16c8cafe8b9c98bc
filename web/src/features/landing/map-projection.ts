/** The window of the landing's drawn map: Mercator over the middle of Europe, in units of its own SVG. */

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

/** Where a place lies in the drawing; latitudes near the poles are pulled to 84°. */
export function project(lng: number, lat: number): Point {
  const reach = Math.max(-84, Math.min(84, lat));
  return [radians(lng - WEST) * SCALE, (mercator(NORTH) - mercator(reach)) * SCALE];
}
