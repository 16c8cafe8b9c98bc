import type { LatLng } from "@commonlane/contract/shapes";
import { z } from "zod";
import { parseJson } from "#platform/text.ts";
import { NeighbourError } from "./neighbour-client.ts";

/** Control characters, marks that turn the direction of what follows, and the brackets of markup. */
const HARMFUL = /[\p{Cc}\p{Cs}\p{Co}<>\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** False for text of others that could pretend to be something else. */
export const isHarmless = (text: string): boolean => !HARMFUL.test(text);

const text = (max: number) => z.string().trim().min(1).max(max).refine(isHarmless);
/** Numbers may come as text; nothing else is one, as JavaScript has it of null, true and empty texts. */
const number = z.union([z.number(), z.string().trim().min(1).max(40)]).pipe(z.coerce.number());
const lat = number.pipe(z.number().min(-90).max(90));
const lng = number.pipe(z.number().min(-180).max(180));
const whole = (max: number) => number.pipe(z.number().int().min(0).max(max));
/** Until the year 9999. */
const seconds = whole(253_402_300_799);

/** What we read of a driver journey. Other fields are ignored. */
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
  duration: whole(7 * 86_400),
  availableSeats: whole(100).nullish(),
  driver: z.object({ alias: text(60).nullish() }).nullish(),
  price: z
    .object({
      type: z.string().nullish(),
      amount: number.pipe(z.number().min(0).max(100_000)).nullish(),
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
 * The journeys of an answer: one that is malformed, opens elsewhere or has the id of one before is left out. Those of
 * other places and times are left out where they are ranked. @throws NeighbourError if the answer is no list
 */
export function readJourneys(answer: string, websiteUrl: string): Journey[] {
  const list = z.array(z.unknown()).safeParse(parseJson(answer)).data;
  if (!list) throw new NeighbourError("invalid");
  const website = new URL(websiteUrl);
  const journeys = new Map<string, Journey>();
  for (const item of list.slice(0, JOURNEYS_MAX)) {
    const journey = Journey.safeParse(item).data;
    const isShown = journey && opensAt(website, journey.webUrl) && !journeys.has(idOf(journey));
    if (isShown) journeys.set(idOf(journey), journey);
  }
  return [...journeys.values()];
}

/** The id of a ride there, or its page. */
export const idOf = ({ id, webUrl }: Journey): string => id ?? webUrl;

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
