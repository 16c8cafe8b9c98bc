import { PUSH_TIMEOUT_MS } from "@commonlane/contract/notice-channels";
import type { Notice, NoticeChannel } from "@commonlane/contract/notices";
import { z } from "zod";
import { wordsAsTold } from "#modules/safety/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import type { Caller } from "#platform/http/route.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { type Worker, worker } from "#platform/jobs/worker.ts";
import { type Post, postAbroad } from "#platform/push/post-abroad.ts";
import { moveParcels, peopleWithDue } from "./deliveries.store.ts";
import { mailDue } from "./mail-delivery.ts";
import { type Due, insertNotices, type NewNotice, type NoticeRow } from "./notices.store.ts";
import { viewNotices } from "./notices.view.ts";
import { type CountMore, pushDue } from "./push-delivery.ts";

/** Everything that is due for some people, by push and then by mail. */
const sendJob = defineJob({
  name: "notice.deliver",
  data: z.object({ uids: z.array(z.uuid()) }),
  retries: 3,
  timeLimitS: 120,
});
/** Of one job. More would take longer than their lease where push services are slow. */
const PEOPLE_AT_ONCE = 16;

interface Sending {
  readonly post?: Post;
  /** What else counts on the icon of the app: other modules know. */
  readonly countMore?: CountMore;
}

export const noticeWorkers = ({
  post = postAbroad(PUSH_TIMEOUT_MS),
  countMore = async () => 0,
}: Sending = {}): readonly Worker[] => [
  worker(sendJob, async (ctx, { uids }) => {
    await pushDue(ctx, uids, { post, countMore });
    await mailDue(ctx, uids);
  }),
];

/**
 * Tells people something, if and only if the transaction commits: in their lists, on their open pages, and by the
 * channels they chose. What somebody was told before, by kind and cause, they are not told again.
 */
export async function notify(ctx: InTransaction, ...notices: readonly NewNotice[]): Promise<void> {
  const now = ctx.now();
  await tell(ctx, notices, {
    push: now,
    email: new Date(now.getTime() + ctx.settings.NOTICE_EMAIL_AFTER_S * 1000),
  });
}

/** Sends a notice by one channel alone, whatever its reader turned off, for them to see whether it arrives. */
export function testChannel(ctx: Context, { uid }: Caller, channel: NoticeChannel): Promise<Notice> {
  return transaction(ctx, async (ctx) => {
    const cause = `${channel} ${crypto.randomUUID()}`;
    const test = { to: uid, kind: "notice.tested", cause, path: "/profile#notices", details: {} } as const;
    const [notice] = await viewNotices(ctx, await tell(ctx, [test], { [channel]: ctx.now() }));
    if (!notice) throw new Error("A cause that was just drawn is known already.");
    return notice;
  });
}

/** Places in a notification keep no contact details, whoever named them: e-mails and push messages leave the product. */
function withMaskedPlaces(notice: NewNotice): NewNotice {
  const { from, to } = notice.details;
  const masked = { ...(from && { from: wordsAsTold(from, false) }), ...(to && { to: wordsAsTold(to, false) }) };
  return { ...notice, details: { ...notice.details, ...masked } };
}

async function tell(ctx: InTransaction, notices: readonly NewNotice[], due: Due): Promise<NoticeRow[]> {
  const rows = notices.length > 0 ? await insertNotices(ctx, notices.map(withMaskedPlaces), due) : [];
  if (rows.length === 0) return [];
  await sendTo(
    ctx,
    rows.map(({ uid }) => uid),
  );
  for (const { uid, id, kind } of rows) ctx.announce(`user:${uid}`, { type: "notice.created", notice: { id, kind } });
  return rows;
}

/** Asks for whatever is due for these people to be sent. */
async function sendTo(ctx: InTransaction, uids: readonly string[]): Promise<void> {
  const people = [...new Set(uids)];
  const groups = Array.from({ length: Math.ceil(people.length / PEOPLE_AT_ONCE) }, (_, n) => ({
    uids: people.slice(n * PEOPLE_AT_ONCE, (n + 1) * PEOPLE_AT_ONCE),
  }));
  await ctx.jobs.sendEach(ctx, sendJob, groups);
}

/** A browser has shown what came with this parcel. */
export function noteReceived(ctx: Context, parcelId: string): Promise<{ success: boolean }> {
  return transaction(ctx, async (ctx) => {
    const step = { from: ["waiting", "sent"], to: "delivered", channel: "push" } as const;
    for (const uid of await moveParcels(ctx, [parcelId], step)) ctx.announce(`user:${uid}`, { type: "notice.changed" });
    return { success: true };
  });
}

const BATCH = 500;

/** Asks for what has become due by time alone: after quiet hours, without a sign of arrival, or after a crash. */
export async function sendWhatIsDue(ctx: InTransaction): Promise<void> {
  await sendTo(ctx, await peopleWithDue(ctx, BATCH));
}
