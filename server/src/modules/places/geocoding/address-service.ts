import type {
  NearestPlace,
  PlaceDetails,
  PlaceKind,
  PlacePrediction,
  PlaceQuery,
} from "@commonlane/contract/places";
import type { LatLng } from "@commonlane/contract/shapes";

/** A source of places: our own database, or a service of the operator that also knows streets. */
export interface Geocoder {
  /** Suggestions for the input, most likely first; empty if nothing matches or the input is too short. */
  predict(query: PlaceQuery): Promise<PlacePrediction[]>;
  findPlace(placeId: string): Promise<PlaceDetails | undefined>;
  findNearest(position: LatLng): Promise<NearestPlace | undefined>;
}

/** A result of a service with streets. `id` is the OpenStreetMap id, such as W123. */
export interface Address extends LatLng {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly kind: PlaceKind;
}

/** A service that knows streets and houses. Both calls throw UpstreamRejected or UpstreamUnavailable. */
export interface AddressService {
  /** True if the service may be queried on every keystroke. */
  readonly whileTyping: boolean;
  search(query: PlaceQuery): Promise<readonly Address[]>;
  reverse(position: LatLng): Promise<Address | undefined>;
}

interface AddressParts {
  readonly name?: string | undefined;
  readonly street?: string | undefined;
  readonly houseNumber?: string | undefined;
  readonly town?: string | undefined;
  readonly country?: string | undefined;
  /** Parts that distinguish streets of the same name. */
  readonly within: readonly (string | undefined)[];
}

/** Kinds of named objects by their OpenStreetMap class, or class and value. All other objects of a class are private. */
const KINDS: ReadonlyMap<string, PlaceKind> = new Map([
  ...keys("town", "place=city place=town place=municipality boundary=administrative"),
  ...keys("village", "place=village place=hamlet"),
  ...keys("district", "place=suburb place=quarter place=neighbourhood place=borough"),
  ...keys("station", "railway=station railway=halt public_transport=station"),
  ...keys("stop", "railway public_transport highway=bus_stop highway=platform amenity=bus_station"),
  ...keys("airport", "aeroway"),
  ...keys("ferry", "amenity=ferry_terminal"),
  ...keys("university", "amenity=university amenity=college"),
  ...keys("school", "amenity=school amenity=kindergarten"),
  ...keys("hospital", "amenity=hospital amenity=clinic"),
  ...keys("parking", "amenity=parking"),
  ...keys("sight", "tourism historic aerialway"),
  ...keys("shop", "shop"),
  ...keys("place", "amenity leisure highway=services highway=rest_area"),
]);

function keys(kind: PlaceKind, tags: string): [string, PlaceKind][] {
  return tags.split(" ").map((tag): [string, PlaceKind] => [tag, kind]);
}

interface ObjectParts {
  readonly name?: string | undefined;
  readonly houseNumber?: string | undefined;
  /** Class and value of the OpenStreetMap object, by its main tag. */
  readonly key?: string | undefined;
  readonly value?: string | undefined;
}

/** What an OpenStreetMap object is: a town or a named public place, or else a street or an address. */
export function kindOfObject({ name, houseNumber, key = "", value = "" }: ObjectParts): PlaceKind {
  const publicKind = name ? (KINDS.get(`${key}=${value}`) ?? KINDS.get(key)) : undefined;
  return publicKind ?? (key === "highway" && !houseNumber ? "street" : "address");
}

/** Returns true for a town or a public place, as opposed to a home. */
export const isPublicKind = (kind: PlaceKind): boolean => !PRIVATE_KINDS.has(kind);
const PRIVATE_KINDS: ReadonlySet<PlaceKind> = new Set(["street", "address", "position"]);

const LABEL_MAX = 200;

/** Label and detail of an address; undefined if it has no name at all. */
export function describeAddress(
  parts: AddressParts,
): Pick<Address, "label" | "detail"> | undefined {
  const { name, houseNumber, town, country } = parts;
  const street = joinParts([parts.street, houseNumber], " ");
  const main = name || street || town;
  if (!main) return undefined;
  const label = joinParts([main, town === main ? undefined : town, country], ", ");
  return {
    label,
    detail: joinParts([main === street ? undefined : street, ...parts.within], " · "),
  };
}

const joinParts = (parts: readonly (string | undefined)[], by: string) =>
  parts.filter(Boolean).join(by).slice(0, LABEL_MAX);
