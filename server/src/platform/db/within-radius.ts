import { type RawBuilder, sql } from "kysely";

const EARTH_RADIUS_KM = 6371.0088;
const KM_PER_DEGREE = (Math.PI * EARTH_RADIUS_KM) / 180;

/** A place in SQL: two expressions in degrees. */
interface SqlPlace {
  readonly lat: RawBuilder<unknown>;
  readonly lng: RawBuilder<unknown>;
}

/** Length of the great circle between two places in SQL, in kilometres, by the haversine formula. */
export const greatCircleKm = (from: SqlPlace, to: SqlPlace): RawBuilder<number> => sql<number>`
  2 * ${EARTH_RADIUS_KM}::float8 * asin(least(1, sqrt(
    sin(radians(${to.lat} - ${from.lat}) / 2) ^ 2
    + cos(radians(${from.lat})) * cos(radians(${to.lat})) * sin(radians(${to.lng} - ${from.lng}) / 2) ^ 2)))`;

/**
 * Distance of two latitude and longitude columns from a point, and a condition that they are within `radiusKm`.
 * Compares with a box in degrees first, because that uses an index.
 */
export function withinRadius(
  {
    lat,
    lng,
    radiusKm,
  }: {
    lat: number;
    lng: number;
    radiusKm: number;
  },
  columns: { lat: string; lng: string },
): {
  distanceKm: RawBuilder<number>;
  within: RawBuilder<boolean>;
} {
  const latColumn = sql.ref(columns.lat);
  const lngColumn = sql.ref(columns.lng);
  const latReach = radiusKm / KM_PER_DEGREE;
  const nearPole = Math.abs(lat) + latReach >= 90;
  const lngReach = nearPole
    ? 180
    : Math.min(180, latReach / Math.cos(((Math.abs(lat) + latReach) * Math.PI) / 180));
  const distanceKm = greatCircleKm(
    { lat: sql`${lat}::float8`, lng: sql`${lng}::float8` },
    { lat: latColumn, lng: lngColumn },
  );
  const west = lng - lngReach;
  const east = lng + lngReach;
  // The same box, shifted by one turn around the globe in either direction.
  const boxes = [-360, 0, 360].map(
    (turn) => sql`${lngColumn} between ${west + turn} and ${east + turn}`,
  );
  const within = sql<boolean>`
    (${latColumn} between ${lat - latReach} and ${lat + latReach}
      and (${sql.join(boxes, sql` or `)})
      and ${distanceKm} <= ${radiusKm})`;
  return { distanceKm, within };
}
