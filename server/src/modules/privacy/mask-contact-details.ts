import { maskContactDetails } from "@commonlane/contract/contact-details/mask";
import { LRUCache } from "lru-cache";
import { translatable } from "@commonlane/contract/message";
import { Problem } from "#platform/http/problem.ts";

const WITHOUT_CONTACT_DETAILS = translatable(
  "Leave out phone numbers, e-mail addresses and links.",
);

/** Place labels and vehicles repeat with every search, so results for short texts are cached. */
const CACHED = 20_000;
const CACHED_LENGTH = 300;
const cache = new LRUCache<string, string>({ max: CACHED });

function maskCached(text: string): string {
  if (text.length > CACHED_LENGTH) return maskContactDetails(text).text;
  let result = cache.get(text);
  if (result === undefined) cache.set(text, (result = maskContactDetails(text).text));
  return result;
}

/**
 * A user's text for one reader: unchanged for its author and for users with a confirmed booking, otherwise with
 * contact details masked (domain.md, Privacy by stage). All modules use this function.
 */
export function maskText<Text extends string | null>(
  text: Text,
  hasBooking: boolean,
): Text | string {
  return text === null || hasBooking ? text : maskCached(text);
}

/** A place whose label was typed by another user: strangers see neither contact details in it nor its free-form id. */
export const maskPlace = <P extends { readonly label: string }>(
  place: P,
  hasBooking: boolean,
): P =>
  hasBooking
    ? place
    : {
        ...place,
        label: maskCached(place.label),
        ...("placeId" in place && { placeId: null }),
      };

/** A vehicle as described by another user. */
export const maskVehicle = <
  V extends {
    readonly make: string;
    readonly model: string;
    readonly colour: string;
  },
>(
  vehicle: V,
  hasBooking: boolean,
): V =>
  hasBooking
    ? vehicle
    : {
        ...vehicle,
        make: maskCached(vehicle.make),
        model: maskCached(vehicle.model),
        colour: maskCached(vehicle.colour),
      };

/** For texts that strangers read before anything is agreed. @throws Problem invalid_input with every wrong field */
export function assertNoContactDetails(
  texts: Readonly<Record<string, string | null | undefined>>,
): void {
  const wrong = Object.entries(texts).filter(([, text]) => text && maskText(text, false) !== text);
  if (wrong.length > 0)
    throw new Problem("invalid_input", {
      fields: Object.fromEntries(wrong.map(([field]) => [field, WITHOUT_CONTACT_DETAILS])),
    });
}
