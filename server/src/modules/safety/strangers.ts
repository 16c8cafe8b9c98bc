import { DAY_MS } from "@commonlane/contract/durations";
import type { Context, InTransaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { nameHash } from "#platform/name-hash.ts";
import { deleteContactsBefore, isNoStranger, madeAt, noteContact } from "./strangers.store.ts";

/** Whether this account has just come, and so contacts few strangers. */
export async function isNew(ctx: Context, uid: string): Promise<boolean> {
  const since = ctx.now().getTime() - ctx.settings.NEW_ACCOUNT_DAYS * DAY_MS;
  const made = await madeAt(ctx, uid);
  return made !== undefined && made.getTime() > since;
}

/** Somebody who does not know them yet: a person, whoever a posted ride request is shown to, or an address outside the community. */
export type Stranger = { readonly person: string } | { readonly request: string } | { readonly email: string };

/**
 * Whoever has just come contacts few strangers a day: with a message, a seat request, a ride request, an offer or by naming
 * a trusted contact, all counted together. What is withdrawn or removed still counts. Ask before anything else is held: it
 * holds the account until the transaction ends. Throws strangers_enough.
 */
export async function mustNotBeTooNew(ctx: InTransaction, uid: string, stranger: Stranger): Promise<void> {
  if (!(await isNew(ctx, uid))) return;
  if ("person" in stranger && (stranger.person === uid || (await isNoStranger(ctx, uid, stranger.person)))) return;
  const most = ctx.settings.NEW_ACCOUNT_STRANGERS;
  const contactHash = nameHash(`${uid} ${Object.entries(stranger).flat().join(" ")}`);
  if (await noteContact(ctx, { uid, contactHash, since: dayBefore(ctx), most })) return;
  const message = `Your account is new, so for now you can contact at most ${most} new people a day. Please try again tomorrow.`;
  throw new Problem("strangers_enough", { message });
}

/** Forgets the contacts of the days before. */
export const sweepContacts = (ctx: Context): Promise<boolean> => deleteContactsBefore(ctx, dayBefore(ctx));

const dayBefore = ({ now }: Context) => new Date(now().getTime() - DAY_MS);
