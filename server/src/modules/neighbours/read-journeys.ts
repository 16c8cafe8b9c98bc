import type { LatLng } from "@commonlane/contract/shapes";
import { parseJson } from "#platform/parse-json.ts";
import { z } from "zod";
import { NeighbourError } from "./neighbour-client.ts";

/** Control characters, marks that turn the direction of what follows, and the brackets of markup. */
const HARMFUL = /[\p{Cc}\p{Cs}\p{Co}<>\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** False for text of others that could pretend to be something else. */
export const isHarmless = (text: string): boolean => !HARMFUL.test(text);

const text = (max: number) => z.string().trim().min(1).max(max).refine(isHarmless);
const lat = z.coerce.number().min(-90).max(90);
const lng = z.coerce.number().min(-180).max(180);
/** Until the year 9999. */
const seconds = z.coerce.number().int().min(0).max(253_402_300_799);

/** What we read of a driver journey. Other fields are ignored, and numbers may come as text. */
const Journey = z.object({
  id: text(255).nullish(),
  webUrl: z.string().max(2000),
  passengerPickupLat: lat,
  passengerPickupLng: lng,
  passengerPickupAddress: text(200).nullish(),
  passengerPickupDate: seconds,
  passengerDropLat: lat,
  passengerDropLng: lng,
  passengerDropAddress: text(200).nullish(),
  duration: z.coerce
    .number()
    .int()
    .min(0)
    .max(7 * 86_400),
  availableSeats: z.coerce.number().int().min(0).max(100).nullish(),
  driver: z.object({ alias: text(60).nullish() }).nullish(),
  price: z
    .object({
      type: z.string().nullish(),
      amount: z.coerce.number().min(0).max(100_000).nullish(),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .nullish(),
    })
    .nullish(),
});
export type Journey = z.output<typeof Journey>;

const JOURNEYS_MAX = 200;

/**
 * The journeys of an answer: one that is malformed or opens elsewhere is left out, whatever the others are. Those of
 * other places and times are left out where they are ranked. @throws NeighbourError if the answer is no list
 */
export function readJourneys(answer: string, websiteUrl: string): Journey[] {
  const list = z.array(z.unknown()).safeParse(parseJson(answer)).data;
  if (!list) throw new NeighbourError("invalid");
  const website = new URL(websiteUrl);
  return list.slice(0, JOURNEYS_MAX).flatMap((item) => {
    const journey = Journey.safeParse(item).data;
    return journey && opensAt(website, journey.webUrl) ? [journey] : [];
  });
}

export const pickupOf = (journey: Journey): LatLng => ({
  lat: journey.passengerPickupLat,
  lng: journey.passengerPickupLng,
});
export const dropoffOf = (journey: Journey): LatLng => ({
  lat: journey.passengerDropLat,
  lng: journey.passengerDropLng,
});

/** A link of the neighbour's own host, with its scheme, and without a name and password. */
function opensAt(website: URL, link: string): boolean {
  if (!URL.canParse(link)) return false;
  const { origin, username, password } = new URL(link);
  return origin === website.origin && username === "" && password === "";
}
