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
  moveParcel,
  parcelsSince,
} from "./deliveries.store.ts";
import { digestOf } from "./digest.ts";
import { fateOf } from "./fate.ts";
import { pushSender } from "./keys.ts";
import { viewNotices } from "./notices.view.ts";
import { wishesOf } from "./preferences.ts";
import { dropSubscription, noteOutcome, type SubscriptionRow, subscriptionsOf } from "./subscriptions.store.ts";

/** More than this at once, or in ten minutes, are told together. */
const APART_MOST = 3;
const FLOOD_MS = 600_000;
/** Longer than all pushes of one job can take. */
const LEASE_MS = 120_000;
const KEPT_AT_MOST_S = 86_400;

interface Parcel {
  readonly id: string;
  readonly notices: readonly DueNotice[];
}

/** Sends what is due to all browsers of a person. What reaches none of them is left to the letters at once. */
export async function pushDue(ctx: Context, uid: string, post: Post): Promise<void> {
  const parcels = await transaction(ctx, (ctx) => pack(ctx, uid));
  if (parcels.length === 0) return;
  const subscriptions = await subscriptionsOf(ctx, uid);
  for (const parcel of parcels) await sendParcel(ctx, parcel, subscriptions, post);
  await transaction(ctx, async (ctx) => ctx.announce(`user:${uid}`, { type: "notice.changed" }));
}

/** Takes what is due and decides what becomes of it. */
async function pack(ctx: InTransaction, uid: string): Promise<Parcel[]> {
  const now = ctx.now();
  const due = await claimDue(ctx, uid, "push", new Date(now.getTime() + LEASE_MS));
  if (due.length === 0) return [];
  const wishes = await wishesOf(ctx, uid);
  const hasDevice = (await subscriptionsOf(ctx, uid)).length > 0;
  const toSend: DueNotice[] = [];
  for (const notice of due) {
    const fate = fateOf(notice, "push", wishes, now);
    const step = { state: "skipped", dueAt: null } as const;
    if (fate.do === "wait") {
      await moveDeliveries(ctx, "push", [notice.id], { dueAt: fate.until, reason: fate.reason });
    } else if (fate.do === "skip" || !hasDevice) {
      const reason = fate.do === "skip" ? fate.reason : "No browser of yours takes pushes.";
      await moveDeliveries(ctx, "push", [notice.id], { ...step, reason });
      await bringLettersForward(ctx, [notice.id]);
    } else toSend.push(notice);
  }
  const before = await parcelsSince(ctx, uid, "push", new Date(now.getTime() - FLOOD_MS));
  const together = before.length + toSend.length > APART_MOST;
  const groups = together ? [toSend] : toSend.map((notice) => [notice]);
  const parcels = groups.filter(({ length }) => length > 0).map((notices) => ({ id: crypto.randomUUID(), notices }));
  const lease = new Date(now.getTime() + LEASE_MS);
  // The number is written down before the parcel goes: its arrival may be told before the push service has answered.
  for (const { id, notices } of parcels) {
    await moveDeliveries(ctx, "push", idsOf(notices), { dueAt: lease, parcelId: id });
  }
  if (parcels.length === 0) ctx.announce(`user:${uid}`, { type: "notice.changed" });
  return parcels;
}

async function sendParcel(
  ctx: Context,
  { id, notices }: Parcel,
  subscriptions: readonly SubscriptionRow[],
  post: Post,
): Promise<void> {
  const views = await viewNotices(ctx, notices);
  const payload: PushedNotice = { ...wordsFor(views), parcelId: id };
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
    await moveParcel(ctx, id, { from: ["waiting"], to: "sent", channel: "push" });
    return;
  }
  const failed = outcomes.find((outcome) => typeof outcome === "object");
  const reason = failed?.failure ?? "No browser of yours takes pushes any more.";
  await moveParcel(ctx, id, { from: ["waiting"], to: "failed", channel: "push", reason });
  await bringLettersForward(ctx, idsOf(notices));
}

async function note(ctx: Context, { id }: SubscriptionRow, outcome: PushOutcome): Promise<void> {
  if (outcome === "gone") await dropSubscription(ctx, { id });
  else await noteOutcome(ctx, id, outcome === "accepted" ? null : outcome.failure);
}

/** A browser shows one message for each tag, so what is sent a second time after a crash is seen once. */
function wordsFor(views: readonly Notice[]): Omit<PushedNotice, "parcelId"> {
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
