import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { PICKUP_PIN_LENGTH } from "./limits.ts";
import { PublicPerson } from "./profiles.ts";
import { anyDigits, cleanText, Id } from "./shapes.ts";

/** Who caused a booked trip not to take place; used for both statements and outcomes. */
export const NoShowFault = z.enum(["host-absent", "passenger-absent", "nobody"]);
export type NoShowFault = z.infer<typeof NoShowFault>;

const NoShowStatement = z.object({
  by: z.enum(["seeker", "host"]),
  fault: NoShowFault,
  note: z.nullable(z.string()),
  at: z.iso.datetime(),
});

/** Outcome of one booking, visible only to its two sides. Does not move any money. */
export const TripOutcome = z.object({
  /** Same as the id of the seat request. */
  id: Id,
  rideId: Id,
  seekerId: Id,
  seeker: PublicPerson,
  /** Visible only to the passenger, who says it at the pickup; null once used or after the ride. */
  pin: z.nullable(z.string()),
  /** Attempts that the host has left. */
  pinTriesLeft: z.int(),
  pickedUpAt: z.nullable(z.iso.datetime()),
  /** Set by the passenger (paid) and by the host (received). */
  paidAt: z.nullable(z.iso.datetime()),
  receivedAt: z.nullable(z.iso.datetime()),
  /** A no-show reported by one side, with the other side's answer if there is one. */
  dispute: z.nullable(
    z.object({
      claim: NoShowStatement,
      answer: z.nullable(NoShowStatement),
      /** Deadline for the other side's answer; no answer counts as agreement. */
      answerUntil: z.iso.datetime(),
      outcome: z.nullable(NoShowFault),
    }),
  ),
  /** End of the period in which a no-show can be reported; null if it cannot. */
  disputeUntil: z.nullable(z.iso.datetime()),
});
export type TripOutcome = z.infer<typeof TripOutcome>;

/** A trip outcome has the id of its seat request. */
const OutcomeParams = z.object({ outcomeId: Id });
const NoShowReport = z.object({
  fault: NoShowFault,
  note: z.nullish(cleanText(500)),
});
export type NoShowReport = z.output<typeof NoShowReport>;

export const tripOutcomes = {
  ofRide: endpoint({
    summary: "List the trip outcomes of a ride: all for its host, the own one for a passenger",
    method: "GET",
    path: "/rides/:rideId/trip-outcomes",
    access: "signed-in",
    availableWhenClosed: true,
    params: z.object({ rideId: Id }),
    reply: z.object({ items: z.array(TripOutcome) }),
  }),
  /** Not idempotent by key, because every attempt counts; repeating a correct PIN returns the same reply. */
  confirmPickup: endpoint({
    summary: "Confirm a pickup with the passenger's PIN, as the host",
    method: "POST",
    path: "/trip-outcomes/:outcomeId/pickup",
    access: "signed-in",
    params: OutcomeParams,
    body: z.object({
      pin: z
        .string()
        .check(anyDigits(), z.trim(), z.regex(new RegExp(`^\\d{${PICKUP_PIN_LENGTH}}$`))),
    }),
    reply: TripOutcome,
    problems: ["not_found", "not_yours", "too_early", "pin_wrong", "pin_locked", "ride_over"],
  }),
  /** Calling it again replaces the earlier value. */
  markPaid: endpoint({
    summary: "Mark the contribution as paid (passenger) or received (host); no money is moved",
    method: "POST",
    path: "/trip-outcomes/:outcomeId/paid",
    access: "signed-in",
    idempotent: true,
    params: OutcomeParams,
    body: z.object({ paid: z.boolean() }),
    reply: TripOutcome,
    problems: ["not_found", "not_yours", "ride_over"],
  }),
  reportNoShow: endpoint({
    summary: "Report a no-show within 24 hours of the arrival",
    method: "POST",
    path: "/trip-outcomes/:outcomeId/no-show",
    access: "signed-in",
    idempotent: true,
    params: OutcomeParams,
    body: NoShowReport,
    reply: TripOutcome,
    problems: [
      "not_found",
      "not_yours",
      "too_early",
      "dispute_closed",
      "picked_up",
      "status_already_set",
    ],
  }),
  answerNoShow: endpoint({
    summary: "Answer a no-show report of the other side within 24 hours",
    method: "POST",
    path: "/trip-outcomes/:outcomeId/no-show/answer",
    access: "signed-in",
    idempotent: true,
    params: OutcomeParams,
    body: NoShowReport,
    reply: TripOutcome,
    problems: ["not_found", "not_yours", "dispute_closed", "status_already_set"],
  }),
};
