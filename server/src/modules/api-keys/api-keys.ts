import { API_KEY_PREFIX, type ApiKey, type NewApiKey } from "@commonlane/contract/api-keys";
import { DAY_MS } from "@commonlane/contract/durations";
import { message } from "@commonlane/contract/message";
import type { AccountAccessKind } from "#platform/account-access/account-access.ts";
import { emailOwner, NOT_YOU } from "#platform/account-access/owner-emails.ts";
import { type Context, transaction } from "#platform/context.ts";
import { createSecret, hashSecret } from "#platform/hashes.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { Problem } from "#platform/http/problem.ts";
import { composeEmail } from "#platform/mail/compose-email.ts";
import { deleteKey, deleteKeys, findKeys, insertKey, type KeyRow } from "./api-keys.store.ts";

export async function listKeys(
  ctx: Context,
  uid: string,
): Promise<{ items: ApiKey[]; isOn: boolean }> {
  const rows = await findKeys(ctx, uid);
  return {
    items: rows.map(viewKey),
    isOn: ctx.settings.API_KEYS === "on",
  };
}

/**
 * Creates a key and e-mails its owner. Only the hash of the key is stored.
 *
 * @throws Problem api_keys_off, api_keys_enough or signed_out
 */
export async function createKey(
  ctx: Context,
  caller: Caller,
  { name, scopes, validDays }: NewApiKey,
): Promise<ApiKey & { key: string }> {
  if (ctx.settings.API_KEYS === "off") throw new Problem("api_keys_off");
  const key = API_KEY_PREFIX + createSecret();
  const row = await transaction(ctx, async (ctx) => {
    const inserted = await insertKey(ctx, caller, {
      name,
      scopes: [...new Set(scopes)],
      key_hash: hashKey(key),
      expires_at: new Date(ctx.now().getTime() + validDays * DAY_MS),
    });
    if (!inserted) throw new Problem("api_keys_enough");
    await emailAboutKey(ctx, caller.uid, name);
    return inserted;
  });
  return { ...viewKey(row), key };
}

const emailAboutKey = (
  ctx: Parameters<typeof emailOwner>[0],
  uid: string,
  name: string,
): Promise<void> =>
  emailOwner(ctx, uid, (recipient) =>
    composeEmail(recipient, {
      subject: message("Your {community} account has a new API key"),
      paragraphs: [
        message("{name} lets a program act for you, as far as you allowed it.", {
          comment: "name is what the owner called the key.",
        }),
        NOT_YOU,
      ],
      values: { community: ctx.community.name, name },
    }),
  );

/** @throws Problem not_found */
export async function revokeKey(ctx: Context, uid: string, id: string): Promise<{ success: true }> {
  if (!(await deleteKey(ctx, uid, id))) throw new Problem("not_found");
  return { success: true };
}

export const hashKey = (key: string): string => hashSecret("api-key", key);

function viewKey({ id, name, scopes, created_at, expires_at, last_used_at }: KeyRow): ApiKey {
  return {
    id,
    name,
    scopes,
    createdAt: created_at.toISOString(),
    expiresAt: expires_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
  };
}

/** A program with a key acts for its owner without any sign-in, so a key ends with every new password. */
export const apiKeyAccess: AccountAccessKind = {
  name: "api-key",
  tables: ["api_key"],
  endings: {
    "email-undo": "all",
    "password-reset": "all",
    "password-change": "all",
    "sign-out-everywhere": "all",
    suspension: "refused",
    deletion: "refused",
  },
  notified: "e-mail",
  endAll: (ctx, { uid }) => deleteKeys(ctx, uid),
  shown: {
    noun: message("API key", { comment: "In a list of what lets a program act for a member." }),
    list: async (ctx, uid) => {
      const rows = await findKeys(ctx, uid);
      return rows.map(({ id, name, created_at, last_used_at }) => ({
        id,
        name,
        since: created_at,
        lastUsedAt: last_used_at,
      }));
    },
    end: (ctx, { uid }, id) => revokeKey(ctx, uid, id),
  },
};
