import type { TrustedContactStatus } from "@commonlane/contract/trusted-contacts";
import { notify } from "#modules/notifications/index.ts";
import { findPublicPerson } from "#modules/profiles/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { type ContactRow, findContact, setContactStatus } from "./trusted-contacts.store.ts";
import { publishContactsChanged } from "./trusted-contacts.ts";
import { contactIdFromToken } from "./contact-emails.ts";

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
