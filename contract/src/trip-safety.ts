import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { RideStatus, RideVehicle } from "./rides.ts";
import { SuccessReply, Id, Lat, Lng, Place, roundToCentimetre } from "./shapes.ts";

/** Where somebody's device said that it was, last. */
const LastPosition = z.object({ lat: z.number(), lng: z.number(), at: z.iso.datetime() });

/** A link to follow one person on one ride. What it is opened with is told once, when it is made. */
export const RideShare = z.object({
  id: Id,
  createdAt: z.iso.datetime(),
  /** When it was last opened by somebody. */
  openedAt: z.nullable(z.iso.datetime()),
});
export type RideShare = z.infer<typeof RideShare>;

/** What one person on a ride has for their safety while they are on the way; nobody else is told. */
export const TripSafety = z.object({
  rideId: Id,
  /** When this person is expected to get out. */
  arrivesAt: z.iso.datetime(),
  /** From when until when links show anything, unless this person says before that they arrived. */
  opensAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  arrivedAt: z.nullable(z.iso.datetime()),
  /** When they were asked whether they arrived, and when their trusted contacts were told that no answer came. */
  arrivalAskedAt: z.nullable(z.iso.datetime()),
  contactsNotifiedAt: z.nullable(z.iso.datetime()),
  /** How many trusted contacts would be told. */
  contacts: z.int(),
  /** Whom to call where the ride is about now. */
  emergency: z.object({ police: z.string(), ambulance: z.string(), fire: z.string() }),
  shares: z.array(RideShare),
  position: z.nullable(LastPosition),
});
export type TripSafety = z.infer<typeof TripSafety>;

/** Who follows a link sees the part of the way that the person who gave it travels, and nobody else aboard but the host. */
export const FollowedRide = z.discriminatedUnion("state", [
  z.object({ state: z.literal("early"), opensAt: z.iso.datetime() }),
  z.object({ state: z.literal("arrived"), sharer: z.string(), arrivedAt: z.iso.datetime() }),
  z.object({
    state: z.literal("open"),
    /** Who gave the link: first name and initial. */
    sharer: z.string(),
    host: z.string(),
    sharerHosts: z.boolean(),
    vehicle: z.nullable(RideVehicle),
    points: z.array(z.extend(Place, { eta: z.iso.datetime() })),
    polyline: z.string(),
    timeZone: z.string(),
    status: RideStatus,
    position: z.nullable(LastPosition),
    endsAt: z.iso.datetime(),
  }),
]);
export type FollowedRide = z.infer<typeof FollowedRide>;

/** What a link is opened with: 32 bytes that nobody can guess. */
const ShareToken = z.string().check(z.regex(/^[\w-]{43}$/));
const RideParams = z.object({ rideId: Id });
const position = z.object({
  lat: z.pipe(Lat, z.transform(roundToCentimetre)),
  lng: z.pipe(Lng, z.transform(roundToCentimetre)),
});

/** Also while the service is closed: whoever is under way is asked whether they arrived, and must be able to answer. */
export const tripSafety = {
  ofRide: endpoint({
    summary: "What the caller has for their safety on a ride that they host or are accepted on",
    method: "GET",
    path: "/rides/:rideId/trip-safety",
    access: "signed-in",
    availableWhenClosed: true,
    params: RideParams,
    reply: TripSafety,
    problems: ["not_found"],
  }),
  /** A kept answer would keep the token, so there is no key; made twice, there are two, and each can be taken back. */
  share: endpoint({
    summary: "Make a link by which anybody who has it can follow the caller's ride; what opens it is told only here",
    method: "POST",
    path: "/rides/:rideId/shares",
    access: "signed-in",
    availableWhenClosed: true,
    params: RideParams,
    reply: z.extend(RideShare, { url: z.string() }),
    status: 201,
    limits: [{ by: "account", count: 30, perS: 3600 }],
    problems: ["not_found", "ride_over", "shares_enough"],
  }),
  unshare: endpoint({
    summary: "Take a link back: it shows nothing any more",
    method: "DELETE",
    path: "/rides/:rideId/shares/:shareId",
    access: "signed-in",
    availableWhenClosed: true,
    params: z.extend(RideParams, { shareId: Id }),
    reply: SuccessReply,
    problems: ["not_found"],
  }),
  updatePosition: endpoint({
    summary: "Tell those who follow where the caller is; only the last position is kept, and only while a link is good",
    method: "PUT",
    path: "/rides/:rideId/shares/position",
    access: "signed-in",
    availableWhenClosed: true,
    params: RideParams,
    body: position,
    reply: SuccessReply,
    limits: [{ by: "account", count: 30, perS: 60 }],
    problems: ["not_found", "nobody_follows"],
  }),
  /** Said again, it stands as it was said first. */
  confirmArrival: endpoint({
    summary: "Say that one has arrived: links end, and trusted contacts who were told hear that all is well",
    method: "POST",
    path: "/rides/:rideId/arrived",
    access: "signed-in",
    availableWhenClosed: true,
    idempotent: true,
    params: RideParams,
    reply: TripSafety,
    problems: ["not_found", "too_early"],
  }),
  /** A POST, so that what opens it stands in no address, no log and no referrer. */
  follow: endpoint({
    summary: "Follow somebody's ride by the link that they gave",
    method: "POST",
    path: "/followed-rides",
    access: "public",
    availableWhenClosed: true,
    body: z.object({ token: ShareToken }),
    reply: FollowedRide,
    limits: [{ by: "address", count: 60, perS: 60 }],
    problems: ["link_over"],
  }),
};
