import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { PICKUP_PIN_LENGTH } from "./limits.ts";
import { PublicPerson } from "./profiles.ts";
import { cleanText, Id } from "./shapes.ts";

/** Whose doing it was that a booked passage did not take place; the same words for what a side says and for the outcome. */
export const NoShowFault = z.enum(["host-absent", "passenger-absent", "nobody"]);
export type NoShowFault = z.infer<typeof NoShowFault>;

const NoShowStatement = z.object({
  by: z.enum(["seeker", "host"]),
  fault: NoShowFault,
  note: z.nullable(z.string()),
  at: z.iso.datetime(),
});

/** How it went for one passenger on one ride: a record for the two sides alone, by which no money moves. */
export const TripOutcome = z.object({
  /** That of its seat request. */
  id: Id,
  rideId: Id,
  seekerId: Id,
  seeker: PublicPerson,
  /** Told to the passenger alone, who tells it at the pickup; null once it was used or the ride is over. */
  pin: z.nullable(z.string()),
  /** How often the host may still type it wrongly. */
  pinTriesLeft: z.int(),
  pickedUpAt: z.nullable(z.iso.datetime()),
  /** The passenger says that the contribution is paid, the host that it came. */
  paidAt: z.nullable(z.iso.datetime()),
  receivedAt: z.nullable(z.iso.datetime()),
  /** One side said that they did not travel, and the other may have answered. */
  dispute: z.nullable(
    z.object({
      claim: NoShowStatement,
      answer: z.nullable(NoShowStatement),
      /** Until then the other side can answer; silence agrees. */
      answerUntil: z.iso.datetime(),
      outcome: z.nullable(NoShowFault),
    }),
  ),
  /** Until when it can be said that they did not travel; null where it cannot. */
  disputeUntil: z.nullable(z.iso.datetime()),
});
export type TripOutcome = z.infer<typeof TripOutcome>;

/** A passage has the id of its seat request. */
const OutcomeParams = z.object({ outcomeId: Id });
const NoShowReport = z.object({ fault: NoShowFault, note: z.nullish(cleanText(500)) });
export type NoShowReport = z.output<typeof NoShowReport>;

export const tripOutcomes = {
  ofRide: endpoint({
    summary: "How it went for the passengers of a ride: all of them for its host, oneself for a passenger",
    method: "GET",
    path: "/rides/:rideId/trip-outcomes",
    access: "signed-in",
    availableWhenClosed: true,
    params: z.object({ rideId: Id }),
    reply: z.object({ items: z.array(TripOutcome) }),
  }),
  /** Every try counts, so a key would be of no use: a right one, made again, is answered the same. */
  confirmPickup: endpoint({
    summary: "The host types the passenger's PIN at the pickup, as a record that they travel together",
    method: "POST",
    path: "/trip-outcomes/:outcomeId/pickup",
    access: "signed-in",
    params: OutcomeParams,
    body: z.object({ pin: z.string().check(z.regex(new RegExp(`^\\d{${PICKUP_PIN_LENGTH}}$`))) }),
    reply: TripOutcome,
    problems: ["not_found", "not_yours", "too_early", "pin_wrong", "pin_locked", "ride_over"],
  }),
  /** Said again, it stands as it was said last. */
  markPaid: endpoint({
    summary: "Note that the contribution was paid (said by the passenger) or came (said by the host); no money moves",
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
    summary: "Say within 24 hours of the arrival that the two did not travel together, and why",
    method: "POST",
    path: "/trip-outcomes/:outcomeId/no-show",
    access: "signed-in",
    idempotent: true,
    params: OutcomeParams,
    body: NoShowReport,
    reply: TripOutcome,
    problems: ["not_found", "not_yours", "too_early", "dispute_closed", "picked_up", "status_already_set"],
  }),
  answerNoShow: endpoint({
    summary: "Answer within 24 hours what the other side said of a passage that did not take place",
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
