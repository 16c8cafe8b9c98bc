import type { PlaceDetails } from "@commonlane/contract/places";
import type { LatLng, Place } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { timeZoneAt } from "#platform/time-zone.ts";
import { parseCornerId, parseHouseId, toPlaceDetails } from "./address-labels.ts";
import { boxesAround } from "./bounding-boxes.ts";
import type { Geocoder } from "./geocoding/address-service.ts";
import { parsePlaceId, parsePositionId } from "./place-id.ts";
import {
  findNearestIn,
  findPlaceRow,
  findRoughlyNearest,
  findStopRows,
  type PlaceRow,
  type PlacesContext,
} from "./places.store.ts";
import { findCrossings, findHouses, findNearestAddress } from "./search/houses.store.ts";
import { positionLabel } from "./search/predictions.ts";
import { searchPlaces } from "./search/search.ts";

/** The places in our own database: those of the world that are shipped, and those of built regions. */
export const createGeoNamesGeocoder = (ctx: PlacesContext): Geocoder => ({
  predict: async (query) =>
    searchPlaces(ctx, query, (position) => describeSurroundings(ctx, position)),
  findPlace: (placeId) => findPlace(ctx, placeId),
  findNearest: (position) => findNearest(ctx, position),
});

async function findPlace(ctx: PlacesContext, placeId: string): Promise<PlaceDetails | undefined> {
  const address = (await findHouse(ctx, placeId)) ?? (await findCorner(ctx, placeId));
  if (address) return address;
  const position = parsePositionId(placeId);
  if (position)
    return {
      placeId,
      kind: "position",
      label: positionLabel(position),
      ...position,
      timeZone: timeZoneAt(position),
    };
  const reference = parsePlaceId(placeId);
  const row = reference && (await findPlaceRow(ctx, reference.region, reference.id));
  return row && toPlaceDetails(row, ctx.language);
}

async function findHouse(ctx: PlacesContext, placeId: string): Promise<PlaceDetails | undefined> {
  const id = parseHouseId(placeId);
  const street = id && (await findPlaceRow(ctx, id.region, id.streetId));
  if (!id || street?.kind !== "street") return undefined;
  const houses = await findHouses(ctx, [street], [id.number]);
  const house = houses.find(({ number }) => number === id.number);
  return house && toPlaceDetails(street, ctx.language, { number: house.number }, house);
}

async function findCorner(ctx: PlacesContext, placeId: string): Promise<PlaceDetails | undefined> {
  const id = parseCornerId(placeId);
  if (!id) return undefined;
  const first = await findPlaceRow(ctx, id.region, id.first);
  const second = await findPlaceRow(ctx, id.region, id.second);
  if (!first || !second) return undefined;
  const [crossing] = await findCrossings(ctx, [
    {
      ...id,
      region: first.region,
    },
  ]);
  return crossing && toPlaceDetails(first, ctx.language, { corner: second }, crossing);
}

/** The house or street at a position, or else the nearest town. */
async function findNearest(ctx: PlacesContext, position: LatLng) {
  const address = await findNearestAddress(ctx, position);
  if (!address) return findNearestTown(ctx, position);
  return {
    ...toPlaceDetails(address, ctx.language, { number: address.number }),
    distanceM: Math.round(address.distanceM),
  };
}

/** The nearest town, which a suggestion of coordinates shows. */
const describeSurroundings = async (ctx: PlacesContext, position: LatLng) =>
  (await findNearestTown(ctx, position))?.label ?? "";

/** The nearest town; never a street or a house, so that it can be shown to strangers. */
export async function findNearestTown(ctx: PlacesContext, position: LatLng) {
  const row = await findNearestRow(ctx, position);
  return (
    row && {
      ...toPlaceDetails(row, ctx.language),
      distanceM: Math.round(distanceM(position, row)),
    }
  );
}

/** Two-letter country code of the nearest town. */
export const findCountry = async (
  ctx: PlacesContext,
  position: LatLng,
): Promise<string | undefined> => (await findNearestRow(ctx, position))?.country;

/**
 * Exact on the sphere: a place that is near on the flat map gives an upper bound, and all places within that circle are
 * compared.
 */
async function findNearestRow(ctx: PlacesContext, position: LatLng): Promise<PlaceRow | undefined> {
  const nearby = await findRoughlyNearest(ctx, position);
  const bound = Math.min(...nearby.map((row) => distanceM(position, row)));
  return nearby.length > 0 ? findNearestIn(ctx, position, boxesAround(position, bound)) : undefined;
}

/** Stops, stations and universities of a region by their names. */
export async function findPlacesOfRegion(
  ctx: PlacesContext,
  region: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, Place>> {
  const rows = await findStopRows(ctx, region, names);
  return new Map(
    rows.map((row) => {
      const { placeId, label, lat, lng } = toPlaceDetails(row, ctx.language);
      return [
        row.name,
        {
          placeId,
          label,
          lat,
          lng,
        },
      ];
    }),
  );
}
