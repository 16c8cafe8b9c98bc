import { randomBytes } from "node:crypto";
import type { Context } from "#platform/context.ts";
import { makePushKeys, type PushSender } from "#platform/push/push.ts";
import { findKeys, keepKeys } from "./keys.store.ts";

/**
 * Makes the keys that pushes are sent with and links are signed with, where there are none. They are kept for good: a
 * browser takes messages from the one key it subscribed with.
 */
export async function ensureNoticeKeys(ctx: Context): Promise<void> {
  if (await findKeys(ctx)) return;
  const { publicKey, privateKey } = await makePushKeys();
  const link_secret = randomBytes(32).toString("base64url");
  await keepKeys(ctx, { push_public_key: publicKey, push_private_key: privateKey, link_secret });
}

async function keysOf(ctx: Context) {
  const kept = await findKeys(ctx);
  if (kept) return kept;
  await ensureNoticeKeys(ctx);
  return keysOf(ctx);
}

export async function pushSender(ctx: Context): Promise<PushSender> {
  const { push_public_key, push_private_key } = await keysOf(ctx);
  return { publicKey: push_public_key, privateKey: push_private_key, contact: ctx.settings.SUPPORT_EMAIL };
}

export const linkSecret = async (ctx: Context): Promise<string> => (await keysOf(ctx)).link_secret;
