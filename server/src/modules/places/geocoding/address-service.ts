import type { PlaceQuery } from "@commonlane/contract/places";
import type { LatLng } from "@commonlane/contract/shapes";

/** A result of a service with streets. `id` is the OpenStreetMap id, such as W123. */
export interface Address extends LatLng {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  /** True for a named public place such as a town, station, shop or school. False for streets and houses. */
  readonly isPublic: boolean;
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

/** OpenStreetMap classes whose named objects are all public. */
const PUBLIC_CLASSES: ReadonlySet<string> = new Set(
  "railway public_transport aeroway amenity aerialway tourism leisure shop historic".split(" "),
);
/**
 * Classes with only some public values: towns and their quarters, and stops on roads. The class place also contains
 * houses.
 */
const PUBLIC_VALUES: ReadonlySet<string> = new Set([
  ...["city", "town", "village", "hamlet", "suburb", "quarter", "neighbourhood", "borough", "municipality"].map(
    (value) => `place=${value}`,
  ),
  "boundary=administrative",
  ...["bus_stop", "services", "rest_area", "platform"].map((value) => `highway=${value}`),
]);

/** Returns true if an OpenStreetMap object is a town or a named public place, by its main tag. */
export const isPublicObject = (name: string | undefined, key = "", value = ""): boolean =>
  Boolean(name) && (PUBLIC_CLASSES.has(key) || PUBLIC_VALUES.has(`${key}=${value}`));

const LABEL_MAX = 200;

/** Label and detail of an address; undefined if it has no name at all. */
export function describeAddress(parts: AddressParts): Pick<Address, "label" | "detail"> | undefined {
  const { name, houseNumber, town, country } = parts;
  const street = joinParts([parts.street, houseNumber], " ");
  const main = name || street || town;
  if (!main) return undefined;
  const label = joinParts([main, town === main ? undefined : town, country], ", ");
  return { label, detail: joinParts([main === street ? undefined : street, ...parts.within], " · ") };
}

const joinParts = (parts: readonly (string | undefined)[], by: string) =>
  parts.filter(Boolean).join(by).slice(0, LABEL_MAX);
