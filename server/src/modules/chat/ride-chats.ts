import type { Fact } from "@commonlane/contract/live";
import type { Message } from "@commonlane/contract/chat";
import { findRide } from "#modules/rides/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import type { StoredEvent } from "#platform/db/outbox.ts";
import { namedFollower, type Step } from "#platform/events.ts";
import { writeLine } from "./messages.ts";
import { findSent } from "./messages.store.ts";
import { addMember, ensureRideRoom, holdRoom, removeMember, rideRoomId } from "./rooms.store.ts";

type SeatRequestFact = Extract<Fact, { seatRequest: unknown }>;

/**
 * Gives each ride a conversation for its host and passengers: it begins with the first accepted seat request, and whoever
 * is accepted later joins it. Each event counts once, as `namedFollower` promises.
 */
export const rideChats = (ctx: Context): Step => namedFollower(ctx, "chat", follow);

async function follow(ctx: InTransaction, { topic, fact }: StoredEvent): Promise<void> {
  // Both sides are told the same; the seeker's copy is the one that counts.
  if (!("seatRequest" in fact) || topic !== `user:${fact.seatRequest.seekerId}`) return;
  if (fact.type === "seat-request.accepted") await join(ctx, fact);
  if (fact.type === "seat-request.cancelled") await leave(ctx, fact);
}

async function join(ctx: InTransaction, { seatRequest: { id, rideId, seekerId } }: SeatRequestFact): Promise<void> {
  const ride = await findRide(ctx, rideId);
  if (!ride) return;
  const conversationId = await ensureRideRoom(ctx, rideId, ride.host_id);
  await addMember(ctx, conversationId, seekerId);
  await noteOnce(ctx, conversationId, { name: `joined:${id}`, note: "joined", about: seekerId });
}

/** Who gives up a seat leaves; when the ride itself does not take place, all stay to talk about what now. */
async function leave(ctx: InTransaction, { seatRequest: { id, rideId, seekerId } }: SeatRequestFact): Promise<void> {
  const conversationId = await rideRoomId(ctx, rideId);
  const ride = await findRide(ctx, rideId);
  if (conversationId === undefined || !ride) return;
  if (ride.status === "cancelled") {
    const note = { name: `cancelled:${rideId}`, note: "ride-cancelled", about: ride.host_id } as const;
    return noteOnce(ctx, conversationId, note);
  }
  await noteOnce(ctx, conversationId, { name: `left:${id}`, note: "left", about: seekerId });
  await removeMember(ctx, conversationId, seekerId);
  ctx.announce(`user:${seekerId}`, { type: "chat.conversation-changed", conversationId });
}

const words: Record<NonNullable<Message["note"]>, string> = {
  joined: "joined the ride",
  left: "left the ride",
  "ride-cancelled": "cancelled the ride",
};

/** Writes a note into a conversation, and only once under its name, which no sender can give to a message. */
async function noteOnce(
  ctx: InTransaction,
  conversationId: string,
  { name, note, about }: { name: string; note: NonNullable<Message["note"]>; about: string },
): Promise<void> {
  const room = await holdRoom(ctx, conversationId);
  if (!room || (await findSent(ctx, { conversationId, senderUid: about, clientId: name }))) return;
  await writeLine(ctx, room, {
    conversation_id: conversationId,
    sender_id: about,
    client_id: name,
    kind: "note",
    text: words[note],
    masked_text: null,
    hidden: [],
    place: null,
    note,
  });
  for (const { uid } of room.members)
    ctx.announce(`user:${uid}`, { type: "chat.conversation-changed", conversationId });
}
