import type { KnownPlace, NearestPlace } from "@commonlane/contract/places";
import type { LatLng } from "@commonlane/contract/shapes";
import type { Context } from "#platform/context.ts";
import { geoNames } from "./places.ts";

export type { Geocoder } from "./geocoder.ts";
export { geoNames } from "./places.ts";
export { ensurePlaces } from "./places-import.store.ts";
export { placeRoutes } from "./places.routes.ts";

/** The place with that id, such as "gn:2925177". */
export const findPlace = (ctx: Context, placeId: string): Promise<KnownPlace | undefined> =>
  geoNames(ctx).find(placeId);

/** The place nearest to a position, however far; undefined only while no places are loaded. */
export const nearestPlace = (ctx: Context, position: LatLng): Promise<NearestPlace | undefined> =>
  geoNames(ctx).nearest(position);
