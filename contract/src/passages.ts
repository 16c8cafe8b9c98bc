import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { PICKUP_PIN_LENGTH } from "./limits.ts";
import { PublicPerson } from "./profiles.ts";
import { cleanText, Id } from "./shapes.ts";

/** Whose doing it was that a booked passage did not take place; the same words for what a side says and for the outcome. */
export const PassageFault = z.enum(["host-absent", "passenger-absent", "nobody"]);
export type PassageFault = z.infer<typeof PassageFault>;

const Account = z.object({
  by: z.enum(["seeker", "host"]),
  fault: PassageFault,
  note: z.nullable(z.string()),
  at: z.iso.datetime(),
});

/** How it went for one passenger on one ride: a record for the two sides alone, by which no money moves. */
export const Passage = z.object({
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
      said: Account,
      answer: z.nullable(Account),
      /** Until then the other side can answer; silence agrees. */
      answerUntil: z.iso.datetime(),
      outcome: z.nullable(PassageFault),
    }),
  ),
  /** Until when it can be said that they did not travel; null where it cannot. */
  disputeUntil: z.nullable(z.iso.datetime()),
});
export type Passage = z.infer<typeof Passage>;

/** A passage has the id of its seat request. */
const OnePassage = z.object({ passageId: Id });
const NotTravelled = z.object({ fault: PassageFault, note: z.nullish(cleanText(500)) });
export type NotTravelled = z.output<typeof NotTravelled>;

export const passages = {
  onRide: endpoint({
    summary: "How it went for the passengers of a ride: all of them for its host, oneself for a passenger",
    method: "GET",
    path: "/rides/:rideId/passages",
    access: "signed-in",
    evenClosed: true,
    params: z.object({ rideId: Id }),
    reply: z.object({ items: z.array(Passage) }),
  }),
  /** Every try counts, so a key would be of no use: a right one, made again, is answered the same. */
  pickUp: endpoint({
    summary: "The host types the passenger's PIN at the pickup, as a record that they travel together",
    method: "POST",
    path: "/passages/:passageId/pickup",
    access: "signed-in",
    params: OnePassage,
    body: z.object({ pin: z.string().check(z.regex(new RegExp(`^\\d{${PICKUP_PIN_LENGTH}}$`))) }),
    reply: Passage,
    problems: ["not_found", "not_yours", "too_early", "pin_wrong", "pin_locked", "ride_over"],
  }),
  /** Said again, it stands as it was said last. */
  markPaid: endpoint({
    summary: "Note that the contribution was paid (said by the passenger) or came (said by the host); no money moves",
    method: "POST",
    path: "/passages/:passageId/paid",
    access: "signed-in",
    idempotent: true,
    params: OnePassage,
    body: z.object({ paid: z.boolean() }),
    reply: Passage,
    problems: ["not_found", "not_yours", "ride_over"],
  }),
  notTravelled: endpoint({
    summary: "Say within 24 hours of the arrival that the two did not travel together, and why",
    method: "POST",
    path: "/passages/:passageId/not-travelled",
    access: "signed-in",
    idempotent: true,
    params: OnePassage,
    body: NotTravelled,
    reply: Passage,
    problems: ["not_found", "not_yours", "too_early", "dispute_closed", "picked_up", "status_already_set"],
  }),
  answer: endpoint({
    summary: "Answer within 24 hours what the other side said of a passage that did not take place",
    method: "POST",
    path: "/passages/:passageId/not-travelled/answer",
    access: "signed-in",
    idempotent: true,
    params: OnePassage,
    body: NotTravelled,
    reply: Passage,
    problems: ["not_found", "not_yours", "dispute_closed", "status_already_set"],
  }),
};
