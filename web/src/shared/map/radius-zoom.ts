const EARTH_M = 40_075_017;
const TILE_PX = 512;

/** Zoom at which a radius around a place takes these pixels; in whole levels, so that the map rests while things move. */
export function zoomForRadius(radiusM: number, lat: number, radiusPx: number): number {
  const worldM = EARTH_M * Math.cos((lat * Math.PI) / 180);
  return Math.floor(Math.log2((worldM * radiusPx) / (TILE_PX * Math.max(1, radiusM))));
}
