import type { PlaceQuery } from "@commonlane/contract/places";
import type { LatLng } from "@commonlane/contract/shapes";

/** Something that a service with streets found. `id` is what OpenStreetMap calls it, such as W123. */
export interface Address extends LatLng {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
}

/** A service that knows streets and houses. Both calls throw PeerRefused or PeerAway. */
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

const WORDS_MAX = 200;

/** What it is called, and what tells it apart; undefined where it has no name at all. */
export function wordsFor(parts: AddressParts): Pick<Address, "label" | "detail"> | undefined {
  const { name, houseNumber, town, country } = parts;
  const street = joined([parts.street, houseNumber], " ");
  const main = name || street || town;
  if (!main) return undefined;
  const label = joined([main, town === main ? undefined : town, country], ", ");
  return { label, detail: joined([main === street ? undefined : street, ...parts.within], " · ") };
}

const joined = (parts: readonly (string | undefined)[], by: string) =>
  parts.filter(Boolean).join(by).slice(0, WORDS_MAX);
