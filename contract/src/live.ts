import * as z from "zod/mini";
import { Notification } from "./notifications.ts";
import { Id } from "./shapes.ts";

/*
 * Events carry ids instead of records: they are stored for days, and recipients load the current record with their
 * current permissions. Further fields are what event consumers on the server need to know about the moment of the
 * event.
 */

/** Known to both sides of a seat request. */
const SeatRequestRef = z.object({
  id: Id,
  rideId: Id,
  seekerId: Id,
  endedBy: z.optional(z.enum(["seeker", "host", "system"])),
  /** The seat was reserved for a user in the standby queue and not confirmed. */
  reserved: z.optional(z.literal(true)),
  /** The passenger was asked to confirm a changed ride. */
  confirmationAsked: z.optional(z.literal(true)),
  /** On answers: creation time of the request. */
  createdAt: z.optional(z.iso.datetime()),
  /** On cancellations: agreed pickup time. */
  pickupAt: z.optional(z.iso.datetime()),
  /** On cancellations: when the host changed the ride beyond what was agreed, if that was not confirmed. */
  hostMovedAt: z.optional(z.iso.datetime()),
});
export type SeatRequestRef = z.infer<typeof SeatRequestRef>;

const withSeatRequest = <const T extends string>(type: T) =>
  z.object({
    type: z.literal(type),
    seatRequest: SeatRequestRef,
  });

const withRide = <const T extends string>(type: T) =>
  z.object({ type: z.literal(type), rideId: Id });
const withUser = <const T extends string>(type: T) => z.object({ type: z.literal(type), uid: Id });
const withSavedSearch = <const T extends string>(type: T) =>
  z.object({ type: z.literal(type), savedSearchId: Id });
const withRideRequest = <const T extends string>(type: T) =>
  z.object({
    type: z.literal(type),
    rideRequest: z.object({ id: Id }),
  });
const withOffer = <const T extends string>(type: T) =>
  z.object({
    type: z.literal(type),
    offer: z.object({ id: Id, requestId: Id }),
  });

const withMark = <const T extends string>(type: T) =>
  z.object({
    type: z.literal(type),
    conversationId: Id,
    uid: Id,
    upTo: z.int(),
  });

const withRating = <const T extends string>(type: T) =>
  z.object({
    type: z.literal(type),
    ratingId: Id,
    raterUid: Id,
    ratedUid: Id,
  });
const withTripOutcome = <const T extends string>(type: T) =>
  z.object({
    type: z.literal(type),
    outcomeId: Id,
    rideId: Id,
    by: z.enum(["seeker", "host", "system"]),
  });

/** A domain event, delivered once and in order to everyone concerned. Names follow noun.past-verb. */
export const DomainEvent = z.discriminatedUnion("type", [
  withSeatRequest("seat-request.created"),
  z.object({
    type: z.literal("seat-request.accepted"),
    seatRequest: SeatRequestRef,
    /**
     * Cause of the acceptance: the host, instant booking, an offer the seeker accepted, or the standby queue (not yet
     * confirmed).
     */
    by: z.optional(z.enum(["host", "instant", "offer", "standby"])),
  }),
  withSeatRequest("seat-request.rejected"),
  withSeatRequest("seat-request.withdrawn"),
  withSeatRequest("seat-request.expired"),
  withSeatRequest("seat-request.cancelled"),
  withSeatRequest("seat-request.completed"),
  /** The passenger confirmed the changed ride. */
  withSeatRequest("seat-request.confirmed"),
  /** A user joined or left the standby queue of a ride, or got a seat from it. */
  withRide("standby.changed"),
  withRideRequest("ride-request.posted"),
  withRideRequest("ride-request.changed"),
  withRideRequest("ride-request.matched"),
  withRideRequest("ride-request.cancelled"),
  withRideRequest("ride-request.expired"),
  /** Open ride requests changed; does not say whose. */
  z.object({
    type: z.literal("ride-requests.changed"),
    rideRequestId: z.optional(Id),
  }),
  withOffer("offer.created"),
  withOffer("offer.accepted"),
  withOffer("offer.declined"),
  withOffer("offer.withdrawn"),
  withOffer("offer.expired"),
  withRide("ride.hosted"),
  /**
   * The ride changed: its seats, times or status. `seatsTaken` means that seats were taken and nothing else changed, so
   * the ride cannot match any new search.
   */
  z.object({
    type: z.literal("ride.changed"),
    rideId: Id,
    seatsTaken: z.optional(z.literal(true)),
  }),
  withRide("ride.cancelled"),
  z.object({
    type: z.literal("notification.created"),
    notification: z.pick(Notification, {
      id: true,
      kind: true,
    }),
  }),
  /** Notifications were read. */
  z.object({ type: z.literal("notification.changed") }),
  /** A saved search was created, renamed, paused, removed or restored; its owner's other screens reload the list. */
  withSavedSearch("saved-search.saved"),
  withSavedSearch("saved-search.changed"),
  z.object({
    type: z.literal("chat.message-sent"),
    conversationId: Id,
    ordinal: z.int(),
    senderUid: z.nullable(Id),
  }),
  /** A member received or read a conversation up to this ordinal. */
  withMark("chat.message-delivered"),
  withMark("chat.message-read"),
  /** A conversation was created or muted, or a member joined or left. */
  z.object({
    type: z.literal("chat.conversation-changed"),
    conversationId: Id,
  }),
  /** A driver went online, or changed seats or destination; for the driver and all maps. */
  withUser("active-driver.activated"),
  /**
   * A driver went offline: by choice, by timeout (`silence`), or removed by the system because the account or its
   * session is no longer allowed.
   */
  z.object({
    type: z.literal("active-driver.ended"),
    uid: Id,
    how: z.enum(["driver", "silence", "system"]),
  }),
  /** The user blocked or unblocked someone; sent to that user only. */
  withUser("block.changed"),
  /** A rating was created, changed or deleted; sent to its rater only. */
  z.object({
    type: z.literal("rating.changed"),
    ratingId: Id,
  }),
  /** A rating was published or got a reply. */
  withRating("rating.published"),
  withRating("rating.replied"),
  /** A pickup was confirmed, a contribution was marked as paid, or a no-show was reported, answered or settled. */
  withTripOutcome("trip-outcome.changed"),
  withTripOutcome("trip-outcome.disputed"),
  /**
   * A share link was created or revoked, or the user was asked to confirm the arrival or did; sent to that user only.
   */
  withRide("trip-safety.changed"),
  /** A trusted contact was added or removed, or answered; sent to their owner only. */
  z.object({ type: z.literal("trusted-contacts.changed") }),
  z.extend(withTripOutcome("trip-outcome.settled"), {
    /** The user who did not show up; null if it was no one's fault. */
    absentUid: z.optional(z.nullable(Id)),
  }),
  /** Members gained, renewed or lost a trust mark, or it will expire or has expired; sent to them only. */
  z.object({
    type: z.literal("trust-mark.changed"),
    markId: Id,
    change: z.enum(["gained", "renewed", "lost", "expiring", "expired", "hidden"]),
    name: z.string(),
    /** When it expires, if it is held. */
    until: z.optional(z.iso.datetime()),
  }),
  /**
   * A user asked to join a group, joined it, was declined, or left it, or a manager removed the user, changed the role or
   * removed the whole group. Sent to that user, and to the managers except of what they decide themselves.
   */
  z.object({
    type: z.literal("group.membership-changed"),
    groupId: Id,
    uid: Id,
    change: z.enum([
      "requested",
      "withdrawn",
      "joined",
      "declined",
      "left",
      "removed",
      "group-removed",
      "promoted",
      "demoted",
    ]),
    /** Name of the group. */
    name: z.string(),
    /** The change is the answer of a manager to a request to join. */
    answered: z.optional(z.literal(true)),
    /** When it happened; for a request, since when requests have been waiting for an answer. */
    at: z.iso.datetime(),
  }),
  /** A report was created, or a moderator acted; sent to moderators. */
  z.object({ type: z.literal("report.changed") }),
  z.object({
    type: z.literal("session.ended"),
    sessionId: Id,
  }),
  /** Maintenance started or ended, or an announcement was published or withdrawn. */
  z.object({ type: z.literal("bulletin.changed") }),
  /** An event was created, changed or cancelled; sent to its creator only. */
  z.object({
    type: z.literal("community-event.changed"),
    eventId: Id,
  }),
  /** An administrator changed settings of the community; each server process reads them again. */
  z.object({ type: z.literal("community-settings.changed") }),
]);
export type DomainEvent = z.infer<typeof DomainEvent>;

/**
 * A domain event as sent to browsers, with its position in the global order. `seq` is opaque: clients only send it
 * back.
 */
export const LiveEvent = z.intersection(
  DomainEvent,
  z.object({ seq: z.string().check(z.maxLength(60)) }),
);
export type LiveEvent = z.infer<typeof LiveEvent>;

/** Sent instead of events if some may be missing: reload everything; events continue after `seq`. */
export const LiveResync = z.object({ seq: z.string().check(z.maxLength(60)) });
export type LiveResync = z.infer<typeof LiveResync>;

/**
 * Sent at most once a second to the connections of users who may see what changed: lists of this kind are outdated. May
 * be lost and has no `seq`.
 */
export const LiveInvalidation = z.object({ about: z.enum(["ride-requests", "bulletin"]) });
export type LiveInvalidation = z.infer<typeof LiveInvalidation>;

/** Events that matter only now: sent to connected users, never stored, may be lost, and have no `seq`. */
export const EphemeralEvent = z.discriminatedUnion("type", [
  /** A user is typing; valid for `TYPING_TIMEOUT_MS`. */
  z.object({
    type: z.literal("chat.typing"),
    conversationId: Id,
    uid: Id,
  }),
  /**
   * A position of the ride was updated, or a state that followers see; sent to the user it is of and to passengers who
   * see the driver come.
   */
  z.object({
    type: z.literal("trip.moved"),
    rideId: Id,
  }),
  /** Notifications of the user were sent, delivered or not sent on a channel; their list shows it. */
  z.object({ type: z.literal("notification.delivery-changed") }),
]);
export type EphemeralEvent = z.infer<typeof EphemeralEvent>;

/** First message of a browser on the WebSocket; with `seq` the server sends the events missed since. */
export const LiveHello = z.object({
  token: z.string().check(z.maxLength(4096)),
  seq: z.optional(z.string().check(z.maxLength(60))),
});
export type LiveHello = z.infer<typeof LiveHello>;

/**
 * Channel of an event: one user, all processes that cache rides, all that cache active drivers, all that cache the
 * settings of the community, or all users who look for ride requests or bulletins.
 */
export type Topic =
  `user:${string}` | "rides" | "drivers" | "community-settings" | "ride-requests" | "bulletin";
