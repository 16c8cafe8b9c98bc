import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { RideVehicle } from "./profiles.ts";
import { RideStatus } from "./rides.ts";
import { SuccessReply, Id, Lat, Lng, Place, roundToCentimetre } from "./shapes.ts";

/** Last known position of a user's device. */
const LastPosition = z.object({
  lat: z.number(),
  lng: z.number(),
  at: z.iso.datetime(),
});

/** A link to follow one user's trip. Its token is returned once, on creation. */
export const RideShare = z.object({
  id: Id,
  createdAt: z.iso.datetime(),
  /** Last time the link was opened. */
  openedAt: z.nullable(z.iso.datetime()),
});
export type RideShare = z.infer<typeof RideShare>;

/** Safety features of a user for one ride; visible to that user only. */
export const TripSafety = z.object({
  rideId: Id,
  /** Estimated dropoff time of the user. */
  arrivesAt: z.iso.datetime(),
  /** Period in which links show the trip; ends early once the user confirms the arrival. */
  opensAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  arrivedAt: z.nullable(z.iso.datetime()),
  /**
   * When the user was asked to confirm the arrival, and when trusted contacts were notified because there was no
   * answer.
   */
  arrivalAskedAt: z.nullable(z.iso.datetime()),
  contactsNotifiedAt: z.nullable(z.iso.datetime()),
  /** Number of trusted contacts that would be notified. */
  contacts: z.int(),
  /** Emergency numbers at the ride's approximate current location. */
  emergency: z.object({
    police: z.string(),
    ambulance: z.string(),
    fire: z.string(),
  }),
  shares: z.array(RideShare),
  position: z.nullable(LastPosition),
});
export type TripSafety = z.infer<typeof TripSafety>;

/** The trip as a share link shows it: the sharer's segment, with the host but no other passengers. */
export const FollowedRide = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("early"),
    opensAt: z.iso.datetime(),
    /** Whose trip it is, when it starts, and its approximate destination. The previous release leaves it out. */
    trip: z.optional(
      z.object({
        sharer: z.string(),
        to: z.string(),
        startsAt: z.iso.datetime(),
        timeZone: z.string(),
      }),
    ),
  }),
  z.object({ state: z.literal("cancelled") }),
  z.object({
    state: z.literal("arrived"),
    sharer: z.string(),
    arrivedAt: z.iso.datetime(),
  }),
  z.object({
    state: z.literal("open"),
    /** First name and initial of the user who shared the link. */
    sharer: z.string(),
    host: z.string(),
    sharerHosts: z.boolean(),
    vehicle: z.nullable(RideVehicle),
    points: z.array(z.extend(Place, { eta: z.iso.datetime() })),
    polyline: z.string(),
    departsAt: z.iso.datetime(),
    timeZone: z.string(),
    /** As in `Ride`: false if times are estimated. */
    routed: z.boolean(),
    status: RideStatus,
    position: z.nullable(LastPosition),
    /** When the sharer is picked up, and expected to arrive: by the position if it is recent, otherwise as planned. */
    startsAt: z.iso.datetime(),
    arrivesAt: z.iso.datetime(),
    endsAt: z.iso.datetime(),
  }),
]);
export type FollowedRide = z.infer<typeof FollowedRide>;

/** Where the driver of a booked ride is, for a passenger who waits. */
export const DriverApproach = z.object({
  /** `here`: at the pickup. `unknown`: too early, or the driver does not share a recent position. */
  state: z.enum(["unknown", "coming", "here"]),
  /** Null if it is unknown, and while the driver is in the square where another passenger gets in or out. */
  position: z.nullable(LastPosition),
  /** Expected at the pickup: by the position if it is known, otherwise as agreed. */
  pickupAt: z.iso.datetime(),
});
export type DriverApproach = z.infer<typeof DriverApproach>;

/** What a follower's page shows. The next reply waits until it is outdated, or for `FOLLOW_WAIT_MAX_S`. */
const KnownToFollower = z.object({
  state: z.enum(["early", "cancelled", "arrived", "open"]),
  positionAt: z.nullable(z.iso.datetime().check(z.maxLength(40))),
});

/** Token of a share link: 32 random bytes. */
const ShareToken = z.string().check(z.regex(/^[\w-]{43}$/));
const RideParams = z.object({ rideId: Id });
const position = z.object({
  lat: z.pipe(Lat, z.transform(roundToCentimetre)),
  lng: z.pipe(Lng, z.transform(roundToCentimetre)),
});

/** Also available during maintenance: travellers are asked to confirm their arrival and must be able to answer. */
export const tripSafety = {
  ofRide: endpoint({
    summary: "Get the caller's safety features for a ride as host or passenger",
    method: "GET",
    path: "/rides/:rideId/trip-safety",
    access: "signed-in",
    availableWhenClosed: true,
    params: RideParams,
    reply: TripSafety,
    problems: ["not_found"],
  }),
  /**
   * No Idempotency-Key, because a stored reply would keep the token. Each call creates another link, which can be
   * revoked.
   */
  share: endpoint({
    summary: "Create a share link for the caller's trip; its token is returned only here",
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
    summary: "Revoke a share link",
    method: "DELETE",
    path: "/rides/:rideId/shares/:shareId",
    access: "signed-in",
    availableWhenClosed: true,
    params: z.extend(RideParams, { shareId: Id }),
    reply: SuccessReply,
    problems: ["not_found"],
  }),
  updatePosition: endpoint({
    summary:
      "Update the position shown to followers, and to passengers of the caller's ride who are picked up soon; only the latest is stored",
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
  /** Calling it again has no effect. */
  confirmArrival: endpoint({
    summary:
      "Confirm the caller's arrival; ends share links and reassures notified trusted contacts",
    method: "POST",
    path: "/rides/:rideId/arrived",
    access: "signed-in",
    availableWhenClosed: true,
    idempotent: true,
    params: RideParams,
    reply: TripSafety,
    problems: ["not_found", "too_early"],
  }),
  driverApproach: endpoint({
    summary: "Get where the driver of a booked ride is, from half an hour before the pickup",
    method: "GET",
    path: "/rides/:rideId/driver-approach",
    access: "signed-in",
    availableWhenClosed: true,
    params: RideParams,
    reply: DriverApproach,
    limits: [{ by: "account", count: 120, perS: 60 }],
    problems: ["not_found"],
  }),
  /** Calling it again has no effect. */
  announceDriver: endpoint({
    summary: "Notify a passenger that the caller, the driver, is at the pickup",
    method: "POST",
    path: "/rides/:rideId/driver-here",
    access: "signed-in",
    availableWhenClosed: true,
    params: RideParams,
    body: z.object({ passengerUid: Id }),
    reply: SuccessReply,
    limits: [{ by: "account", count: 60, perS: 3600 }],
    problems: ["not_found", "too_early"],
  }),
  /**
   * POST, so that the token does not appear in URLs, logs or referrers. With `known`, the reply waits for news: a page
   * that calls again and again shows a position as soon as it arrives.
   */
  follow: endpoint({
    summary: "Follow a trip by share link; with what is known already, the reply waits for news",
    method: "POST",
    path: "/followed-rides",
    access: "public",
    availableWhenClosed: true,
    body: z.object({
      token: ShareToken,
      known: z.optional(KnownToFollower),
    }),
    reply: FollowedRide,
    limits: [{ by: "address", count: 120, perS: 60 }],
    problems: ["link_over"],
  }),
};
