import type { Passkey } from "@commonlane/contract/passkeys";
import type { ActingClient } from "#platform/account-access/access-kind.ts";
import { emailOwner } from "#platform/account-access/owner-emails.ts";
import { type Context, transaction } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { Problem } from "#platform/http/problem.ts";
import { recordAccountEvents } from "../account-events.ts";
import { passkeyRemovedEmail } from "../second-factor/security-emails.ts";
import { clearProofsWithoutFactor } from "../sessions/session-proofs.store.ts";
import { deletePasskey, findPasskeys, type PasskeyRow, renamePasskey } from "./passkeys.store.ts";

export function toPasskey({ id, name, created_at, last_used_at, synced }: PasskeyRow): Passkey {
  return {
    id,
    name,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
    synced,
  };
}

export async function listOwnPasskeys(
  ctx: Context,
  { uid }: Caller,
): Promise<{ items: Passkey[] }> {
  return { items: (await findPasskeys(ctx, uid)).map(toPasskey) };
}

/** Throws not_found, also for a passkey of another user. */
export async function renameOwnPasskey(
  ctx: Context,
  { uid }: Caller,
  id: string,
  name: string,
): Promise<Passkey> {
  const renamed = await renamePasskey(ctx, {
    uid,
    id,
    name,
  });
  if (!renamed) throw new Problem("not_found");
  return toPasskey(renamed);
}

/** Removes a passkey and e-mails the owner. Sessions stay open. Throws not_found. */
export async function removeOwnPasskey(
  ctx: Context,
  caller: Caller,
  id: string,
  client: ActingClient,
): Promise<void> {
  const { uid, sessionId } = caller;
  await transaction(ctx, async (ctx) => {
    const name = await deletePasskey(ctx, uid, id);
    if (name === undefined) throw new Problem("not_found");
    await clearProofsWithoutFactor(ctx, uid);
    await recordAccountEvents(ctx, {
      uid,
      kind: "passkey-removed",
      client,
      sessionId,
      reason: name,
    });
    await emailOwner(ctx, uid, (recipient) => passkeyRemovedEmail(ctx.community, recipient, name));
  });
}
