import type { PushedNotice } from "@commonlane/contract/notice-channels";
import type { Notice } from "@commonlane/contract/notices";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import type { Post } from "#platform/push/post-abroad.ts";
import { type PushOutcome, sendPush } from "#platform/push/push.ts";
import {
  bringLettersForward,
  claimDue,
  type DueNotice,
  moveDeliveries,
  moveParcels,
  parcelsSince,
  type Step,
} from "./deliveries.store.ts";
import { digestOf } from "./digest.ts";
import { fateOf, isForReading } from "./fate.ts";
import { pushSender } from "./keys.ts";
import { countUnread } from "./notices.store.ts";
import { viewNotices } from "./notices.view.ts";
import { wishesOf } from "./preferences.ts";
import { dropSubscription, noteOutcome, type SubscriptionRow, subscriptionsOf } from "./subscriptions.store.ts";

/** More than this at once, or in ten minutes, are told together. */
const APART_MOST = 3;
const FLOOD_MS = 600_000;
/** Longer than all pushes of one job can take. */
const LEASE_MS = 120_000;
const KEPT_AT_MOST_S = 86_400;

/** So many people's browsers are written to at once; a slow push service holds up these only. */
const PEOPLE_AT_ONCE = 8;

/** How many things of a person's are unread that are no notices. */
export type CountMore = (ctx: Context, uid: string) => Promise<number>;
interface Ways {
  readonly post: Post;
  readonly countMore: CountMore;
}

interface Parcel {
  readonly id: string;
  readonly uid: string;
  readonly notices: readonly DueNotice[];
}

/** Sends what is due to all browsers of these people. What reaches none of them is left to the letters at once. */
export async function pushDue(ctx: Context, uids: readonly string[], { post, countMore }: Ways): Promise<void> {
  const parcels = await transaction(ctx, (ctx) => pack(ctx, uids));
  const people = [...Map.groupBy(parcels, ({ uid }) => uid)];
  const subscriptions = await subscriptionsOf(
    ctx,
    people.map(([uid]) => uid),
  );
  const sendTo = async ([uid, parcels]: (typeof people)[number]) => {
    const unread = (await countUnread(ctx, uid)) + (await countMore(ctx, uid));
    for (const parcel of parcels) await sendParcel(ctx, { ...parcel, unread }, subscriptions.get(uid) ?? [], post);
    await transaction(ctx, async (ctx) => ctx.announce(`user:${uid}`, { type: "notice.changed" }));
  };
  for (let next = 0; next < people.length; next += PEOPLE_AT_ONCE) {
    const sent = await Promise.allSettled(people.slice(next, next + PEOPLE_AT_ONCE).map(sendTo));
    const failed = sent.find((outcome) => outcome.status === "rejected");
    if (failed) throw failed.reason;
  }
}

/** Takes what is due and decides what becomes of it. */
async function pack(ctx: InTransaction, uids: readonly string[]): Promise<Parcel[]> {
  const now = ctx.now();
  const due = await claimDue(ctx, uids, "push", new Date(now.getTime() + LEASE_MS));
  if (due.length === 0) return [];
  const byPerson = Map.groupBy(due, ({ uid }) => uid);
  const people = [...byPerson.keys()];
  const wishes = await wishesOf(ctx, people);
  const devices = await subscriptionsOf(ctx, people);
  const [toSend, steps, unreachable]: [DueNotice[], Step[], string[]] = [[], [], []];
  for (const notice of due) {
    const fate = fateOf(notice, "push", wishes(notice.uid), now);
    const noticeId = notice.id;
    if (fate.do === "wait") steps.push({ noticeId, dueAt: fate.until, reason: fate.reason });
    else if (fate.do === "skip" || !devices.has(notice.uid)) {
      const reason = fate.do === "skip" ? fate.reason : "No browser of yours takes pushes.";
      steps.push({ noticeId, state: "skipped", dueAt: null, reason });
      if (!isForReading(notice)) unreachable.push(noticeId);
    } else toSend.push(notice);
  }
  const parcels = await parcelsOf(ctx, toSend);
  // The number is written down before the parcel goes: its arrival may be told before the push service has answered.
  const lease = new Date(now.getTime() + LEASE_MS);
  for (const { id, notices } of parcels)
    steps.push(...notices.map((notice) => ({ noticeId: notice.id, dueAt: lease, parcelId: id })));
  await moveDeliveries(ctx, "push", steps);
  await bringLettersForward(ctx, unreachable);
  const sentTo = new Set(parcels.map(({ uid }) => uid));
  for (const uid of people) if (!sentTo.has(uid)) ctx.announce(`user:${uid}`, { type: "notice.changed" });
  return parcels;
}

/** One parcel for each notice, or for all of a person's where they are many. */
async function parcelsOf(ctx: InTransaction, notices: readonly DueNotice[]): Promise<Parcel[]> {
  if (notices.length === 0) return [];
  const byPerson = [...Map.groupBy(notices, ({ uid }) => uid)];
  const uids = byPerson.map(([uid]) => uid);
  const before = await parcelsSince(ctx, uids, "push", new Date(ctx.now().getTime() - FLOOD_MS));
  return byPerson.flatMap(([uid, own]) => {
    const together = (before.get(uid)?.length ?? 0) + own.length > APART_MOST;
    const groups = together ? [own] : own.map((notice) => [notice]);
    return groups.map((notices) => ({ id: crypto.randomUUID(), uid, notices }));
  });
}

async function sendParcel(
  ctx: Context,
  { id, notices, unread }: Parcel & { readonly unread: number },
  subscriptions: readonly SubscriptionRow[],
  post: Post,
): Promise<void> {
  const views = await viewNotices(ctx, notices);
  const payload: PushedNotice = { ...wordsFor(views), parcelId: id, unread };
  const sender = await pushSender(ctx);
  const message = { payload, ttlS: ttlOf(ctx.now(), notices), urgent: notices.some(({ late_at }) => late_at !== null) };
  const outcomes = await Promise.all(
    subscriptions.map(async (subscription) => {
      const outcome = await sendPush(post, sender, subscription, message);
      await note(ctx, subscription, outcome);
      return outcome;
    }),
  );
  if (outcomes.includes("accepted")) {
    await moveParcels(ctx, [id], { from: ["waiting"], to: "sent", channel: "push" });
    return;
  }
  const failed = outcomes.find((outcome) => typeof outcome === "object");
  const reason = failed?.failure ?? "No browser of yours takes pushes any more.";
  await moveParcels(ctx, [id], { from: ["waiting"], to: "failed", channel: "push", reason });
  await bringLettersForward(ctx, idsOf(notices.filter((notice) => !isForReading(notice))));
}

async function note(ctx: Context, { id }: SubscriptionRow, outcome: PushOutcome): Promise<void> {
  if (outcome === "gone") await dropSubscription(ctx, { id });
  else await noteOutcome(ctx, id, outcome === "accepted" ? null : outcome.failure);
}

/** A browser shows one message for each tag, so what is sent a second time after a crash is seen once. */
function wordsFor(views: readonly Notice[]): Omit<PushedNotice, "parcelId" | "unread"> {
  const [only] = views;
  if (only && views.length === 1) return { title: only.title, text: only.text, path: only.path, tag: only.id };
  return { ...digestOf(views), path: "/notices", tag: "digest" };
}

/** Not beyond the hour from which on it is of no use, as far as all of it is. */
function ttlOf(now: Date, notices: readonly DueNotice[]): number {
  const leftS = notices.map(({ late_at }) => (late_at ? (late_at.getTime() - now.getTime()) / 1000 : KEPT_AT_MOST_S));
  return Math.round(Math.min(KEPT_AT_MOST_S, Math.max(60, ...leftS)));
}

const idsOf = (notices: readonly DueNotice[]) => notices.map(({ id }) => id);
