import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";

/**
 * Common content of our replies, the most frequent last. Stored replies cannot be read without it: to change it, add a
 * second dictionary and a byte that says which one was used.
 */
const DICTIONARY = Buffer.from(
  `"distanceKm":"recurrence":"lastMessage":"conversationId":"ordinal":"clientId":"senderUid":"kind":"text","hidden":[],` +
    `"place":null,"note":null,"sentAt":"asksForPayment":false"code":"ride_full","error":"requestId":"fields":{"current":{` +
    `"requestId":"driverId":"driver":{"rideId":"seatRequestId":"origin":{"destination":{"originArea":"departsAfter":` +
    `"departsBefore":"status":"open","maxContribution":null,"offersWaiting":0,"driverUid":null,"matchedRideId":null,` +
    `"hostId":"host":{"stops":[{"placeId":"gn:"polyline":"routed":false,"distanceM":"durationS":"departsAt":"2026-` +
    `"arrivesAt":"timeZone":"Europe/Berlin","destinationTimeZone":"Europe/Berlin","eta":["seatsTotal":3,"seatsLeft":3,` +
    `"seatsLeftByLeg":[3,3,3],"contribution":{"amountMinor":1200,"currency":"EUR"},"vehicle":null,"approval":"instant",` +
    `"maxDetourM":10000,"maxDetourS":600,"luggage":1,"preferences":{},"audience":"everyone","maxTwoInBack":false,` +
    `"note":null,"status":"scheduled","createdAt":"seriesId":null,"seriesDay":null,"returnOf":null,"returnId":null}` +
    `{"id":"01a","rideId":"01a","seekerId":"01a","seeker":{"uid":"01a","displayName":"","initials":"","photo":null,` +
    `"rating":{"mean":null,"count":0},"reliability":null},"seats":1,"pickup":{"label":"","lat":4,"lng":},"dropoff":{` +
    `"label":"","lat":,"lng":},"pickupAt":"T00:00:00.000Z","dropoffAt":"","firstLeg":0,"lastLeg":2,"detourM":0,` +
    `"detourS":0,"needs":[],"contribution":null,"status":"accepted","message":null,"reason":null,"endedBy":null,` +
    `"expiresAt":"","createdAt":"","confirmBy":null,"held":false,"agreed":null}`,
);

/** Compresses a reply to about a third, since most of its content is in the dictionary. */
export const compressReply = (text: string): Buffer => deflateRawSync(text, { dictionary: DICTIONARY });
export const decompressReply = (reply: Buffer): string => inflateRawSync(reply, { dictionary: DICTIONARY }).toString();

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Returns every id in a reply, without duplicates. */
export const findIds = (text: string): string[] => [...new Set(text.match(ID))];

/** A 122-bit hash of the parts in the form of a UUID. */
export function hashToUuid(...parts: readonly string[]): string {
  const hex = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
