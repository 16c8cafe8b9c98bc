import type { Conversation, Message } from "@commonlane/contract/chat";
import { asksForPayment } from "@commonlane/contract/contact-details";
import type { PublicPerson } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import { peopleByUid } from "#modules/profiles/index.ts";
import { findRides, viewRides } from "#modules/rides/index.ts";
import type { Context } from "#platform/context.ts";
import { closingOf, isOpenTo, readableUpTo } from "./guards.ts";
import { type MessageRow, messagesAt } from "./messages.store.ts";
import type { OwnRoom, Room } from "./rooms.store.ts";

/**
 * A message as one of its readers sees it: before a seat was accepted between the two, without what leads around the
 * product (domain.md, Privacy by stage). Who wrote it sees it whole, and what of it the other one does not.
 */
export function viewMessage(row: MessageRow, room: Pick<Room, "members" | "acquainted">, viewerUid: string): Message {
  const whole = room.acquainted || row.sender_id === viewerUid;
  const marked = (mark: "delivered_ordinal" | "read_ordinal") =>
    room.members.filter((member) => member.uid !== row.sender_id && member[mark] >= row.ordinal).map(({ uid }) => uid);
  return {
    id: row.id,
    conversationId: row.conversation_id,
    clientId: row.client_id,
    ordinal: row.ordinal,
    kind: row.kind,
    senderUid: row.sender_id,
    text: whole ? row.text : (row.masked_text ?? row.text),
    place: row.place && (whole ? row.place : { ...row.place, placeId: null }),
    note: row.note,
    hidden: room.acquainted ? [] : row.hidden,
    asksForPayment: whole && asksForPayment(row.text),
    sentAt: row.sent_at.toISOString(),
    deliveredTo: marked("delivered_ordinal"),
    readBy: marked("read_ordinal"),
  };
}

/** Conversations as one of their members sees them. */
export async function viewConversations(
  ctx: Context,
  rooms: readonly OwnRoom[],
  viewerUid: string,
): Promise<Conversation[]> {
  const uids = rooms.flatMap(({ members }) => members.map(({ uid }) => uid));
  const rideIds = [...new Set(rooms.flatMap(({ ride_id }) => ride_id ?? []))];
  const last = rooms.map((room) => ({ conversationId: room.id, ordinal: readableUpTo(room, viewerUid) }));
  const people = await peopleByUid(ctx, uids);
  const rides = await viewRides(ctx, await findRides(ctx, rideIds), viewerUid);
  const messages = await messagesAt(ctx, last);
  return rooms.map((room) => {
    const ride = rides.find(({ id }) => id === room.ride_id);
    const newest = messages.find(({ conversation_id }) => conversation_id === room.id);
    return {
      id: room.id,
      kind: room.kind,
      members: viewMembers(room, people),
      rideId: room.ride_id,
      ride: ride ? headOf(ride) : null,
      lastMessage: newest ? viewMessage(newest, room, viewerUid) : null,
      unread: room.unread,
      muted: room.muted,
      contactsShown: room.acquainted,
      closesAt: closingOf(ctx, room)?.toISOString() ?? null,
      open: isOpenTo(ctx, room, viewerUid),
    };
  });
}

const viewMembers = ({ members }: Room, people: ReadonlyMap<string, PublicPerson>) =>
  members.flatMap(({ uid, delivered_ordinal, read_ordinal, left_ordinal }) => {
    const person = people.get(uid);
    return person
      ? { ...person, deliveredUpTo: delivered_ordinal, readUpTo: read_ordinal, left: left_ordinal !== null }
      : [];
  });

const headOf = ({ hostId, origin, destination, departsAt, timeZone, status }: Ride) => ({
  hostId,
  origin,
  destination,
  departsAt,
  timeZone,
  status,
});
