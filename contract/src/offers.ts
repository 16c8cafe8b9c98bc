import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { NOTE_MAX_LENGTH, RIDE_SEATS_MAX } from "./limits.ts";
import { PublicPerson } from "./profiles.ts";
import { RideRequest } from "./ride-requests.ts";
import { RideVehicle } from "./rides.ts";
import { cleanText, Id, Instant, Money, pageOf, PageQuery, Place, ReasonBody } from "./shapes.ts";

/** The first five are the offer's own; from acceptance on it goes the way of the seat request that it became. */
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

/** A driver's answer to a request: with a ride that is there already, or with one that acceptance makes. */
export const Offer = z.object({
  id: Id,
  requestId: Id,
  driverId: Id,
  driver: PublicPerson,
  /** Null while the ride is still to be made. */
  rideId: z.nullable(Id),
  /** What acceptance made of it. */
  seatRequestId: z.nullable(Id),
  pickup: Place,
  dropoff: Place,
  departsAt: z.iso.datetime(),
  pickupAt: z.iso.datetime(),
  dropoffAt: z.iso.datetime(),
  detourM: z.int(),
  detourS: z.int(),
  /** Free on that part of the way when it was offered; of a ride still to be made, all it will have. */
  seats: z.int(),
  /** For one seat. */
  contribution: z.nullable(Money),
  /** The plate is told once the offer is accepted. */
  vehicle: z.nullable(RideVehicle),
  message: z.nullable(z.string()),
  status: OfferStatus,
  /** Said with its end; of an accepted one that was cancelled later, with the cancelling. */
  reason: z.nullable(z.string()),
  endedBy: z.nullable(z.enum(["seeker", "driver", "system"])),
  expiresAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
});
export type Offer = z.infer<typeof Offer>;

export const OfferInput = z.object({
  /** A ride of one's own; it says when, how many seats and with which vehicle. Without one, `departsAt` is needed. */
  rideId: z.optional(Id),
  departsAt: z.optional(Instant),
  seats: z.optional(z.int().check(z.gte(1), z.lte(RIDE_SEATS_MAX))),
  /** For one seat. Where nothing is said of it, what the ride takes for that part. */
  contribution: z.nullish(Money),
  vehicleId: z.nullish(Id),
  message: z.nullish(cleanText(NOTE_MAX_LENGTH)),
  /** How long the seeker may take to answer; never longer than the rule of domain.md. */
  expiresInS: z.optional(z.int().check(z.gte(300), z.lte(7 * 86_400))),
  driverId: z.optional(Id),
});
export type OfferInput = z.output<typeof OfferInput>;

const RequestParams = z.object({ requestId: Id });
const OfferParams = z.object({ offerId: Id });

export const offers = {
  make: endpoint({
    summary: "Answer a request with a ride of one's own, or with one that acceptance makes",
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
    summary: "The offers that a request has had, newest first, for who posted it",
    method: "GET",
    path: "/rides/requests/:requestId/offers",
    access: "signed-in",
    params: RequestParams,
    query: PageQuery,
    reply: pageOf(Offer),
    problems: ["not_found", "not_yours"],
  }),
  accept: endpoint({
    summary: "Accept an offer: its ride is made or joined with the seats taken, and the other offers are declined",
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
    summary: "Decline an offer, with a reason if there is one to give",
    method: "POST",
    path: "/rides/requests/:requestId/offers/:offerId/decline",
    access: "signed-in",
    idempotent: true,
    params: z.extend(RequestParams, OfferParams.shape),
    body: ReasonBody,
    reply: Offer,
    problems: ["not_found", "not_yours", "status_already_set"],
  }),
  own: endpoint({
    summary: "The offers the caller made, newest first, each with its request",
    method: "GET",
    path: "/rides/my-offers",
    access: "signed-in",
    query: PageQuery,
    reply: pageOf(z.extend(Offer, { rideRequest: RideRequest })),
  }),
  end: endpoint({
    summary: "Withdraw an offer, or cancel an accepted one; its seats come back",
    method: "DELETE",
    path: "/rides/offers/:offerId",
    access: "signed-in",
    params: OfferParams,
    body: ReasonBody,
    reply: Offer,
    problems: ["not_found", "not_yours", "ride_over", "status_already_set"],
  }),
};
