import { notify } from "#modules/notifications/index.ts";
import { findRides, type RideRow } from "#modules/rides/index.ts";
import { toPublicRide } from "#modules/rides/route/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { type StoredEvent } from "#platform/db/outbox/outbox.ts";
import { initializeOffset } from "#platform/db/outbox/consumer-offsets.ts";
import { createConsumer } from "#platform/events/event-consumer.ts";
import { type PollOnce } from "#platform/events/polling.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import {
  claimUnread,
  deleteInactiveConversations,
  type NewestMessage,
  type UnreadConversation,
} from "./unread-messages.store.ts";

const NAME = "unread-messages";

/** Skips messages from before this consumer existed. */
export const initUnreadMessageConsumer = ({ db }: Context): Promise<void> =>
  initializeOffset(db, NAME);

/**
 * Reads the outbox with a delay of `CHAT_NOTIFICATION_AFTER_S` and notifies of messages that are still unread: once per
 * conversation until the user reads it. Muted conversations are skipped.
 */
export const unreadMessageConsumer = (ctx: Context): PollOnce =>
  createConsumer(ctx, {
    name: NAME,
    eventTypes: ["chat.message-sent"],
    delayS: ctx.settings.CHAT_NOTIFICATION_AFTER_S,
    handle: notifyUnread,
  });

export const chatSweeps: readonly Sweep[] = [
  {
    name: "conversation.forgotten",
    everyS: 3600,
    run: deleteInactiveConversations,
  },
];

async function notifyUnread(ctx: InTransaction, events: readonly StoredEvent[]): Promise<void> {
  const unread = await claimUnread(ctx, newestMessages(events));
  const rides = (
    await findRides(ctx, [...new Set(unread.flatMap(({ ride_id }) => ride_id ?? []))])
  ).map(toPublicRide);
  await notify(ctx, ...unread.map((message) => unreadNotification(message, rides)));
}

/** The newest message from others for each user and conversation. */
function newestMessages(events: readonly StoredEvent[]): NewestMessage[] {
  const newest = new Map<string, NewestMessage>();
  for (const { topic, payload } of events) {
    if (payload.type !== "chat.message-sent") continue;
    const { conversationId, ordinal, senderUid } = payload;
    const uid = topic.slice("user:".length);
    if (uid !== senderUid)
      newest.set(`${uid} ${conversationId}`, {
        uid,
        conversationId,
        ordinal,
      });
  }
  return [...newest.values()];
}

function unreadNotification(
  { uid, conversation_id, read_ordinal, ride_id, sender_id }: UnreadConversation,
  rides: readonly RideRow[],
) {
  const { points: [from] = [], points } = rides.find(({ id }) => id === ride_id) ?? {};
  const to = points?.at(-1);
  return {
    to: uid,
    kind: "chat.unread" as const,
    cause: `${conversation_id} ${read_ordinal}`,
    ...(sender_id !== null && { person: sender_id }),
    path: `/home?chat=${conversation_id}` as const,
    details:
      from && to
        ? {
            from: from.label,
            to: to.label,
          }
        : {},
  };
}
