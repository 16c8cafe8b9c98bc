import type { Message } from "@commonlane/contract/chat";
import type { DomainEvent } from "@commonlane/contract/live";
import { findRideSummaries, type RideSummary } from "#modules/rides/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import type { StoredEvent } from "#platform/db/outbox/outbox.ts";
import { createConsumer } from "#platform/events/event-consumer.ts";
import { type PollOnce } from "#platform/events/polling.ts";
import {
  createRideConversations,
  readLockedRideConversations,
  lockRideConversations,
  saveRideConversations,
  findExistingNotes,
  type NewNote,
  type RideConversation,
} from "./ride-conversations.store.ts";

const HANDLED_EVENTS = [
  "seat-request.accepted",
  "seat-request.confirmed",
  "seat-request.cancelled",
] as const;
type SeatRequestEvent = Extract<DomainEvent, { type: (typeof HANDLED_EVENTS)[number] }>;

/**
 * Gives each ride a conversation for its host and passengers. It starts with the first confirmed seat; later passengers
 * join on confirmation, also of a reserved seat. Each event is handled once, as `createConsumer` guarantees.
 */
export const rideConversationConsumer = (ctx: Context): PollOnce =>
  createConsumer(ctx, {
    name: "chat",
    eventTypes: HANDLED_EVENTS,
    handle: handleEvents,
  });

async function handleEvents(ctx: InTransaction, events: readonly StoredEvent[]): Promise<void> {
  const seatEvents = events.flatMap(({ topic, payload }) =>
    isSeekersCopy(topic, payload) ? [payload] : [],
  );
  const rideIds = [...new Set(seatEvents.map(({ seatRequest }) => seatRequest.rideId))];
  if (rideIds.length === 0) return;
  const rides = await findRideSummaries(ctx, rideIds);
  // Lock before writing, as `sendMessage` does, so that events have the order of the messages.
  const existing = await lockRideConversations(ctx, rideIds);
  const startedRideIds = new Set(
    seatEvents.flatMap((payload) => (isConfirmedSeat(payload) ? payload.seatRequest.rideId : [])),
  );
  await createRideConversations(
    ctx,
    [...rides.values()].filter(({ id }) => startedRideIds.has(id) && !existing.has(id)),
  );
  const notes = seatEvents.flatMap((payload) => noteOf(payload, rides) ?? []);
  const existingNotes = await findExistingNotes(ctx, notes);
  const conversations = await readLockedRideConversations(ctx, rideIds);
  for (const payload of seatEvents) {
    const conversation = conversations.get(payload.seatRequest.rideId);
    const note = noteOf(payload, rides);
    if (conversation && note) applyNote(conversation, note, existingNotes);
  }
  await saveRideConversations(ctx, [...conversations.values()]);
  for (const { id, newNotes, membershipChanges, members } of conversations.values()) {
    if (newNotes.length === 0 && membershipChanges.size === 0) continue;
    for (const uid of members.keys())
      ctx.publish(`user:${uid}`, {
        type: "chat.conversation-changed",
        conversationId: id,
      });
  }
}

/** Both sides get the event; only the seeker's copy is handled. */
function isSeekersCopy(topic: string, event: DomainEvent): event is SeatRequestEvent {
  return isHandled(event) && topic === `user:${event.seatRequest.seekerId}`;
}

const isHandled = (event: DomainEvent): event is SeatRequestEvent =>
  HANDLED_EVENTS.some((type) => type === event.type);

/** True if the passenger is confirmed. Confirming a changed ride also counts, but they have already joined. */
const isConfirmedSeat = ({ type, seatRequest }: SeatRequestEvent): boolean =>
  type !== "seat-request.cancelled" && !seatRequest.reserved;

/** The note for a seat event. */
type SeatNote = NewNote & { readonly seekerId: string };

/** The note for an event. Its name is unique and cannot clash with a client id. */
function noteOf(
  event: SeatRequestEvent,
  rides: ReadonlyMap<string, RideSummary>,
): SeatNote | undefined {
  const { id, rideId, seekerId } = event.seatRequest;
  const ride = rides.get(rideId);
  if (!ride) return undefined;
  if (event.type !== "seat-request.cancelled") {
    if (!isConfirmedSeat(event)) return undefined;
    return {
      rideId,
      seekerId,
      about: seekerId,
      name: `joined:${id}`,
      note: "joined",
      text: noteTexts.joined,
    };
  }
  // When the ride is cancelled, everyone stays to talk about alternatives.
  return ride.status === "cancelled"
    ? {
        rideId,
        seekerId,
        about: ride.host_id,
        name: `cancelled:${rideId}`,
        note: "ride-cancelled",
        text: noteTexts["ride-cancelled"],
      }
    : {
        rideId,
        seekerId,
        about: seekerId,
        name: `left:${id}`,
        note: "left",
        text: noteTexts.left,
      };
}

/** Applies a note: passengers who return become members again, those who leave can read up to then. */
function applyNote(
  conversation: RideConversation,
  { seekerId, ...note }: SeatNote,
  existingNotes: Set<string>,
): void {
  // A passenger with only a reserved seat never joined.
  if (note.note === "left" && conversation.members.get(seekerId) !== null) return;
  if (note.note === "joined" && conversation.members.get(seekerId) !== null)
    conversation.membershipChanges.set(seekerId, null);
  if (note.note === "joined") conversation.members.set(seekerId, null);
  if (!existingNotes.has(note.name)) {
    existingNotes.add(note.name);
    conversation.newNotes.push(note);
  }
  if (note.note !== "left") return;
  const leftOrdinal = conversation.last_ordinal + conversation.newNotes.length;
  conversation.members.set(seekerId, leftOrdinal);
  conversation.membershipChanges.set(seekerId, leftOrdinal);
}

const noteTexts: Record<NonNullable<Message["note"]>, string> = {
  joined: "joined the ride",
  left: "left the ride",
  "ride-cancelled": "cancelled the ride",
};
