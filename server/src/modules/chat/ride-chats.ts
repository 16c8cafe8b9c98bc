import type { Message } from "@commonlane/contract/chat";
import type { Fact } from "@commonlane/contract/live";
import { rideHeads, type RideHead } from "#modules/rides/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import type { StoredEvent } from "#platform/db/outbox.ts";
import { namedFollower, type Step } from "#platform/events.ts";
import {
  ensureRideRooms,
  heldRideRooms,
  holdRideRooms,
  keepRideRooms,
  linesKept,
  type NewNote,
  type RideRoom,
} from "./ride-rooms.store.ts";

const READ = ["seat-request.accepted", "seat-request.confirmed", "seat-request.cancelled"] as const;
type SeatRequestFact = Extract<Fact, { type: (typeof READ)[number] }>;

/**
 * Gives each ride a conversation for its host and passengers: it begins with the first seat that is agreed, and whoever
 * gets one later joins it. For whom a seat is held joins when they confirm it. Each event counts once, as `namedFollower`
 * promises.
 */
export const rideChats = (ctx: Context): Step => namedFollower(ctx, { name: "chat", reads: READ, take: follow });

async function follow(ctx: InTransaction, events: readonly StoredEvent[]): Promise<void> {
  const facts = events.flatMap(({ topic, fact }) => (isTheirs(topic, fact) ? [fact] : []));
  const rideIds = [...new Set(facts.map(({ seatRequest }) => seatRequest.rideId))];
  if (rideIds.length === 0) return;
  const rides = await rideHeads(ctx, rideIds);
  // Held before anything is written, as by whoever sends a message: so events come in the order of the lines.
  const known = await holdRideRooms(ctx, rideIds);
  const begun = new Set(facts.flatMap((fact) => (isAgreement(fact) ? fact.seatRequest.rideId : [])));
  await ensureRideRooms(
    ctx,
    [...rides.values()].filter(({ id }) => begun.has(id) && !known.has(id)),
  );
  const notes = facts.flatMap((fact) => noteOf(fact, rides) ?? []);
  const kept = await linesKept(ctx, notes);
  const rooms = await heldRideRooms(ctx, rideIds);
  for (const fact of facts) {
    const [room, note] = [rooms.get(fact.seatRequest.rideId), noteOf(fact, rides)];
    if (room && note) happen(room, note, kept);
  }
  await keepRideRooms(ctx, [...rooms.values()]);
  for (const { id, lines, moved, members } of rooms.values()) {
    if (lines.length === 0 && moved.size === 0) continue;
    for (const uid of members.keys())
      ctx.announce(`user:${uid}`, { type: "chat.conversation-changed", conversationId: id });
  }
}

/** Both sides are told the same; the seeker's copy is the one that counts. */
const isTheirs = (topic: string, fact: Fact): fact is SeatRequestFact =>
  isRead(fact) && topic === `user:${fact.seatRequest.seekerId}`;
const isRead = (fact: Fact): fact is SeatRequestFact => READ.some((type) => type === fact.type);

/** From now on this person comes along; who confirms a changed ride did before. */
const isAgreement = ({ type, seatRequest }: SeatRequestFact): boolean =>
  type !== "seat-request.cancelled" && !seatRequest.held;

/** What becomes of a conversation when this has happened to a seat. */
type SeatNote = NewNote & { readonly seekerId: string };

/** A note is written only once under its name, which no sender can give to a message. */
function noteOf(fact: SeatRequestFact, rides: ReadonlyMap<string, RideHead>): SeatNote | undefined {
  const { id, rideId, seekerId } = fact.seatRequest;
  const ride = rides.get(rideId);
  if (!ride) return undefined;
  if (fact.type !== "seat-request.cancelled") {
    if (!isAgreement(fact)) return undefined;
    return { rideId, seekerId, about: seekerId, name: `joined:${id}`, note: "joined", text: words.joined };
  }
  // When the ride itself does not take place, all stay to talk about what now.
  return ride.status === "cancelled"
    ? {
        rideId,
        seekerId,
        about: ride.host_id,
        name: `cancelled:${rideId}`,
        note: "ride-cancelled",
        text: words["ride-cancelled"],
      }
    : { rideId, seekerId, about: seekerId, name: `left:${id}`, note: "left", text: words.left };
}

/** Whoever left and comes again is a member again; who leaves reads what was written until then. */
function happen(room: RideRoom, { seekerId, ...note }: SeatNote, kept: Set<string>): void {
  // For whom a seat was only held has nothing to leave.
  if (note.note === "left" && room.members.get(seekerId) !== null) return;
  if (note.note === "joined" && room.members.get(seekerId) !== null) room.moved.set(seekerId, null);
  if (note.note === "joined") room.members.set(seekerId, null);
  if (!kept.has(note.name)) {
    kept.add(note.name);
    room.lines.push(note);
  }
  if (note.note !== "left") return;
  const at = room.last_ordinal + room.lines.length;
  room.members.set(seekerId, at);
  room.moved.set(seekerId, at);
}

const words: Record<NonNullable<Message["note"]>, string> = {
  joined: "joined the ride",
  left: "left the ride",
  "ride-cancelled": "cancelled the ride",
};
