import type { Context } from "#platform/context.ts";
import { createSecret } from "#platform/hashes.ts";
import { generatePushKeys, type PushSender } from "#platform/push/send-push.ts";
import { findKeys, insertKeys } from "./notifications.store.ts";

/**
 * Creates the keys that sign pushes and links if there are none. They never change: a browser only accepts pushes
 * signed with the key it subscribed with.
 */
export async function ensureNotificationKeys(ctx: Context): Promise<void> {
  if (await findKeys(ctx)) return;
  const { publicKey, privateKey } = await generatePushKeys();
  const link_secret = createSecret();
  await insertKeys(ctx, {
    push_public_key: publicKey,
    push_private_key: privateKey,
    link_secret,
  });
}

export const hasNotificationKeys = async (ctx: Context): Promise<boolean> =>
  (await findKeys(ctx)) !== undefined;

async function getKeys(ctx: Context) {
  const existing = await findKeys(ctx);
  if (existing) return existing;
  await ensureNotificationKeys(ctx);
  return getKeys(ctx);
}

export async function pushSender(ctx: Context): Promise<PushSender> {
  const { push_public_key, push_private_key } = await getKeys(ctx);
  return {
    publicKey: push_public_key,
    privateKey: push_private_key,
    contact: contactOf(ctx),
  };
}

/** Names that no one can write to from outside. Apple refuses messages whose sender has such an address. */
const PRIVATE_DOMAIN =
  /[@.](?:arpa|corp|example|home|internal|intranet|invalid|lan|local|localdomain|localhost|test)$/i;

function contactOf({ community: { supportEmail }, settings: { PUBLIC_URL } }: Context): string {
  const canReceive = !PRIVATE_DOMAIN.test(supportEmail);
  if (!canReceive && PUBLIC_URL?.startsWith("https:")) return PUBLIC_URL;
  return `mailto:${supportEmail}`;
}

export async function linkSecret(ctx: Context): Promise<string> {
  return (await getKeys(ctx)).link_secret;
}
