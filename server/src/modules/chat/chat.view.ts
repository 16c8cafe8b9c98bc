import type { Conversation, Message } from "@commonlane/contract/chat";
import { asksForPayment } from "@commonlane/contract/contact-details/contact-details";
import type { PublicPerson } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import { findPublicPeople } from "#modules/profiles/index.ts";
import { findVisibleRides, viewRides } from "#modules/rides/index.ts";
import type { Context } from "#platform/context.ts";
import { closingTime, isOpenFor, readableUpTo } from "./guards.ts";
import { type MessageRow, findMessagesAt } from "./messages.store.ts";
import type { OwnConversationRow, ConversationRow } from "./conversations.store.ts";

/**
 * A message as one reader sees it: contact details are masked until a booking exists between the two (domain.md,
 * Privacy by stage). The sender sees the original and what is masked for the other.
 */
export function viewMessage(
  row: MessageRow,
  conversation: Pick<ConversationRow, "members" | "acquainted">,
  viewerUid: string,
): Message {
  const seesOriginal = conversation.acquainted || row.sender_id === viewerUid;
  const membersUpTo = (mark: "delivered_ordinal" | "read_ordinal") =>
    conversation.members
      .filter((member) => member.uid !== row.sender_id && member[mark] >= row.ordinal)
      .map(({ uid }) => uid);
  return {
    id: row.id,
    conversationId: row.conversation_id,
    clientId: row.client_id,
    ordinal: row.ordinal,
    kind: row.kind,
    senderUid: row.sender_id,
    text: seesOriginal ? row.text : (row.masked_text ?? row.text),
    place:
      row.place &&
      (seesOriginal
        ? row.place
        : {
            ...row.place,
            placeId: null,
          }),
    note: row.note,
    hidden: conversation.acquainted ? [] : row.hidden,
    asksForPayment: seesOriginal && asksForPayment(row.text),
    sentAt: row.sent_at.toISOString(),
    deliveredTo: membersUpTo("delivered_ordinal"),
    readBy: membersUpTo("read_ordinal"),
  };
}

/** Conversations as one member sees them. */
export async function viewConversations(
  ctx: Context,
  conversations: readonly OwnConversationRow[],
  viewerUid: string,
): Promise<Conversation[]> {
  const uids = conversations.flatMap(({ members }) => members.map(({ uid }) => uid));
  const rideIds = [...new Set(conversations.flatMap(({ ride_id }) => ride_id ?? []))];
  const lastPositions = conversations.map((conversation) => ({
    conversationId: conversation.id,
    ordinal: readableUpTo(conversation, viewerUid),
  }));
  const people = await findPublicPeople(ctx, uids);
  const rides = await viewRides(ctx, await findVisibleRides(ctx, rideIds, viewerUid), viewerUid);
  const messages = await findMessagesAt(ctx, lastPositions);
  return conversations.map((conversation) => {
    const ride = rides.find(({ id }) => id === conversation.ride_id);
    const newest = messages.find(({ conversation_id }) => conversation_id === conversation.id);
    return {
      id: conversation.id,
      kind: conversation.kind,
      members: viewMembers(conversation, people),
      rideId: ride?.id ?? null,
      ride: ride ? rideSummary(ride) : null,
      lastMessage: newest ? viewMessage(newest, conversation, viewerUid) : null,
      unread: conversation.unread,
      muted: conversation.muted,
      contactsShown: conversation.acquainted,
      closesAt: closingTime(ctx, conversation)?.toISOString() ?? null,
      open: isOpenFor(ctx, conversation, viewerUid),
    };
  });
}

function viewMembers({ members }: ConversationRow, people: ReadonlyMap<string, PublicPerson>) {
  return members.flatMap(({ uid, delivered_ordinal, read_ordinal, left_ordinal }) => {
    const person = people.get(uid);
    return person
      ? {
          ...person,
          deliveredUpTo: delivered_ordinal,
          readUpTo: read_ordinal,
          left: left_ordinal !== null,
        }
      : [];
  });
}

function rideSummary({ hostId, origin, destination, departsAt, timeZone, status }: Ride) {
  return {
    hostId,
    origin,
    destination,
    departsAt,
    timeZone,
    status,
  };
}
