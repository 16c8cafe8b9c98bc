import type { PlaceQuery } from "@commonlane/contract/places";
import type { LatLng } from "@commonlane/contract/shapes";

/** Something that a service with streets found. `id` is what OpenStreetMap calls it, such as W123. */
export interface Address extends LatLng {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  /** A town, a station, a shop, a school: named, and nobody's home. Streets and houses are not. */
  readonly isPublic: boolean;
}

/** A service that knows streets and houses. Both calls throw UpstreamRejected or UpstreamUnavailable. */
export interface AddressService {
  /** Whether it may be asked at every letter. */
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
  /** What tells apart streets of one name. */
  readonly within: readonly (string | undefined)[];
}

/** The classes of OpenStreetMap's objects whose named members are open to everybody. */
const PUBLIC_CLASSES: ReadonlySet<string> = new Set(
  "railway public_transport aeroway amenity aerialway tourism leisure shop historic".split(" "),
);
/** Those of which only some are: towns and their quarters, and stops on roads. Houses are places, too. */
const PUBLIC_VALUES: ReadonlySet<string> = new Set([
  ...["city", "town", "village", "hamlet", "suburb", "quarter", "neighbourhood", "borough", "municipality"].map(
    (value) => `place=${value}`,
  ),
  "boundary=administrative",
  ...["bus_stop", "services", "rest_area", "platform"].map((value) => `highway=${value}`),
]);

/** Whether an object of OpenStreetMap is a town or a named public place, by its main tag. */
export const isPublicObject = (name: string | undefined, key = "", value = ""): boolean =>
  Boolean(name) && (PUBLIC_CLASSES.has(key) || PUBLIC_VALUES.has(`${key}=${value}`));

const LABEL_MAX = 200;

/** What it is called, and what tells it apart; undefined where it has no name at all. */
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
