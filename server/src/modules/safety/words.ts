import { maskContactDetails } from "@commonlane/contract/contact-mask";
import { LastUsed } from "#platform/last-used.ts";

/** Labels and vehicles come again with every search, so short texts are masked once. */
const CACHED = 20_000;
const CACHED_LENGTH = 300;
const cache = new LastUsed<string, string>(CACHED);

function masked(text: string): string {
  if (text.length > CACHED_LENGTH) return maskContactDetails(text).text;
  let shown = cache.get(text);
  if (shown === undefined) cache.set(text, (shown = maskContactDetails(text).text));
  return shown;
}

/**
 * What somebody wrote, as one of its readers is told it: whole for who wrote it and for who has a seat with them, and
 * otherwise without what leads around the product (domain.md, Privacy by stage). The one place that decides it.
 */
export function wordsAsTold<Words extends string | null>(words: Words, close: boolean): Words | string {
  return words === null || close ? words : masked(words);
}

/** A place whose label was typed by another user: strangers see neither contact details in it nor its free-form id. */
export const maskPlace = <P extends { readonly label: string }>(place: P, close: boolean): P =>
  close ? place : { ...place, label: masked(place.label), ...("placeId" in place && { placeId: null }) };

/** A vehicle as described by another user. */
export const maskVehicle = <V extends { readonly make: string; readonly model: string; readonly colour: string }>(
  vehicle: V,
  close: boolean,
): V =>
  close
    ? vehicle
    : { ...vehicle, make: masked(vehicle.make), model: masked(vehicle.model), colour: masked(vehicle.colour) };
