import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { NOTE_MAX_LENGTH, RIDE_SEATS_MAX } from "./limits.ts";
import { AccessNeeds, Membership, PublicPerson } from "./profiles.ts";
import { RideRequest } from "./ride-requests.ts";
import {
  cleanText,
  Id,
  Instant,
  Money,
  pageOf,
  PageQuery,
  WholeListQuery,
  PickupPlace,
  Place,
  QueryFlag,
  OptionalReasonBody,
  withDefault,
} from "./shapes.ts";
import { Ride } from "./rides.ts";

export const SeatRequestStatus = z.enum([
  "pending",
  "accepted",
  "rejected",
  "withdrawn",
  "expired",
  "cancelled",
  "completed",
  "disputed",
]);
export type SeatRequestStatus = z.infer<typeof SeatRequestStatus>;

/** A ride at the time the passenger agreed to it. */
export const AgreedRide = z.object({
  departsAt: z.iso.datetime(),
  origin: Place,
  destination: Place,
  pickupAt: z.iso.datetime(),
  dropoffAt: z.iso.datetime(),
});
export type AgreedRide = z.infer<typeof AgreedRide>;

/**
 * A request for seats on a segment of a ride; once accepted, the booking. Until then the host sees approximate places.
 */
export const SeatRequest = z.object({
  id: Id,
  rideId: Id,
  seekerId: Id,
  seeker: PublicPerson,
  /** Only for the host, while the request waits for an answer. */
  seekerMembership: z.optional(Membership),
  seats: z.int(),
  pickup: PickupPlace,
  dropoff: PickupPlace,
  pickupAt: z.iso.datetime(),
  dropoffAt: z.iso.datetime(),
  /** Legs count from 0; both ends are included. */
  firstLeg: z.int(),
  lastLeg: z.int(),
  detourM: z.int(),
  detourS: z.int(),
  message: z.nullable(z.string()),
  /** Access needs of the seeker. */
  needs: z.optional(AccessNeeds),
  /** Per seat for this segment, fixed when requested. */
  contribution: z.nullable(Money),
  status: SeatRequestStatus,
  reason: z.nullable(z.string()),
  endedBy: z.nullable(z.enum(["seeker", "host", "system"])),
  expiresAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  /**
   * Deadline to confirm a changed ride; the seats stay reserved until then. Cancelling in this period does not count
   * against the passenger.
   */
  confirmBy: z.optional(z.nullable(z.iso.datetime())),
  /** A freed seat is reserved for this user from the standby queue until `confirmBy`. */
  reserved: z.optional(z.boolean()),
  /** The terms agreed before the change, while a confirmation is pending. */
  agreed: z.optional(z.nullable(AgreedRide)),
});
export type SeatRequest = z.infer<typeof SeatRequest>;

export const SeatRequestInput = z.object({
  seats: withDefault(z.int().check(z.gte(1), z.lte(RIDE_SEATS_MAX)), 1),
  pickup: z.optional(Place),
  dropoff: z.optional(Place),
  message: z.nullish(cleanText(NOTE_MAX_LENGTH)),
  needs: z.optional(AccessNeeds),
  /** Seconds that the host has to answer; the rules in docs/domain.md may shorten it. */
  expiresInS: z.optional(z.int().check(z.gte(300), z.lte(7 * 86_400))),
  seekerId: z.optional(Id),
});
export type SeatRequestInput = z.output<typeof SeatRequestInput>;

const RideParams = z.object({ rideId: Id });
const RequestParams = z.object({ requestId: Id });

export const seatRequests = {
  request: endpoint({
    summary: "Request seats on a ride",
    method: "POST",
    path: "/rides/:rideId/request",
    access: "signed-in",
    idempotent: true,
    params: RideParams,
    body: SeatRequestInput,
    reply: SeatRequest,
    status: 201,
    limits: [{ by: "account", count: 120, perS: 3600 }],
    problems: [
      "not_found",
      "not_yours",
      "own_ride",
      "audience_closed",
      "already_requested",
      "ride_full",
      "ride_over",
      "off_route",
      "profile_incomplete",
      "invalid_input",
      "cost_covered",
      "already_travelling",
      "access_missing",
      "strangers_enough",
    ],
  }),
  ofRide: endpoint({
    summary: "List the seat requests for a ride, for its host, optionally with one status",
    method: "GET",
    path: "/rides/:rideId/requests",
    access: "signed-in",
    scope: "bookings:read",
    params: RideParams,
    query: z.extend(WholeListQuery, { status: z.optional(SeatRequestStatus) }),
    reply: pageOf(SeatRequest),
    problems: ["not_found", "not_yours"],
  }),
  incoming: endpoint({
    summary: "List the seat requests for all rides of the caller, newest first, with their rides",
    method: "GET",
    path: "/rides/incoming-requests",
    access: "signed-in",
    scope: "bookings:read",
    query: z.extend(PageQuery, { status: z.optional(SeatRequestStatus) }),
    reply: pageOf(z.extend(SeatRequest, { ride: Ride })),
  }),
  own: endpoint({
    summary:
      "List the caller's seat requests with their rides, newest first, or only upcoming or only past ones",
    method: "GET",
    path: "/rides/my-requests",
    access: "signed-in",
    scope: "bookings:read",
    query: z.extend(WholeListQuery, {
      rideId: z.optional(Id),
      /**
       * `true`: only requests that have not arrived and were not ended by the caller, soonest first. `false`: only past
       * trips on which the caller had a seat, also if it was cancelled, latest first.
       */
      coming: QueryFlag,
    }),
    reply: pageOf(z.extend(SeatRequest, { ride: Ride })),
  }),
  accept: endpoint({
    summary: "Accept a seat request; its seats are taken on all legs of the segment, or on none",
    method: "POST",
    path: "/rides/:rideId/requests/:requestId/accept",
    access: "signed-in",
    idempotent: true,
    params: z.extend(RideParams, RequestParams.shape),
    reply: SeatRequest,
    problems: [
      "not_found",
      "not_yours",
      "ride_full",
      "ride_over",
      "status_already_set",
      "cost_covered",
      "already_travelling",
    ],
  }),
  reject: endpoint({
    summary: "Reject a seat request, optionally with a reason",
    method: "POST",
    path: "/rides/:rideId/requests/:requestId/reject",
    access: "signed-in",
    idempotent: true,
    params: z.extend(RideParams, RequestParams.shape),
    body: OptionalReasonBody,
    reply: SeatRequest,
    problems: ["not_found", "not_yours", "status_already_set"],
  }),
  confirm: endpoint({
    summary: "Confirm a changed ride; cancelling instead does not count against the passenger",
    method: "POST",
    path: "/rides/requests/:requestId/confirm",
    access: "signed-in",
    idempotent: true,
    params: RequestParams,
    body: z.optional(z.object({ pickupAt: z.optional(Instant) })),
    reply: SeatRequest,
    problems: [
      "not_found",
      "not_yours",
      "ride_over",
      "status_already_set",
      "already_travelling",
      "invalid_input",
    ],
  }),
  /**
   * Withdraws or cancels, depending on the caller: the host can cancel an accepted request. Ride requests share this
   * path; ids are unique across both kinds.
   */
  end: endpoint({
    summary: "Withdraw or cancel a seat request, or withdraw a ride request",
    method: "DELETE",
    path: "/rides/requests/:requestId",
    access: "signed-in",
    params: RequestParams,
    body: OptionalReasonBody,
    reply: z.union([SeatRequest, RideRequest]),
    problems: ["not_found", "not_yours", "ride_over", "status_already_set"],
  }),
};
