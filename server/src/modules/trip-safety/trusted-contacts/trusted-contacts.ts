import { createHash } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import { TRUSTED_CONTACTS_MAX } from "@commonlane/contract/limits";
import type { TrustedContact, TrustedContactStatus } from "@commonlane/contract/trusted-contacts";
import { findEmailAddresses } from "#modules/accounts/index.ts";
import { notify } from "#modules/notifications/index.ts";
import { findPublicPerson } from "#modules/profiles/index.ts";
import { assertMayContact } from "#modules/privacy/index.ts";
import { emailOwner } from "#platform/account-access/owner-emails.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import {
  contactAddedEmail,
  contactIdFromToken,
  contactInvitationEmail,
  contactRecipient,
  contactUrl,
} from "./contact-emails.ts";
import {
  type ContactRow,
  countUnansweredSince,
  findContact,
  findContactByEmailHash,
  findContacts,
  insertContact,
  removeContactRow,
  setContactStatus,
} from "./trusted-contacts.store.ts";

/** Invitations to one address per day. */
const MAX_REQUESTS_PER_ADDRESS = 10;

export async function listOwnContacts(
  ctx: Context,
  { uid }: Caller,
): Promise<{ items: TrustedContact[] }> {
  return { items: (await findContacts(ctx, uid)).map(viewContact) };
}

/** Adds a contact and e-mails them one invitation, and the owner. */
export function addContact(
  ctx: Context,
  caller: Caller,
  {
    name,
    email,
  }: {
    readonly name: string;
    readonly email: string;
  },
): Promise<TrustedContact> {
  const { uid } = caller;
  return transaction(ctx, async (ctx) => {
    if ((await findEmailAddresses(ctx, [uid])).get(uid) === email) throw new Problem("own_contact");
    const emailHash = hashEmail(email);
    await assertMayContact(ctx, uid, { email: emailHash });
    await assertNewContact(ctx, uid, emailHash);
    const row = await insertContact(
      ctx,
      caller,
      {
        name,
        email,
        emailHash,
      },
      TRUSTED_CONTACTS_MAX,
    );
    if (!row) {
      await assertNewContact(ctx, uid, emailHash);
      throw new Problem("contacts_enough");
    }
    // Beyond the limit no invitation is sent. The owner is not notified, since that would reveal the invitations of
    // others.
    const requestCount = await countUnansweredSince(
      ctx,
      emailHash,
      new Date(ctx.now().getTime() - DAY_MS),
    );
    if (requestCount <= MAX_REQUESTS_PER_ADDRESS) await emailContactInvitation(ctx, row, email);
    await emailOwner(ctx, uid, (recipient) =>
      contactAddedEmail(ctx.community, recipient, {
        name,
        email,
      }),
    );
    publishContactsChanged(ctx, uid);
    return viewContact(row);
  });
}

async function emailContactInvitation(
  ctx: InTransaction,
  { id, owner_id }: ContactRow,
  email: string,
): Promise<void> {
  const owner = await findPublicPerson(ctx, owner_id);
  if (!owner) throw new Error("The owner of a contact is missing.");
  await ctx.mail.send(
    ctx,
    contactInvitationEmail(
      ctx.community,
      await contactRecipient(ctx, email),
      owner.displayName,
      await contactUrl(ctx, id),
    ),
  );
}

/** @throws Problem contact_known, or contact_declined even if they were removed since */
async function assertNewContact(ctx: Context, uid: string, emailHash: string): Promise<void> {
  const existing = await findContactByEmailHash(ctx, uid, emailHash);
  if (existing)
    throw new Problem(existing.status === "declined" ? "contact_declined" : "contact_known");
}

export function removeContact(
  ctx: Context,
  { uid }: Caller,
  contactId: string,
): Promise<{ success: true }> {
  return transaction(ctx, async (ctx) => {
    if (!(await removeContactRow(ctx, contactId, uid))) throw new Problem("not_found");
    publishContactsChanged(ctx, uid);
    return { success: true };
  });
}

export const publishContactsChanged = (ctx: InTransaction, uid: string): void =>
  ctx.publish(`user:${uid}`, { type: "trusted-contacts.changed" });

const hashEmail = (email: string): string =>
  createHash("sha256").update(`trusted-contact ${email}`).digest("hex");

function viewContact({ id, name, email, status, created_at }: ContactRow): TrustedContact {
  return {
    id,
    name,
    email,
    status,
    createdAt: created_at.toISOString(),
  };
}

interface ContactInvitation {
  readonly owner: string;
  readonly status: TrustedContactStatus;
}

/** The invitation for the holder of a link. @throws Problem link_over if they are no longer a contact */
export async function readContactInvitation(
  ctx: Context,
  token: string,
): Promise<ContactInvitation> {
  return viewContactInvitation(ctx, await getContactByToken(ctx, token));
}

/** Accepts or declines; repeating an answer changes nothing. Declining is final because the address is deleted. */
export function answerContactInvitation(
  ctx: Context,
  token: string,
  agrees: boolean,
): Promise<ContactInvitation> {
  return transaction(ctx, async (ctx) => {
    const before = await getContactByToken(ctx, token);
    const row = await setContactStatus(ctx, before.id, agrees ? "confirmed" : "declined");
    if (row) await notifyOwnerOfAnswer(ctx, row);
    return viewContactInvitation(ctx, row ?? (await getContactByToken(ctx, token)));
  });
}

async function notifyOwnerOfAnswer(
  ctx: InTransaction,
  { id, owner_id, name, status }: ContactRow,
): Promise<void> {
  publishContactsChanged(ctx, owner_id);
  await notify(ctx, {
    to: owner_id,
    kind: status === "confirmed" ? "trusted-contact.confirmed" : "trusted-contact.left",
    cause: id,
    path: "/settings/safety",
    details: { reason: name },
  });
}

async function getContactByToken(ctx: Context, token: string): Promise<ContactRow> {
  const id = await contactIdFromToken(ctx, token);
  const row = id === undefined ? undefined : await findContact(ctx, id);
  if (!row) throw new Problem("link_over");
  return row;
}

async function viewContactInvitation(
  ctx: Context,
  { owner_id, status }: ContactRow,
): Promise<ContactInvitation> {
  const owner = await findPublicPerson(ctx, owner_id);
  if (!owner) throw new Problem("link_over");
  return { owner: owner.displayName, status };
}
