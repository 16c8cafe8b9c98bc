import { DAY_MS } from "@commonlane/contract/durations";
import type { Context, InTransaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { hashName } from "#platform/name-hash.ts";
import {
  deleteFirstContactsBefore,
  haveMet,
  findAccountCreatedAt,
  recordFirstContact,
} from "./new-account-limits.store.ts";

/** Whether this account has just come, and so contacts few strangers. */
export async function isNewAccount(ctx: Context, uid: string): Promise<boolean> {
  const since = ctx.now().getTime() - ctx.settings.NEW_ACCOUNT_DAYS * DAY_MS;
  const createdAt = await findAccountCreatedAt(ctx, uid);
  return createdAt !== undefined && createdAt.getTime() > since;
}

/** Somebody who does not know them yet: a person, whoever a posted ride request is shown to, or an address outside the community. */
export type Stranger = { readonly person: string } | { readonly request: string } | { readonly email: string };

/**
 * Whoever has just come contacts few strangers a day: with a message, a seat request, a ride request, an offer or by naming
 * a trusted contact, all counted together. What is withdrawn or removed still counts. Ask before anything else is held: it
 * holds the account until the transaction ends. Throws strangers_enough.
 */
export async function assertMayContact(ctx: InTransaction, uid: string, stranger: Stranger): Promise<void> {
  if (!(await isNewAccount(ctx, uid))) return;
  if ("person" in stranger && (stranger.person === uid || (await haveMet(ctx, uid, stranger.person)))) return;
  const max = ctx.settings.NEW_ACCOUNT_CONTACTS_PER_DAY;
  const contactHash = hashName(`${uid} ${Object.entries(stranger).flat().join(" ")}`);
  if (await recordFirstContact(ctx, { uid, contactHash, since: dayBefore(ctx), max })) return;
  const message = `Your account is new, so for now you can contact at most ${max} new people a day. Please try again tomorrow.`;
  throw new Problem("strangers_enough", { message });
}

/** Forgets the contacts of the days before. */
export const sweepFirstContacts = (ctx: Context): Promise<boolean> => deleteFirstContactsBefore(ctx, dayBefore(ctx));

const dayBefore = ({ now }: Context) => new Date(now().getTime() - DAY_MS);
