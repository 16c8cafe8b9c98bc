import * as z from "zod/mini";
import { Notification } from "./notifications.ts";
import { Id } from "./shapes.ts";

/*
 * Facts name records and never hold them: they are kept for days, and whoever hears one reads the record again, as it may be
 * seen then. What else they hold is what the server's own consumers need to know of that moment.
 */

/** Both sides of a seat request know all of this. */
const SeatRequestRef = z.object({
  id: Id,
  rideId: Id,
  seekerId: Id,
  endedBy: z.optional(z.enum(["seeker", "host", "system"])),
  /** The seat was held for who waited in line, and not confirmed. */
  reserved: z.optional(z.literal(true)),
  /** The passenger had been asked whether a changed ride still suits. */
  confirmationAsked: z.optional(z.literal(true)),
  /** Of an answer: when it was asked. */
  createdAt: z.optional(z.iso.datetime()),
  /** Of a cancellation: for when the pickup was agreed. */
  pickupAt: z.optional(z.iso.datetime()),
});
export type SeatRequestRef = z.infer<typeof SeatRequestRef>;

const withSeatRequest = <const T extends string>(type: T) =>
  z.object({ type: z.literal(type), seatRequest: SeatRequestRef });

const withRideRequest = <const T extends string>(type: T) =>
  z.object({ type: z.literal(type), rideRequest: z.object({ id: Id }) });
const withOffer = <const T extends string>(type: T) =>
  z.object({ type: z.literal(type), offer: z.object({ id: Id, requestId: Id }) });

const withMark = <const T extends string>(type: T) =>
  z.object({ type: z.literal(type), conversationId: Id, uid: Id, upTo: z.int() });

const withRating = <const T extends string>(type: T) =>
  z.object({ type: z.literal(type), ratingId: Id, raterUid: Id, ratedUid: Id });
const withTripOutcome = <const T extends string>(type: T) =>
  z.object({ type: z.literal(type), outcomeId: Id, rideId: Id, by: z.enum(["seeker", "host", "system"]) });

/** What happened, told once and in order to everybody it concerns. Events are named noun.past-verb. */
export const DomainEvent = z.discriminatedUnion("type", [
  withSeatRequest("seat-request.created"),
  z.object({
    type: z.literal("seat-request.accepted"),
    seatRequest: SeatRequestRef,
    /**
     * How it came about: the host said so, the ride takes whoever asks, the seeker accepted an offer, or waited in line
     * and has yet to confirm.
     */
    by: z.optional(z.enum(["host", "instant", "offer", "standby"])),
  }),
  withSeatRequest("seat-request.rejected"),
  withSeatRequest("seat-request.withdrawn"),
  withSeatRequest("seat-request.expired"),
  withSeatRequest("seat-request.cancelled"),
  withSeatRequest("seat-request.completed"),
  /** A passenger comes along also as the ride goes now. */
  withSeatRequest("seat-request.confirmed"),
  /** Somebody joined the line for a ride, left it or was served. */
  z.object({ type: z.literal("standby.changed"), rideId: Id }),
  withRideRequest("ride-request.posted"),
  withRideRequest("ride-request.changed"),
  withRideRequest("ride-request.matched"),
  withRideRequest("ride-request.cancelled"),
  withRideRequest("ride-request.expired"),
  /** Something about open requests is different; of whom is not said. */
  z.object({ type: z.literal("ride-requests.changed") }),
  withOffer("offer.created"),
  withOffer("offer.accepted"),
  withOffer("offer.declined"),
  withOffer("offer.withdrawn"),
  withOffer("offer.expired"),
  z.object({ type: z.literal("ride.hosted"), rideId: Id }),
  /**
   * Anything of a ride is different now: its seats, its time, its state. Who cares reads it again; where seats were taken
   * and nothing else happened, nobody new finds it.
   */
  z.object({ type: z.literal("ride.changed"), rideId: Id, seatsTaken: z.optional(z.literal(true)) }),
  z.object({ type: z.literal("ride.cancelled"), rideId: Id }),
  z.object({ type: z.literal("notification.created"), notification: z.pick(Notification, { id: true, kind: true }) }),
  /** Notices were read, or got further on their way. */
  z.object({ type: z.literal("notification.changed") }),
  /** Saved, named, paused, removed or restored; its owner's other screens read their list again. */
  z.object({ type: z.literal("saved-search.saved"), savedSearchId: Id }),
  z.object({ type: z.literal("saved-search.changed"), savedSearchId: Id }),
  z.object({ type: z.literal("chat.message-sent"), conversationId: Id, ordinal: z.int(), senderUid: z.nullable(Id) }),
  /** Somebody has a conversation on a device, or has read it, up to this ordinal. */
  withMark("chat.message-delivered"),
  withMark("chat.message-read"),
  /** A conversation began, was muted, or somebody joined or left it. */
  z.object({ type: z.literal("chat.conversation-changed"), conversationId: Id }),
  /** Somebody went active, or said anew with how many seats and where to; they and everybody's maps are told. */
  z.object({ type: z.literal("active-driver.activated"), uid: Id }),
  /** Nobody sees them on the map any more: they said so, were silent for too long, or (`system`) may not be there any more or not from the session that they went active from, which has ended. */
  z.object({ type: z.literal("active-driver.ended"), uid: Id, how: z.enum(["driver", "silence", "system"]) }),
  /** Somebody blocked this person or took it back; told to nobody but them. */
  z.object({ type: z.literal("block.changed"), uid: Id }),
  /** A rating was given, changed or taken back: told to its rater alone. */
  z.object({ type: z.literal("rating.changed"), ratingId: Id }),
  /** A rating has become public, or was answered. */
  withRating("rating.published"),
  withRating("rating.replied"),
  /** A pickup was proved, a contribution ticked off, or it was said that two did not travel, or answered, or settled. */
  withTripOutcome("trip-outcome.changed"),
  withTripOutcome("trip-outcome.disputed"),
  /** A link was made or taken back, one said that one arrived, or was asked; told to nobody but them. */
  z.object({ type: z.literal("trip-safety.changed"), rideId: Id }),
  /** A trusted contact was named or removed, agreed or declined; told to their owner alone. */
  z.object({ type: z.literal("trusted-contacts.changed") }),
  z.extend(withTripOutcome("trip-outcome.settled"), {
    /** Who was not there; nobody where it was nobody's fault. */
    absentUid: z.optional(z.nullable(Id)),
  }),
  z.object({ type: z.literal("session.ended"), sessionId: Id }),
  /** The service closed or opened, or an announcement was made or withdrawn. */
  z.object({ type: z.literal("bulletin.changed") }),
]);
export type DomainEvent = z.infer<typeof DomainEvent>;

/** What a browser receives: a fact and its place in the one order of everything. `seq` is only handed back, never reckoned with. */
export const LiveEvent = z.intersection(DomainEvent, z.object({ seq: z.string().check(z.maxLength(60)) }));
export type LiveEvent = z.infer<typeof LiveEvent>;

/** Told instead of facts where some may be missing: read everything again; facts go on after `seq`. */
export const LiveResync = z.object({ seq: z.string().check(z.maxLength(60)) });
export type LiveResync = z.infer<typeof LiveResync>;

/** Told to everybody who is connected, at most once a second: lists of this are old. It may be lost, and has no place in the order. */
export const LiveInvalidation = z.object({ about: z.enum(["ride-requests", "bulletin"]) });
export type LiveInvalidation = z.infer<typeof LiveInvalidation>;

/** What is so for a moment only: it may be lost, and is told to whoever is there, without a place among the facts. */
export const EphemeralEvent = z.discriminatedUnion("type", [
  /** Somebody writes in a conversation; it holds for `TYPING_HOLDS_MS`. */
  z.object({ type: z.literal("chat.typing"), conversationId: Id, uid: Id }),
]);
export type EphemeralEvent = z.infer<typeof EphemeralEvent>;

/** How a browser introduces itself on the socket; with `seq` it is told what it missed since. */
export const LiveHello = z.object({
  token: z.string().check(z.maxLength(4096)),
  seq: z.optional(z.string().check(z.maxLength(60))),
});
export type LiveHello = z.infer<typeof LiveHello>;

/**
 * Where news is told: to one person, to every process that keeps something derived from rides, or who is active, or to all
 * who look for requests.
 */
export type Topic = `user:${string}` | "rides" | "drivers" | "ride-requests" | "bulletin";
