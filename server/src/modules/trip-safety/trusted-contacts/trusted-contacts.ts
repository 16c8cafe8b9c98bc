import { createHash } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import { TRUSTED_CONTACTS_MAX } from "@commonlane/contract/limits";
import type { TrustedContact } from "@commonlane/contract/trusted-contacts";
import { findEmailAddresses } from "#modules/accounts/index.ts";
import { findPublicPerson } from "#modules/profiles/index.ts";
import { assertMayContact } from "#modules/privacy/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { contactInvitationEmail } from "./contact-emails.ts";
import { contactUrl } from "./contact-links.ts";
import {
  countUnansweredSince,
  findContactByEmailHash,
  type ContactRow,
  findContacts,
  insertContact,
  removeContactRow,
} from "./trusted-contacts.store.ts";

/** Letters of strangers to one address a day. */
const MAX_REQUESTS_PER_ADDRESS = 10;

export async function listOwnContacts(ctx: Context, { uid }: Caller): Promise<{ items: TrustedContact[] }> {
  return { items: (await findContacts(ctx, uid)).map(viewContact) };
}

/** Names a contact and asks them, once, whether they want to be one. */
export function addContact(
  ctx: Context,
  { uid }: Caller,
  { name, email }: { readonly name: string; readonly email: string },
): Promise<TrustedContact> {
  return transaction(ctx, async (ctx) => {
    if ((await findEmailAddresses(ctx, [uid])).get(uid) === email) throw new Problem("own_contact");
    const emailHash = hashEmail(email);
    await assertMayContact(ctx, uid, { email: emailHash });
    await assertNewContact(ctx, uid, emailHash);
    const row = await insertContact(ctx, { ownerId: uid, name, email, emailHash }, TRUSTED_CONTACTS_MAX);
    if (!row) {
      await assertNewContact(ctx, uid, emailHash);
      throw new Problem("contacts_enough");
    }
    // Whoever is asked by many is asked no more; who asks is not told, since it would say that others did.
    const requestCount = await countUnansweredSince(ctx, emailHash, new Date(ctx.now().getTime() - DAY_MS));
    if (requestCount <= MAX_REQUESTS_PER_ADDRESS) await emailContactInvitation(ctx, row, email);
    publishContactsChanged(ctx, uid);
    return viewContact(row);
  });
}

async function emailContactInvitation(ctx: InTransaction, { id, owner_id }: ContactRow, email: string): Promise<void> {
  const owner = await findPublicPerson(ctx, owner_id);
  if (!owner) throw new Error("A contact has lost their owner.");
  await ctx.mail.send(ctx, contactInvitationEmail(ctx.settings, email, owner.displayName, await contactUrl(ctx, id)));
}

/** Throws contact_declined also where they declined and were removed from the list since. */
async function assertNewContact(ctx: Context, uid: string, emailHash: string): Promise<void> {
  const existing = await findContactByEmailHash(ctx, uid, emailHash);
  if (existing) throw new Problem(existing.status === "declined" ? "contact_declined" : "contact_known");
}

export function removeContact(ctx: Context, { uid }: Caller, contactId: string): Promise<{ success: true }> {
  return transaction(ctx, async (ctx) => {
    if (!(await removeContactRow(ctx, contactId, uid))) throw new Problem("not_found");
    publishContactsChanged(ctx, uid);
    return { success: true };
  });
}

export const publishContactsChanged = (ctx: InTransaction, uid: string): void =>
  ctx.publish(`user:${uid}`, { type: "trusted-contacts.changed" });

const hashEmail = (email: string): string => createHash("sha256").update(`trusted-contact ${email}`).digest("hex");

const viewContact = ({ id, name, email, status, created_at }: ContactRow): TrustedContact => ({
  id,
  name,
  email,
  status,
  createdAt: created_at.toISOString(),
});
