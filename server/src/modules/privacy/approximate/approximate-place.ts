import type { PlaceDetails, PlaceKind } from "@commonlane/contract/places";
import type { Place } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import {
  createGeoNamesGeocoder,
  findNearestTown,
  hasPlaces,
  isPublicKind,
} from "#modules/places/index.ts";
import type { Context } from "#platform/context.ts";
import { approximatePosition } from "./approximate-position.ts";
import { MINUTE_MS } from "@commonlane/contract/durations";

const TIME_STEP_MS = 5 * MINUTE_MS;

const DISTANCE_STEP_M = 500;

const DETOUR_TIME_STEP_S = 60;

/** If the place of an id is this close to the approximate position, its name reveals no more than that. */
const SAME_PLACE_M = 1000;

/** The name of a street or a stop would reveal where in the square it is. */
const TOWN_KINDS: ReadonlySet<PlaceKind> = new Set(["town", "village", "district"]);

/** A place as strangers see it: an approximate position with a well-known name (domain.md, Privacy by stage). */
export async function approximatePlace(ctx: Context, place: Place): Promise<Place> {
  const { label, lat, lng } = await namePlace(ctx, place);
  return { label, lat, lng };
}

/** An approximate place, and the town or village whose name it has. */
export interface NamedPlace extends Place {
  /** Undefined far from any known town. */
  readonly town: PlaceDetails | undefined;
}

/** As `approximatePlace`; the town is the same for every place in the square. */
export async function namePlace(ctx: Context, place: Place): Promise<NamedPlace> {
  const places = createGeoNamesGeocoder(ctx);
  const approximate = approximatePosition(place, ctx.settings.PLACE_ROUNDING_M);
  const chosenPlace = place.placeId ? await places.findPlace(place.placeId) : undefined;
  // Compared with the approximate position, so that the name is the same for every place in the square.
  const namedPlace =
    chosenPlace &&
    TOWN_KINDS.has(chosenPlace.kind) &&
    distanceM(chosenPlace, approximate) < SAME_PLACE_M
      ? chosenPlace
      : await findNearestTown(ctx, approximate);
  return {
    label: namedPlace?.label ?? `${approximate.lat.toFixed(1)}, ${approximate.lng.toFixed(1)}`,
    town: namedPlace,
    ...approximate,
  };
}

const WORLD_ID = /^(gn|cl):/;
const SAME_COORDINATES_M = 25;
const POI_ID = /^poi:[NWR]\d{1,15}:(-?\d{1,2}\.\d{5}):(-?\d{1,3}\.\d{5})$/;

/**
 * Returns true for a public place of our list, and for one named by the geocoder. Use it only for a host's own published
 * places: ids of the geocoder are not signed, so a caller can forge them.
 */
export async function isPublicPlace(ctx: Context, place: Place): Promise<boolean> {
  const [, lat, lng] = POI_ID.exec(place.placeId ?? "") ?? [];
  if (lat === undefined || lng === undefined) return isListedPublicPlace(ctx, place);
  return (
    distanceM(
      {
        lat: Number(lat),
        lng: Number(lng),
      },
      place,
    ) < SAME_COORDINATES_M
  );
}

/**
 * Returns true for a town, a station or another public place of our list at its listed coordinates, which is no one's
 * home; false for a street and an address. An id alone proves nothing, because the caller chose it; it counts only if
 * there is no list to check against.
 */
export async function isListedPublicPlace(ctx: Context, place: Place): Promise<boolean> {
  if (!place.placeId) return false;
  const listed = await createGeoNamesGeocoder(ctx).findPlace(place.placeId);
  if (listed) return isPublicKind(listed.kind) && distanceM(listed, place) < SAME_COORDINATES_M;
  return WORLD_ID.test(place.placeId) && !(await hasPlaces(ctx));
}

function roundTo(step: number, value: number) {
  return Math.round(value / step) * step;
}

/** A pickup or dropoff time to five minutes. */
export const approximateTime = (instant: Date): Date =>
  new Date(roundTo(TIME_STEP_MS, instant.getTime()));

/** An arrival to five minutes, never too early. */
export const approximateArrival = (instantMs: number): Date =>
  new Date(Math.ceil(instantMs / TIME_STEP_MS) * TIME_STEP_MS);

/** The minute in which a driver was last seen. */
export const approximateLastSeenMs = (instantMs: number): number =>
  Math.floor(instantMs / MINUTE_MS) * MINUTE_MS;

/** Rounded to half a kilometre. */
export const approximateDistanceM = (distanceM: number): number =>
  roundTo(DISTANCE_STEP_M, distanceM);

/** A detour to half a kilometre and a minute. */
export const approximateDetour = ({
  detourM,
  detourS,
}: {
  readonly detourM: number;
  readonly detourS: number;
}) => ({
  detourM: approximateDistanceM(detourM),
  detourS: roundTo(DETOUR_TIME_STEP_S, detourS),
});
