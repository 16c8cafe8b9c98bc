import type { Notice, NoticeGroup } from "@commonlane/contract/notices";
import { noticeKinds } from "@commonlane/contract/notices";
import { addressOf, siteOf } from "#modules/accounts/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import type { Letter, OnMailed } from "#platform/mail/mailer.ts";
import {
  claimDue,
  type DueNotice,
  giveUpLetters,
  moveDeliveries,
  moveParcel,
  parcelsSince,
} from "./deliveries.store.ts";
import { digestOf } from "./digest.ts";
import { fateOf, isTooLate } from "./fate.ts";
import { viewNotices } from "./notices.view.ts";
import { wishesOf } from "./preferences.ts";
import { stopLetters } from "./stop-letters.ts";

const LEASE_MS = 60_000;
/** Longer than a mail server is asked for; see the job `mail.send`. */
const GIVEN_UP_AFTER_MS = 4 * 3_600_000;

/** Writes what is due into one letter, which goes out with the commit. A second letter keeps its distance to the first. */
export function mailDue(ctx: Context, uid: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const now = ctx.now();
    const due = await claimDue(ctx, uid, "email", new Date(now.getTime() + LEASE_MS));
    if (due.length === 0) return;
    const toSend = await takeOutOthers(ctx, uid, due);
    const address = await addressOf(ctx, uid);
    if (address === undefined) {
      const reason = "No address of yours is verified.";
      await moveDeliveries(ctx, "email", idsOf(toSend), { state: "failed", reason, dueAt: null });
    } else if (toSend.length > 0) {
      const parcelId = crypto.randomUUID();
      const reason = "With the mail server.";
      await moveDeliveries(ctx, "email", idsOf(toSend), { dueAt: null, parcelId, reason });
      await ctx.mail.send(ctx, await letterOf(ctx, { id: parcelId, to: address, uid, notices: toSend }));
    }
    ctx.announce(`user:${uid}`, { type: "notice.changed" });
  });
}

/** Settles those that need no letter now, and gives back the others. */
async function takeOutOthers(ctx: InTransaction, uid: string, due: readonly DueNotice[]): Promise<DueNotice[]> {
  const now = ctx.now();
  const wishes = await wishesOf(ctx, uid);
  const apartMs = ctx.settings.NOTICE_EMAILS_APART_S * 1000;
  const [last] = await parcelsSince(ctx, uid, "email", new Date(now.getTime() - apartMs));
  const next = last && new Date(last.getTime() + apartMs);
  const toSend: DueNotice[] = [];
  for (const notice of due) {
    const fate = fateOf(notice, "email", wishes, now);
    if (fate.do === "skip") {
      await moveDeliveries(ctx, "email", [notice.id], { state: "skipped", reason: fate.reason, dueAt: null });
    } else if (fate.do === "wait") {
      await moveDeliveries(ctx, "email", [notice.id], { dueAt: fate.until, reason: fate.reason });
    } else if (next && !isTooLate(notice, next) && noticeKinds[notice.kind] !== null) {
      await moveDeliveries(ctx, "email", [notice.id], { dueAt: next, reason: "Comes with the next letter." });
    } else toSend.push(notice);
  }
  return toSend;
}

async function letterOf(
  ctx: Context,
  { id, to, uid, notices }: { id: string; to: string; uid: string; notices: readonly DueNotice[] },
): Promise<Letter> {
  const views = await viewNotices(ctx, notices);
  const site = siteOf(ctx.settings);
  const stop = await stopLetters(ctx, uid, groupOf(notices));
  const [only] = views;
  const together = {
    subject: digestOf(views).title,
    paragraphs: views.map(({ title, text, path }) => `${title}. ${text} ${site}${path}`),
    action: { label: "See all", url: `${site}/notices` },
  };
  return { id, to, ...(only && views.length === 1 ? alone(only, site) : together), ...(stop && { unsubscribe: stop }) };
}

const alone = ({ title, text, path }: Notice, site: string) => ({
  subject: title,
  paragraphs: [text],
  action: { label: "Open", url: `${site}${path}` },
});

/** The one that all of them are turned off with; nothing where they are of several, or of none. */
function groupOf(notices: readonly DueNotice[]): NoticeGroup | undefined {
  const groups = new Set(notices.map(({ kind }) => noticeKinds[kind] ?? undefined));
  const [only] = groups;
  return groups.size === 1 ? only : undefined;
}

/** Writes down where a letter with notices got to; other letters are nobody's business here. */
export const noteMailed: OnMailed<Context> = (ctx, letterId, failure) =>
  transaction(ctx, async (ctx) => {
    const to = failure === undefined ? ("sent" as const) : ("failed" as const);
    const status = /\b[45]\d\d\b/.exec(failure ?? "")?.[0];
    const reason = failure === undefined ? null : `The mail server refused the letter${status ? ` (${status})` : ""}.`;
    const uid = await moveParcel(ctx, letterId, { from: ["waiting"], to, channel: "email", reason });
    if (uid !== undefined) ctx.announce(`user:${uid}`, { type: "notice.changed" });
  });

/** Letters that no mail server took for hours. */
export async function giveUpOnMail(ctx: InTransaction): Promise<void> {
  const before = new Date(ctx.now().getTime() - GIVEN_UP_AFTER_MS);
  for (const uid of await giveUpLetters(ctx, before, "The mail server could not be reached.")) {
    ctx.announce(`user:${uid}`, { type: "notice.changed" });
  }
}

const idsOf = (notices: readonly DueNotice[]) => notices.map(({ id }) => id);
