import { localText } from "#platform/i18n/translate.ts";
import { message } from "@commonlane/contract/message";
import { DAY_MS } from "@commonlane/contract/durations";
import type { Context, InTransaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { lockPair } from "#platform/db/locks.ts";
import { hashName } from "#platform/hashes.ts";
import {
  deleteFirstContactsBefore,
  haveMet,
  findAccountCreatedAt,
  recordFirstContact,
} from "./new-account-limits.store.ts";

/** Returns true if the account is new, so that limits for contacting strangers apply. */
export async function isNewAccount(ctx: Context, uid: string): Promise<boolean> {
  const since = ctx.now().getTime() - ctx.settings.NEW_ACCOUNT_DAYS * DAY_MS;
  const createdAt = await findAccountCreatedAt(ctx, uid);
  return createdAt !== undefined && createdAt.getTime() > since;
}

/**
 * A stranger: a user, anyone who can see a posted ride request, an e-mail address outside the community, or the keyed hash
 * of a phone number.
 */
export type Stranger =
  | { readonly person: string }
  | { readonly request: string }
  | { readonly email: string }
  | { readonly phone: string };

/**
 * Limits how many strangers a new account contacts a day, over messages, seat requests, ride requests, offers and
 * trusted contacts together. Withdrawn contacts count. Call before taking other locks: it locks the pair, so that what
 * one asks of the other sees a block or suspension or is ended by it, and a new account until the transaction ends. Throws
 * strangers_enough.
 */
export async function assertMayContact(
  ctx: InTransaction,
  uid: string,
  stranger: Stranger,
): Promise<void> {
  if ("person" in stranger) await lockPair(ctx, uid, stranger.person);
  if (!(await isNewAccount(ctx, uid))) return;
  if (
    "person" in stranger &&
    (stranger.person === uid || (await haveMet(ctx, uid, stranger.person)))
  )
    return;
  const max = ctx.settings.NEW_ACCOUNT_CONTACTS_PER_DAY;
  const contactHash = hashName(`${uid} ${Object.entries(stranger).flat().join(" ")}`);
  if (
    await recordFirstContact(ctx, {
      uid,
      contactHash,
      since: dayBefore(ctx),
      max,
    })
  )
    return;
  throw new Problem("strangers_enough", { message: localText(ENOUGH_FOR_TODAY, { max }) });
}

const ENOUGH_FOR_TODAY = message(
  "{max, plural, one {Your account is new, so for now you can contact at most # new person a day. Please try again tomorrow.} other {Your account is new, so for now you can contact at most # new people a day. Please try again tomorrow.}}",
);

/** Deletes contacts that are older than a day. */
export const sweepFirstContacts = (ctx: Context): Promise<boolean> =>
  deleteFirstContactsBefore(ctx, dayBefore(ctx));

const dayBefore = ({ now }: Context) => new Date(now().getTime() - DAY_MS);
