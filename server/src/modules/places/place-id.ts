import { createHash } from "node:crypto";
import type { LatLng } from "@commonlane/contract/shapes";

/**
 * Ids of places in our own database: `gn:` and the GeoNames number, `cl:` and a number of ours for other places of the
 * world, `rg:`, the region and a number for places of a region. `at:` is a position.
 */
const WORLD_ID = /^(gn|cl):([1-9]\d{0,15})$/;
const REGION_ID = /^rg:([^:]{1,40}):(-?[1-9]\d{0,15})$/u;
const POSITION_ID = /^at:(-?\d{1,2}\.\d{5}):(-?\d{1,3}\.\d{5})$/;

/** Behind the region of rows: the number of the import that wrote them (see `place_build`). */
const IMPORT = /@\d+$/;

export interface PlaceReference {
  /** Empty for the world. In a row with the number of its import, which an id leaves out. */
  readonly region: string;
  readonly id: number;
}

export function placeIdOf(place: PlaceReference): string {
  const { id } = place;
  const region = regionOfRows(place.region);
  if (region !== "") return `rg:${region}:${id}`;
  return id > 0 ? `gn:${id}` : `cl:${-id}`;
}

/** The region of a row, without its import; empty for all places of the world. */
export const regionOfRows = (rowsRegion: string): string =>
  rowsRegion.replace(IMPORT, "").replace("+", "");

export const positionIdOf = ({ lat, lng }: LatLng) => `at:${lat.toFixed(5)}:${lng.toFixed(5)}`;

/** Returns undefined if it is not the id of a place in our database. */
export function parsePlaceId(placeId: string): PlaceReference | undefined {
  const [, source, number] = WORLD_ID.exec(placeId) ?? [];
  if (source !== undefined)
    return checked({
      region: "",
      id: source === "gn" ? Number(number) : -Number(number),
    });
  const [, region, id] = REGION_ID.exec(placeId) ?? [];
  return region === undefined
    ? undefined
    : checked({
        region: regionOfRows(region),
        id: Number(id),
      });
}

const checked = (reference: PlaceReference) =>
  Number.isSafeInteger(reference.id) ? reference : undefined;

/** Returns undefined if it is not the id of a position. */
export function parsePositionId(placeId: string): LatLng | undefined {
  const [, lat, lng] = POSITION_ID.exec(placeId) ?? [];
  const position = {
    lat: Number(lat),
    lng: Number(lng),
  };
  return Math.abs(position.lat) <= 90 && Math.abs(position.lng) <= 180 ? position : undefined;
}

const TYPES = ["node", "way", "relation", "street", "hashed"] as const;
/** Room for a few more types. */
const FACTOR = 8;
const HASH_BYTES = 6;

/**
 * Id of a place of a region: that of its object in OpenStreetMap, so that it survives an update. A way may be a place
 * and part of a street, so streets, named by one of their ways, are a type of their own.
 */
export const regionPlaceId = (type: "node" | "way" | "relation" | "street", id: number): number =>
  id * FACTOR + TYPES.indexOf(type);

/** Id of a street that has no way of its own. */
export const hashedPlaceId = (text: string): number =>
  createHash("sha1").update(text).digest().readUIntBE(0, HASH_BYTES) * FACTOR +
  TYPES.indexOf("hashed");
