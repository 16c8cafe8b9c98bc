import { notify } from "#modules/notices/index.ts";
import { asTold, findRides, type RideRow } from "#modules/rides/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { beginAtPresent, type StoredEvent } from "#platform/db/outbox.ts";
import { namedFollower, type Step } from "#platform/events.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { claimUnread, type Unread, type Written } from "./unread.store.ts";

const NAME = "chat-unread";

/** What was written before the first start of a release that tells of it is not told later. */
export const beginUnreadNotices = ({ db }: Context): Promise<void> => beginAtPresent(db, NAME);

/**
 * Follows the outbox `CHAT_NOTICE_AFTER_S` behind it and tells of messages that are unread by then: a person once for each
 * conversation, however much is written, until they have read it. What they muted they are not told of.
 */
const unreadNotices = (ctx: Context): Step =>
  namedFollower(ctx, {
    name: NAME,
    reads: ["chat.message-sent"],
    behindS: ctx.settings.CHAT_NOTICE_AFTER_S,
    take: tellUnread,
  });

export const chatSweeps: readonly Sweep[] = [
  { name: "message.left-unread", everyS: 5, run: async (ctx) => (await unreadNotices(ctx)()) > 0 },
];

async function tellUnread(ctx: InTransaction, events: readonly StoredEvent[]): Promise<void> {
  const unread = await claimUnread(ctx, writtenIn(events));
  const rides = (await findRides(ctx, [...new Set(unread.flatMap(({ ride_id }) => ride_id ?? []))])).map(asTold);
  await notify(ctx, ...unread.map((one) => noticeOf(one, rides)));
}

/** The newest message of others to each person in each conversation. */
function writtenIn(events: readonly StoredEvent[]): Written[] {
  const written = new Map<string, Written>();
  for (const { topic, fact } of events) {
    if (fact.type !== "chat.message-sent") continue;
    const { conversationId, ordinal, senderUid } = fact;
    const uid = topic.slice("user:".length);
    if (uid !== senderUid) written.set(`${uid} ${conversationId}`, { uid, conversationId, ordinal });
  }
  return [...written.values()];
}

function noticeOf({ uid, conversation_id, read_ordinal, ride_id, sender_id }: Unread, rides: readonly RideRow[]) {
  const { points: [from] = [], points } = rides.find(({ id }) => id === ride_id) ?? {};
  const to = points?.at(-1);
  return {
    to: uid,
    kind: "chat.unread" as const,
    cause: `${conversation_id} ${read_ordinal}`,
    ...(sender_id !== null && { person: sender_id }),
    path: `/home?chat=${conversation_id}` as const,
    details: from && to ? { from: from.label, to: to.label } : {},
  };
}
