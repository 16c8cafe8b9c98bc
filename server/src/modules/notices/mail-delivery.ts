import { HOUR_MS } from "@commonlane/contract/durations";
import type { Notice, NoticeGroup } from "@commonlane/contract/notices";
import { noticeKinds } from "@commonlane/contract/notices";
import { addressesOf, siteOf } from "#modules/accounts/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import type { Letter, OnMailed } from "#platform/mail/mailer.ts";
import {
  claimDue,
  type DueNotice,
  giveUpLetters,
  moveDeliveries,
  moveParcels,
  parcelsSince,
  type Step,
} from "./deliveries.store.ts";
import { digestOf } from "./digest.ts";
import { fateOf, isTooLate } from "./fate.ts";
import { linkSecret } from "./keys.ts";
import { viewNotices } from "./notices.view.ts";
import { wishesOf } from "./preferences.ts";
import { stopLetters } from "./stop-letters.ts";
import { subjectOf } from "./words.ts";

const LEASE_MS = 60_000;
/** Longer than a mail server is asked for; see the job `mail.send`. */
const GIVEN_UP_AFTER_MS = 4 * HOUR_MS;

/**
 * Writes what is due for each of these people into one letter, which goes out with the commit. A second letter keeps its
 * distance to the first.
 */
export function mailDue(ctx: Context, uids: readonly string[]): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const now = ctx.now();
    const due = await claimDue(ctx, uids, "email", new Date(now.getTime() + LEASE_MS));
    if (due.length === 0) return;
    const people = [...new Set(due.map(({ uid }) => uid))];
    const { toSend, steps } = await sorted(ctx, people, due);
    const addresses = toSend.length > 0 ? await addressesOf(ctx, people) : new Map<string, string>();
    const letters: Omit<Parcel, "views">[] = [];
    for (const [uid, notices] of Map.groupBy(toSend, ({ uid }) => uid)) {
      const to = addresses.get(uid);
      if (to === undefined) steps.push(...notices.map(({ id }) => ({ noticeId: id, ...UNREACHABLE })));
      else {
        const id = crypto.randomUUID();
        steps.push(...notices.map((notice) => ({ noticeId: notice.id, parcelId: id, ...ON_ITS_WAY })));
        letters.push({ id, to, uid, notices });
      }
    }
    await moveDeliveries(ctx, "email", steps);
    await post(ctx, letters);
    for (const uid of people) ctx.announce(`user:${uid}`, { type: "notice.changed" });
  });
}

const UNREACHABLE = { state: "failed", reason: "No address of yours is verified.", dueAt: null } as const;
const ON_ITS_WAY = { dueAt: null, reason: "With the mail server." };

async function post(ctx: InTransaction, letters: readonly Omit<Parcel, "views">[]): Promise<void> {
  if (letters.length === 0) return;
  const notices = letters.flatMap((letter) => letter.notices);
  const views = new Map((await viewNotices(ctx, notices)).map((view) => [view.id, view]));
  const secret = await linkSecret(ctx);
  const written = letters.map((letter) =>
    letterOf(ctx, { ...letter, views: letter.notices.flatMap(({ id }) => views.get(id) ?? []) }, secret),
  );
  await ctx.mail.send(ctx, ...written);
}

/** Which need a letter now, and what becomes of the others. */
async function sorted(
  ctx: InTransaction,
  people: readonly string[],
  due: readonly DueNotice[],
): Promise<{ toSend: DueNotice[]; steps: Step[] }> {
  const now = ctx.now();
  const wishes = await wishesOf(ctx, people);
  const afterPushMs = ctx.settings.NOTICE_EMAIL_AFTER_S * 1000;
  const apartMs = ctx.settings.NOTICE_EMAILS_APART_S * 1000;
  const before = await parcelsSince(ctx, people, "email", new Date(now.getTime() - apartMs));
  const [toSend, steps]: [DueNotice[], Step[]] = [[], []];
  for (const notice of due) {
    const noticeId = notice.id;
    const last = before.get(notice.uid)?.[0];
    const next = last && new Date(last.getTime() + apartMs);
    const fate = fateOf(notice, "email", wishes(notice.uid), now);
    if (fate.do === "skip") steps.push({ noticeId, state: "skipped", reason: fate.reason, dueAt: null });
    else if (fate.do === "wait") {
      // A push that waits as well goes first.
      const dueAt = new Date(fate.until.getTime() + (notice.pushed === "waiting" ? afterPushMs : 0));
      steps.push({ noticeId, dueAt, reason: fate.reason });
    } else if (next && !isTooLate(notice, next))
      steps.push({ noticeId, dueAt: next, reason: "Comes with the next letter." });
    else toSend.push(notice);
  }
  return { toSend, steps };
}

interface Parcel {
  readonly id: string;
  readonly to: string;
  readonly uid: string;
  readonly notices: readonly DueNotice[];
  readonly views: readonly Notice[];
}

function letterOf(ctx: Context, { id, to, uid, notices, views }: Parcel, secret: string): Letter {
  const site = siteOf(ctx.settings);
  const unsubscribe = stopLetters(ctx.settings, secret, uid, groupOf(notices));
  const [only] = views;
  const [notice] = notices;
  const together = {
    subject: digestOf(views).title,
    paragraphs: views.map(({ title, text, path }) => `${title}. ${text} ${site}${path}`),
    action: { label: "See all", url: `${site}/notices` },
  };
  return { id, to, unsubscribe, ...(only && notice && views.length === 1 ? alone(notice, only, site) : together) };
}

const alone = ({ kind, details }: DueNotice, { title, text, path, person }: Notice, site: string) => ({
  subject: subjectOf(kind, details, person?.displayName),
  paragraphs: [`${title}. ${text}`],
  action: { label: "Open", url: `${site}${path}` },
});

/** The one that all of them are turned off with; nothing where they are of several, or of none. */
function groupOf(notices: readonly DueNotice[]): NoticeGroup | undefined {
  const groups = new Set(notices.map(({ kind }) => noticeKinds[kind] ?? undefined));
  const [only] = groups;
  return groups.size === 1 ? only : undefined;
}

/** Writes down where letters with notices got to; other letters are nobody's business here. */
export const noteMailed: OnMailed<Context> = (ctx, letterIds, failure) =>
  transaction(ctx, async (ctx) => {
    const to = failure === undefined ? ("sent" as const) : ("failed" as const);
    const status = /\b[45]\d\d\b/.exec(failure ?? "")?.[0];
    const reason = failure === undefined ? null : `The mail server refused the letter${status ? ` (${status})` : ""}.`;
    const step = { from: ["waiting"], to, channel: "email", reason } as const;
    for (const uid of await moveParcels(ctx, letterIds, step)) ctx.announce(`user:${uid}`, { type: "notice.changed" });
  });

/** Letters that no mail server took for hours. */
export async function giveUpOnMail(ctx: InTransaction): Promise<void> {
  const before = new Date(ctx.now().getTime() - GIVEN_UP_AFTER_MS);
  for (const uid of await giveUpLetters(ctx, before, "The mail server could not be reached.")) {
    ctx.announce(`user:${uid}`, { type: "notice.changed" });
  }
}
