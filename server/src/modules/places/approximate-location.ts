import type { LatLng, Place } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import type { Context } from "#platform/context.ts";
import { createGeoNamesGeocoder } from "./geonames.ts";
import { hasPlaces } from "./places.store.ts";

const M_PER_DEGREE = 111_195;
/** Where a known place and what was said under its id lie so near to each other, its name tells no more than the area does. */
const SAME_PLACE_M = 1000;

/** What strangers are told of a place: about where it is, under a name that everybody knows (domain.md, Privacy by stage). */
export async function approximatePlace(ctx: Context, place: Place): Promise<Place> {
  const places = createGeoNamesGeocoder(ctx);
  const approximate = roundToGrid(place, ctx.settings.PLACE_ROUNDING_M);
  const chosenPlace = place.placeId ? await places.findPlace(place.placeId) : undefined;
  // Compared with the area, so that the name is the same for every place in it.
  const namedPlace =
    chosenPlace && distanceM(chosenPlace, approximate) < SAME_PLACE_M
      ? chosenPlace
      : await places.findNearest(approximate);
  return { label: namedPlace?.label ?? `${approximate.lat.toFixed(1)}, ${approximate.lng.toFixed(1)}`, ...approximate };
}

const TOWN_ID = /^(gn|cl):/;
const SAME_COORDINATES_M = 25;
const POI_ID = /^poi:[NWR]\d{1,15}:(-?\d{1,2}\.\d{5}):(-?\d{1,3}\.\d{5})$/;

/**
 * True for a town of our list, and for a station, shop or other public place that the geocoder named. Only for what a host
 * publishes of their own places: ids of public places are not signed, so whoever chose one may have made it up.
 */
export async function isPublicPlace(ctx: Context, place: Place): Promise<boolean> {
  const [, lat, lng] = POI_ID.exec(place.placeId ?? "") ?? [];
  if (lat === undefined || lng === undefined) return isListedTown(ctx, place);
  return distanceM({ lat: Number(lat), lng: Number(lng) }, place) < SAME_COORDINATES_M;
}

/**
 * True for a town or village of our own list at the coordinates that the list gives, which is nobody's home. An id alone
 * proves nothing: the caller chose it. Only without a list, where nothing can be checked, the id counts.
 */
export async function isListedTown(ctx: Context, place: Place): Promise<boolean> {
  if (!place.placeId || !TOWN_ID.test(place.placeId)) return false;
  const listed = await createGeoNamesGeocoder(ctx).findPlace(place.placeId);
  if (listed) return distanceM(listed, place) < SAME_COORDINATES_M;
  return !(await hasPlaces(ctx));
}

/** The middle of the square of a fixed grid in which a position lies, so that asking again tells no more. */
export function roundToGrid({ lat, lng }: LatLng, squareM: number): LatLng {
  if (squareM === 0) return { lat, lng };
  const step = squareM / M_PER_DEGREE;
  const middle = (Math.floor(lat / step) + 0.5) * step;
  const aboutLat = Math.max(-90, Math.min(90, middle));
  const lngStep = Math.min(360, step / Math.max(1e-9, Math.cos((aboutLat * Math.PI) / 180)));
  const aboutLng = (Math.floor(lng / lngStep) + 0.5) * lngStep;
  return { lat: roundToFiveDecimals(aboutLat), lng: roundToFiveDecimals(Math.max(-180, Math.min(180, aboutLng))) };
}

const roundToFiveDecimals = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
