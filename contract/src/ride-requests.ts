import { translatable } from "./message.ts";
import * as z from "zod/mini";
import { MembersOf } from "./audiences.ts";
import { endpoint } from "./endpoint.ts";
import { ASKED_DRIVERS_MAX, NOTE_MAX_LENGTH, RIDE_SEATS_MAX, RIDES_RADIUS_KM } from "./limits.ts";
import { AccessNeeds, Preferences, PublicPerson } from "./profiles.ts";
import { Audience } from "./hosted-rides.ts";
import {
  cleanText,
  Id,
  Instant,
  Money,
  pageOf,
  WholeListQuery,
  Place,
  QueryLat,
  QueryLng,
  withDefault,
  queryNumber,
} from "./shapes.ts";

export const RideRequestStatus = z.enum(["open", "matched", "cancelled", "expired"]);
export type RideRequestStatus = z.infer<typeof RideRequestStatus>;

/** A seeker's open request. Places are exact for the seeker and the matched driver, and approximate for all others. */
export const RideRequest = z.object({
  id: Id,
  seekerId: Id,
  seeker: PublicPerson,
  origin: Place,
  destination: Place,
  /** Time window of the pickup. */
  departsAfter: z.iso.datetime(),
  departsBefore: z.iso.datetime(),
  /** IANA time zone of the origin, used to display times. */
  timeZone: z.string(),
  seats: z.int(),
  /** Per seat. */
  maxContribution: z.nullable(Money),
  preferences: Preferences,
  /** Access needs of the seeker: only drivers with a suitable vehicle can make offers. */
  needs: z.optional(AccessNeeds),
  /** Luggage size, on the same scale as for rides; defaults to 0. */
  luggage: z.optional(z.int()),
  audience: Audience,
  /** Absent if all members of the community may answer. */
  membersOf: z.optional(MembersOf),
  note: z.nullable(z.string()),
  status: RideRequestStatus,
  /** Number of pending offers, for the seeker; null for others. */
  offersWaiting: z.nullable(z.int()),
  /** Ride of the accepted offer, for those on it. */
  matchedRideId: z.nullable(Id),
  /** Active driver who receives the request, visible to both; other drivers may answer too. */
  driverUid: z.nullable(Id),
  createdAt: z.iso.datetime(),
});
export type RideRequest = z.infer<typeof RideRequest>;

const RideRequestFields = z.object({
  origin: Place,
  destination: Place,
  departsAfter: Instant,
  departsBefore: Instant,
  seats: z.int().check(z.gte(1), z.lte(RIDE_SEATS_MAX)),
  maxContribution: z.nullable(Money),
  preferences: Preferences,
  needs: AccessNeeds,
  luggage: z.int().check(z.gte(0), z.lte(3)),
  audience: Audience,
  /** A trust mark or group of the seeker (audiences.ts): only its members find the request and can answer. */
  membersOf: z.nullable(Id),
  note: z.nullable(cleanText(NOTE_MAX_LENGTH)),
});
/** Optional; rejected unless it is the caller's own id. */
const SeekerField = { seekerId: z.optional(Id) };

export const RideRequestInput = z.extend(RideRequestFields, {
  seats: withDefault(RideRequestFields.shape.seats, 1),
  maxContribution: withDefault(RideRequestFields.shape.maxContribution, null),
  preferences: withDefault(Preferences, {}),
  needs: withDefault(AccessNeeds, []),
  luggage: withDefault(RideRequestFields.shape.luggage, 0),
  audience: withDefault(Audience, "everyone"),
  membersOf: withDefault(RideRequestFields.shape.membersOf, null),
  note: withDefault(RideRequestFields.shape.note, null),
  /** Asks this active driver for a ride; the driver is notified immediately. */
  driverUid: z.optional(Id),
  /** Other active drivers to notify immediately; drivers that the caller may not contact are ignored. */
  nearbyDriverUids: withDefault(z.array(Id).check(z.maxLength(ASKED_DRIVERS_MAX)), []),
  ...SeekerField,
});
export type RideRequestInput = z.output<typeof RideRequestInput>;

export const RideRequestChange = z.extend(z.exactPartial(RideRequestFields), SeekerField);
export type RideRequestChange = z.output<typeof RideRequestChange>;

/** Cost of serving a request with a given ride (docs/domain.md), computed from approximate places. */
export const RequestMatch = z.object({
  pickupAt: z.iso.datetime(),
  dropoffAt: z.iso.datetime(),
  detourM: z.int(),
  detourS: z.int(),
});
export const NearbyRequest = z.extend(RideRequest, {
  /** Distance from the requested point or the ride's origin to the request's approximate origin. */
  distanceKm: z.number(),
  match: z.nullable(RequestMatch),
});
export type NearbyRequest = z.infer<typeof NearbyRequest>;

export const NearbyQuery = z
  .object({
    lat: z.optional(QueryLat),
    lng: z.optional(QueryLng),
    radius_km: withDefault(queryNumber(z.positive(), z.lte(500)), RIDES_RADIUS_KM),
    /** A ride of the caller instead of a point: finds requests along its route, best first. */
    rideId: z.optional(Id),
    ...WholeListQuery.shape,
  })
  .check(
    z.refine(
      ({ lat, lng, rideId }) => rideId !== undefined || (lat !== undefined && lng !== undefined),
      {
        path: ["lat"],
        message: translatable("Please give lat and lng, or rideId."),
      },
    ),
  );
export type NearbyQuery = z.output<typeof NearbyQuery>;

const RequestParams = z.object({ requestId: Id });

export const rideRequests = {
  post: endpoint({
    summary: "Post a ride request",
    method: "POST",
    path: "/requests",
    access: "signed-in",
    scope: "requests:write",
    idempotent: true,
    body: RideRequestInput,
    reply: RideRequest,
    status: 201,
    limits: [{ by: "account", count: 60, perS: 3600 }],
    problems: [
      "invalid_input",
      "not_yours",
      "profile_incomplete",
      "driver_gone",
      "already_posted",
      "strangers_enough",
    ],
  }),
  nearby: endpoint({
    summary:
      "List open ride requests near a point, nearest first, or those that a ride of the caller can serve",
    method: "GET",
    path: "/requests/nearby",
    access: "signed-in",
    scope: "requests:read",
    costly: true,
    query: NearbyQuery,
    reply: pageOf(NearbyRequest),
    limits: [{ by: "account", count: 120, perS: 60 }],
    problems: ["not_found", "not_yours", "ride_over", "invalid_input"],
  }),
  own: endpoint({
    summary: "List the caller's ride requests, newest first",
    method: "GET",
    path: "/requests/my",
    access: "signed-in",
    scope: "requests:read",
    query: z.extend(WholeListQuery, { status: z.optional(RideRequestStatus) }),
    reply: pageOf(RideRequest),
  }),
  one: endpoint({
    summary: "Get a ride request; once it has ended, only for those involved",
    method: "GET",
    path: "/requests/:requestId",
    access: "signed-in",
    scope: "requests:read",
    params: RequestParams,
    reply: RideRequest,
    problems: ["not_found"],
  }),
  change: endpoint({
    summary: "Change an open ride request; places, times and seats only while no offer is pending",
    method: "PUT",
    path: "/requests/:requestId",
    access: "signed-in",
    scope: "requests:write",
    params: RequestParams,
    body: RideRequestChange,
    reply: RideRequest,
    problems: [
      "not_found",
      "not_yours",
      "request_over",
      "request_has_offers",
      "invalid_input",
      "strangers_enough",
    ],
  }),
};
