import { PUSH_TIMEOUT_MS } from "@commonlane/contract/notice-channels";
import type { Notice, NoticeChannel } from "@commonlane/contract/notices";
import { z } from "zod";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import type { Caller } from "#platform/http/route.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { type Worker, worker } from "#platform/jobs/worker.ts";
import { type Post, postAbroad } from "#platform/push/post-abroad.ts";
import { insertDeliveries, moveParcel, peopleWithDue } from "./deliveries.store.ts";
import { mailDue } from "./mail-delivery.ts";
import { insertNotice, type NewNotice, type NoticeRow } from "./notices.store.ts";
import { viewNotices } from "./notices.view.ts";
import { pushDue } from "./push-delivery.ts";

/** Everything that is due for one person, by push and then by mail. */
const sendJob = defineJob({ name: "notice.send", data: z.object({ uid: z.uuid() }), retries: 3, timeLimitS: 120 });

export const noticeWorkers = (post: Post = postAbroad(PUSH_TIMEOUT_MS)): readonly Worker[] => [
  worker(sendJob, async (ctx, { uid }) => {
    await pushDue(ctx, uid, post);
    await mailDue(ctx, uid);
  }),
];

/**
 * Tells one person something, if and only if the transaction commits: in their list, on their open pages, and by the
 * channels they chose. What they were told before, by kind and cause, is not told again.
 */
export async function notify(ctx: InTransaction, notice: NewNotice): Promise<void> {
  const row = await insertNotice(ctx, notice);
  if (!row) return;
  const now = ctx.now();
  await send(ctx, row, { push: now, email: new Date(now.getTime() + ctx.settings.NOTICE_EMAIL_AFTER_S * 1000) });
}

/** Sends a notice by one channel alone, whatever its reader turned off, for them to see whether it arrives. */
export function testChannel(ctx: Context, { uid }: Caller, channel: NoticeChannel): Promise<Notice> {
  return transaction(ctx, async (ctx) => {
    const cause = `${channel} ${crypto.randomUUID()}`;
    const row = await insertNotice(ctx, {
      to: uid,
      kind: "notice.tested",
      cause,
      path: "/profile#notices",
      details: {},
    });
    if (!row) throw new Error("A cause that was just drawn is known already.");
    return send(ctx, row, { [channel]: ctx.now() });
  });
}

async function send(ctx: InTransaction, row: NoticeRow, due: Partial<Record<NoticeChannel, Date>>): Promise<Notice> {
  await insertDeliveries(ctx, row, due);
  await ctx.jobs.send(ctx, sendJob, { uid: row.uid }, { singletonKey: row.uid });
  const [notice] = await viewNotices(ctx, [row]);
  if (!notice) throw new Error("One row gives one view.");
  ctx.announce(`user:${row.uid}`, { type: "notice.created", notice });
  return notice;
}

/** A browser has shown what came with this parcel. */
export function noteReceived(ctx: Context, parcelId: string): Promise<{ success: boolean }> {
  return transaction(ctx, async (ctx) => {
    const uid = await moveParcel(ctx, parcelId, { from: ["waiting", "sent"], to: "delivered", channel: "push" });
    if (uid !== undefined) ctx.announce(`user:${uid}`, { type: "notice.changed" });
    return { success: true };
  });
}

const BATCH = 500;

/** Asks for what has become due by time alone: after quiet hours, without a sign of arrival, or after a crash. */
export async function sendWhatIsDue(ctx: InTransaction): Promise<void> {
  for (const uid of await peopleWithDue(ctx, BATCH)) await ctx.jobs.send(ctx, sendJob, { uid }, { singletonKey: uid });
}
