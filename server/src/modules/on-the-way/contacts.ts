import { createHash } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import { TRUSTED_CONTACTS_MAX } from "@commonlane/contract/limits";
import type { TrustedContact } from "@commonlane/contract/trusted-contacts";
import { addressesOf } from "#modules/accounts/index.ts";
import { personByUid } from "#modules/profiles/index.ts";
import { mustNotBeTooNew } from "#modules/safety/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { askingLetter } from "./contact-letters.ts";
import { contactLink } from "./contact-links.ts";
import {
  askedSince,
  contactAt,
  type ContactRow,
  contactsOf,
  insertContact,
  removeContactRow,
} from "./contacts.store.ts";

/** Letters of strangers to one address a day. */
const ASKED_MOST = 10;

export async function ownContacts(ctx: Context, { uid }: Caller): Promise<{ items: TrustedContact[] }> {
  return { items: (await contactsOf(ctx, uid)).map(viewContact) };
}

/** Names a contact and asks them, once, whether they want to be one. */
export function nameContact(
  ctx: Context,
  { uid }: Caller,
  { name, email }: { readonly name: string; readonly email: string },
): Promise<TrustedContact> {
  return transaction(ctx, async (ctx) => {
    if ((await addressesOf(ctx, [uid])).get(uid) === email) throw new Problem("own_contact");
    const emailHash = hashOf(email);
    await mustNotBeTooNew(ctx, uid, { email: emailHash });
    await mustBeNew(ctx, uid, emailHash);
    const row = await insertContact(ctx, { ownerId: uid, name, email, emailHash }, TRUSTED_CONTACTS_MAX);
    if (!row) {
      await mustBeNew(ctx, uid, emailHash);
      throw new Problem("contacts_enough");
    }
    // Whoever is asked by many is asked no more; who asks is not told, since it would say that others did.
    const asked = await askedSince(ctx, emailHash, new Date(ctx.now().getTime() - DAY_MS));
    if (asked <= ASKED_MOST) await ask(ctx, row, email);
    tellOwner(ctx, uid);
    return viewContact(row);
  });
}

async function ask(ctx: InTransaction, { id, owner_id }: ContactRow, email: string): Promise<void> {
  const owner = await personByUid(ctx, owner_id);
  if (!owner) throw new Error("A contact has lost their owner.");
  await ctx.mail.send(ctx, askingLetter(ctx.settings, email, owner.displayName, await contactLink(ctx, id)));
}

/** Throws contact_declined also where they declined and were removed from the list since. */
async function mustBeNew(ctx: Context, uid: string, emailHash: string): Promise<void> {
  const known = await contactAt(ctx, uid, emailHash);
  if (known) throw new Problem(known.status === "declined" ? "contact_declined" : "contact_known");
}

export function removeContact(ctx: Context, { uid }: Caller, contactId: string): Promise<{ success: true }> {
  return transaction(ctx, async (ctx) => {
    if (!(await removeContactRow(ctx, contactId, uid))) throw new Problem("not_found");
    tellOwner(ctx, uid);
    return { success: true };
  });
}

export const tellOwner = (ctx: InTransaction, uid: string): void =>
  ctx.announce(`user:${uid}`, { type: "trusted-contacts.changed" });

const hashOf = (email: string): string => createHash("sha256").update(`trusted-contact ${email}`).digest("hex");

const viewContact = ({ id, name, email, status, created_at }: ContactRow): TrustedContact => ({
  id,
  name,
  email,
  status,
  createdAt: created_at.toISOString(),
});
