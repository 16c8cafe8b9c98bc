import type { PlaceKind } from "@commonlane/contract/places";
import type { LatLng, Place } from "@commonlane/contract/shapes";
import { METRES_PER_DEGREE, distanceM } from "@commonlane/matching/geo";
import type { Context } from "#platform/context.ts";
import { isPublicKind } from "./geocoding/address-service.ts";
import { createGeoNamesGeocoder } from "./geonames.ts";
import { hasPlaces } from "./places.store.ts";

/** If the place of an id is this close to the given position, its name reveals no more than the area does. */
const SAME_PLACE_M = 1000;

/** A street or a stop would tell where in the area it is. */
const TOWN_KINDS: ReadonlySet<PlaceKind> = new Set(["town", "village", "district"]);

/** A place as strangers see it: an approximate position with a well-known name (domain.md, Privacy by stage). */
export async function approximatePlace(ctx: Context, place: Place): Promise<Place> {
  const places = createGeoNamesGeocoder(ctx);
  const approximate = roundToGrid(place, ctx.settings.PLACE_ROUNDING_M);
  const chosenPlace = place.placeId ? await places.findPlace(place.placeId) : undefined;
  // Compared with the area, so that the name is the same for every place in it.
  const namedPlace =
    chosenPlace && TOWN_KINDS.has(chosenPlace.kind) && distanceM(chosenPlace, approximate) < SAME_PLACE_M
      ? chosenPlace
      : await places.findNearest(approximate);
  return { label: namedPlace?.label ?? `${approximate.lat.toFixed(1)}, ${approximate.lng.toFixed(1)}`, ...approximate };
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
  return distanceM({ lat: Number(lat), lng: Number(lng) }, place) < SAME_COORDINATES_M;
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

/** Centre of the fixed grid square that contains a position. Repeated queries reveal nothing more. */
export function roundToGrid({ lat, lng }: LatLng, squareM: number): LatLng {
  if (squareM === 0) return { lat, lng };
  const step = squareM / METRES_PER_DEGREE;
  const middle = (Math.floor(lat / step) + 0.5) * step;
  const approximateLat = Math.max(-90, Math.min(90, middle));
  const lngStep = Math.min(360, step / Math.max(1e-9, Math.cos((approximateLat * Math.PI) / 180)));
  const approximateLng = (Math.floor(lng / lngStep) + 0.5) * lngStep;
  return {
    lat: roundToFiveDecimals(approximateLat),
    lng: roundToFiveDecimals(Math.max(-180, Math.min(180, approximateLng))),
  };
}

const roundToFiveDecimals = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
