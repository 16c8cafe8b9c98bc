import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { NOTE_MAX_LENGTH, RIDE_SEATS_MAX } from "./limits.ts";
import { PublicPerson, RideVehicle } from "./profiles.ts";
import { RideRequest } from "./ride-requests.ts";
import { Ride } from "./rides.ts";
import {
  cleanText,
  Id,
  Instant,
  Money,
  pageOf,
  WholeListQuery,
  Place,
  OptionalReasonBody,
} from "./shapes.ts";

/** The first five are the offer's own; after acceptance it has the status of its seat request. */
export const OfferStatus = z.enum([
  "pending",
  "accepted",
  "declined",
  "withdrawn",
  "expired",
  "cancelled",
  "completed",
  "disputed",
]);
export type OfferStatus = z.infer<typeof OfferStatus>;

/** A driver's answer to a ride request: with an existing ride, or with one that is created on acceptance. */
export const Offer = z.object({
  id: Id,
  requestId: Id,
  driverId: Id,
  driver: PublicPerson,
  /** Null until the ride is created. */
  rideId: z.nullable(Id),
  /** Seat request created on acceptance. */
  seatRequestId: z.nullable(Id),
  pickup: Place,
  dropoff: Place,
  departsAt: z.iso.datetime(),
  pickupAt: z.iso.datetime(),
  dropoffAt: z.iso.datetime(),
  detourM: z.int(),
  detourS: z.int(),
  /** False if times and distances are estimated, because roads between pickup and dropoff are not known. */
  routed: z.boolean(),
  /** Free seats on this segment at the time of the offer; for a new ride, all of its seats. */
  seats: z.int(),
  /** Per seat. */
  contribution: z.nullable(Money),
  /** The plate is visible after acceptance. */
  vehicle: z.nullable(RideVehicle),
  message: z.nullable(z.string()),
  status: OfferStatus,
  /** Reason for declining or withdrawing; for an accepted offer, for cancelling. */
  reason: z.nullable(z.string()),
  endedBy: z.nullable(z.enum(["seeker", "driver", "system"])),
  expiresAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
});
export type Offer = z.infer<typeof Offer>;

export const OfferInput = z.object({
  /** An existing ride of the driver, which sets time, seats and vehicle. Without it, `departsAt` is required. */
  rideId: z.optional(Id),
  departsAt: z.optional(Instant),
  seats: z.optional(z.int().check(z.gte(1), z.lte(RIDE_SEATS_MAX))),
  /** Per seat. Defaults to the ride's contribution for the segment. */
  contribution: z.nullish(Money),
  vehicleId: z.nullish(Id),
  message: z.nullish(cleanText(NOTE_MAX_LENGTH)),
  /** Seconds that the seeker has to answer; the rules in docs/domain.md may shorten it. */
  expiresInS: z.optional(z.int().check(z.gte(300), z.lte(7 * 86_400))),
  driverId: z.optional(Id),
});
export type OfferInput = z.output<typeof OfferInput>;

/** A ride of the driver that an offer would be accepted for, with the figures of that offer. */
export const FittingRide = z.object({
  ride: Ride,
  pickupAt: z.iso.datetime(),
  dropoffAt: z.iso.datetime(),
  detourM: z.int(),
  detourS: z.int(),
  /** Per seat: the ride's own price for the segment. */
  contribution: z.nullable(Money),
});
export type FittingRide = z.infer<typeof FittingRide>;

const RequestParams = z.object({ requestId: Id });
const OfferParams = z.object({ offerId: Id });

export const offers = {
  fittingRides: endpoint({
    summary:
      "List the caller's rides that can be offered for a ride request, smallest detour first",
    method: "GET",
    path: "/rides/requests/:requestId/fitting-rides",
    access: "signed-in",
    params: RequestParams,
    reply: z.object({ items: z.array(FittingRide) }),
    limits: [{ by: "account", count: 120, perS: 60 }],
    problems: ["not_found"],
  }),
  make: endpoint({
    summary: "Make an offer for a ride request, with an existing ride or a new one",
    method: "POST",
    path: "/rides/requests/:requestId/offer",
    access: "signed-in",
    idempotent: true,
    params: RequestParams,
    body: OfferInput,
    reply: Offer,
    status: 201,
    limits: [{ by: "account", count: 120, perS: 3600 }],
    problems: [
      "not_found",
      "not_yours",
      "own_request",
      "audience_closed",
      "already_offered",
      "offers_enough",
      "request_over",
      "ride_full",
      "ride_over",
      "off_route",
      "window_missed",
      "already_travelling",
      "access_missing",
      "contribution_too_high",
      "profile_incomplete",
      "invalid_input",
      "strangers_enough",
    ],
  }),
  ofRequest: endpoint({
    summary: "List the offers for a ride request of the caller, newest first",
    method: "GET",
    path: "/rides/requests/:requestId/offers",
    access: "signed-in",
    params: RequestParams,
    query: WholeListQuery,
    reply: pageOf(Offer),
    problems: ["not_found", "not_yours"],
  }),
  accept: endpoint({
    summary: "Accept an offer; creates or joins its ride and declines the other offers",
    method: "POST",
    path: "/rides/requests/:requestId/offers/:offerId/accept",
    access: "signed-in",
    idempotent: true,
    params: z.extend(RequestParams, OfferParams.shape),
    reply: Offer,
    problems: [
      "not_found",
      "not_yours",
      "audience_closed",
      "already_requested",
      "ride_full",
      "ride_over",
      "off_route",
      "window_missed",
      "already_travelling",
      "contribution_too_high",
      "cost_covered",
      "status_already_set",
    ],
  }),
  decline: endpoint({
    summary: "Decline an offer, optionally with a reason",
    method: "POST",
    path: "/rides/requests/:requestId/offers/:offerId/decline",
    access: "signed-in",
    idempotent: true,
    params: z.extend(RequestParams, OfferParams.shape),
    body: OptionalReasonBody,
    reply: Offer,
    problems: ["not_found", "not_yours", "status_already_set"],
  }),
  own: endpoint({
    summary: "List the caller's offers with their requests, newest first",
    method: "GET",
    path: "/rides/my-offers",
    access: "signed-in",
    query: WholeListQuery,
    reply: pageOf(z.extend(Offer, { rideRequest: RideRequest })),
  }),
  end: endpoint({
    summary: "Withdraw an offer, or cancel an accepted one",
    method: "DELETE",
    path: "/rides/offers/:offerId",
    access: "signed-in",
    params: OfferParams,
    body: OptionalReasonBody,
    reply: Offer,
    problems: ["not_found", "not_yours", "ride_over", "status_already_set"],
  }),
};
