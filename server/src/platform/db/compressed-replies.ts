import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";

/**
 * Common content of replies, in the order in which releases up to 0.3.0 compressed them. Kept for a release, because a
 * reply is kept for a day and cannot be read without it.
 */
const DICTIONARY = Buffer.from(
  `"distanceKm":"recurrence":"lastMessage":"conversationId":"ordinal":"clientId":"senderUid":"kind":"text","hidden":[],` +
    `"place":null,"note":null,"sentAt":"asksForPayment":false{"code":"ride_full","error":"fields":{"current":{` +
    `"requestId":"driverId":"driver":{"seatRequestId":"originArea":"departsAfter":"departsBefore":"status":"open",` +
    `"maxContribution":null,"offersWaiting":0,"driverUid":null,"matchedRideId":null,"shown":"approximate"` +
    `{"id":"01a2","rideId":"01a2","seekerId":"01a2","seeker":{"uid":"01a2","displayName":" M.","initials":"AM",` +
    `"photo":"/api/photos/","rating":{"mean":4.5,"count":1},"reliability":{"completed":1,` +
    `"photo":null,"rating":{"mean":null,"count":0},"reliability":null},"seats":1,"pickup":{"label":"","lat":47.9,` +
    `"lng":7.8,"placeId":"gn:"},"dropoff":{"label":"","lat":50.9,"lng":6.9},"pickupAt":"2026-11-09T06:45:00.000Z",` +
    `"dropoffAt":"2026-12-09T11:15:00.000Z","firstLeg":0,"lastLeg":2,"detourM":0,"detourS":0,"message":null,"needs":[],` +
    `"contribution":null,"status":"pending","reason":null,"endedBy":null,"expiresAt":"2027-01-01T11:00:00.000Z",` +
    `"status":"accepted","reason":null,"endedBy":null,"expiresAt":"2027-01-01T11:00:00.000Z",` +
    `"createdAt":"2027-02-01T08:00:00.000Z","confirmBy":null,"reserved":false,"agreed":null}` +
    `{"id":"01a2","host":{"uid":"01a2","displayName":" B.","initials":"AB","photo":null,"rating":{"mean":null,"count":0},` +
    `"reliability":null},"hostId":"01a2","origin":{"label":"","lat":47.9,"lng":7.8,"placeId":"gn:"},"destination":{"label":"",` +
    `"lat":50.9,"lng":6.9},"stops":[{"label":"","lat":49.0,"lng":8.4},{"label":"","lat":48.9,"lng":8.2}],"polyline":"",` +
    `"routed":false,"distanceM":451338,"durationS":17956,"departsAt":"2026-12-09T06:45:00.000Z",` +
    `"arrivesAt":"2026-12-09T11:45:00.000Z","timeZone":"Europe/Berlin","destinationTimeZone":"Europe/Berlin",` +
    `"eta":["2026-12-09T06:45:00.000Z","2026-12-09T08:30:00.000Z"],"seatsTotal":3,"seatsLeft":3,"seatsLeftByLeg":[3,3,3],` +
    `"contribution":{"amountMinor":1200,"currency":"EUR"},"vehicle":{"make":"","model":"","colour":"","plate":"","access":[]},` +
    `"contribution":null,"vehicle":null,"approval":"instant","maxDetourM":10000,"maxDetourS":600,"luggage":1,` +
    `"preferences":{"smoking":"no"},"preferences":{},"audience":"everyone","maxTwoInBack":false,"note":null,` +
    `"status":"scheduled","createdAt":"2026-12-01T08:00:00.000Z","seriesId":null,"seriesDay":null,"returnOf":null,` +
    `"returnId":null,"isPublic":false}`,
);

/** With this byte begin replies of releases up to 0.3.0: its bits would stand for a kind of block that does not exist. */
const MARK_OF_DICTIONARY = 0b110;

/** Compresses a reply; only ids do not shrink. */
export const compressReply = (text: string): Buffer => deflateRawSync(text);

export function decompressReply(reply: Buffer): string {
  const isOlder = reply[0] === MARK_OF_DICTIONARY;
  const content = isOlder
    ? inflateRawSync(reply.subarray(1), { dictionary: DICTIONARY })
    : inflateRawSync(reply);
  return content.toString();
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Returns every id in a reply, without duplicates. */
export const findIds = (text: string): string[] => [...new Set(text.match(ID))];

/** A 122-bit hash of the parts in the form of a UUID. */
export function hashToUuid(...parts: readonly string[]): string {
  const hex = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
