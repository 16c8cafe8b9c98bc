import type { TrustedContactStatus } from "@commonlane/contract/trusted-contacts";
import { notify } from "#modules/notices/index.ts";
import { personByUid } from "#modules/profiles/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { contactOfLink } from "./contact-links.ts";
import { type ContactRow, findContact, setContactStatus } from "./contacts.store.ts";
import { tellOwner } from "./contacts.ts";

interface AskedContact {
  readonly owner: string;
  readonly status: TrustedContactStatus;
}

/** Who asks, for the bearer of a letter. Throws link_over where they are a contact no more. */
export async function askedAsContact(ctx: Context, token: string): Promise<AskedContact> {
  return viewAsked(ctx, await mustBeAsked(ctx, token));
}

/** Agrees or declines. Said again, nothing changes; who declined cannot agree any more, since their address is forgotten. */
export function answerAsContact(ctx: Context, token: string, agrees: boolean): Promise<AskedContact> {
  return transaction(ctx, async (ctx) => {
    const before = await mustBeAsked(ctx, token);
    const row = await setContactStatus(ctx, before.id, agrees ? "confirmed" : "declined");
    if (row) await tellOfAnswer(ctx, row);
    return viewAsked(ctx, row ?? (await mustBeAsked(ctx, token)));
  });
}

async function tellOfAnswer(ctx: InTransaction, { id, owner_id, name, status }: ContactRow): Promise<void> {
  tellOwner(ctx, owner_id);
  await notify(ctx, {
    to: owner_id,
    kind: status === "confirmed" ? "trusted-contact.confirmed" : "trusted-contact.left",
    cause: id,
    path: "/profile#trusted-contacts",
    details: { reason: name },
  });
}

async function mustBeAsked(ctx: Context, token: string): Promise<ContactRow> {
  const id = await contactOfLink(ctx, token);
  const row = id === undefined ? undefined : await findContact(ctx, id);
  if (!row) throw new Problem("link_over");
  return row;
}

async function viewAsked(ctx: Context, { owner_id, status }: ContactRow): Promise<AskedContact> {
  const owner = await personByUid(ctx, owner_id);
  if (!owner) throw new Problem("link_over");
  return { owner: owner.displayName, status };
}
