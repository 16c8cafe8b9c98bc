import { createHash, randomBytes } from "node:crypto";
import { type Context, transaction } from "#platform/context.ts";
import { setInvitation } from "./groups.store.ts";
import { lockGroupFor, requireGroup } from "./groups.ts";
import type { MemberKey } from "./members.store.ts";

/** 192 bits cannot be guessed. */
const CODE_BYTES = 24;

/** Codes are found by their hashes, so the time of the answer does not show how much of a guess is right. */
export const hashInvitationCode = (code: string): string =>
  createHash("sha256").update(`group ${code}`).digest("hex");

/** Throws not_found or not_yours. */
export async function getInvitation(
  ctx: Context,
  key: MemberKey,
): Promise<{ createdAt: string | null }> {
  const { invitation_created_at } = await requireGroup(ctx, key, "groupManagement.invitation");
  return { createdAt: invitation_created_at?.toISOString() ?? null };
}

/** Makes a link; the one before is over. Throws not_found or not_yours. */
export function createInvitation(ctx: Context, key: MemberKey): Promise<{ code: string }> {
  const code = randomBytes(CODE_BYTES).toString("base64url");
  return transaction(ctx, async (ctx) => {
    await lockGroupFor(ctx, key, "groupManagement.createInvitation");
    await setInvitation(ctx, key.groupId, hashInvitationCode(code));
    return { code };
  });
}

/** Throws not_found or not_yours. */
export function removeInvitation(ctx: Context, key: MemberKey): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await lockGroupFor(ctx, key, "groupManagement.removeInvitation");
    await setInvitation(ctx, key.groupId, null);
  });
}
