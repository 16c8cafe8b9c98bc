import type { LatLng } from "#shared/map/map-types.ts";

const KM_PER_DEGREE = 111.2;
const CORNERS = 72;

/** A circle on the map as a polygon; close enough for a region that is only drawn. */
export function circleAround({ lat, lng, radiusKm }: LatLng & { radiusKm: number }): LatLng[] {
  const latRadius = radiusKm / KM_PER_DEGREE;
  const lngRadius = latRadius / Math.max(0.05, Math.cos((lat * Math.PI) / 180));
  return Array.from({ length: CORNERS + 1 }, (_, n) => {
    const angle = (2 * Math.PI * n) / CORNERS;
    return {
      lat: Math.max(-85, Math.min(85, lat + latRadius * Math.sin(angle))),
      lng: lng + lngRadius * Math.cos(angle),
    };
  });
}
