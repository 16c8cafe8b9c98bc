import { createHash, randomBytes } from "node:crypto";
import type { ParsedInput } from "@commonlane/contract/endpoint";
import { joinNames } from "@commonlane/contract/person-names";
import type { setup } from "@commonlane/contract/setup";
import {
  assertStrongPassword,
  createVerifiedAccountWithSession,
  hashPassword,
} from "#modules/accounts/index.ts";
import { type ClientInfo } from "#modules/accounts/sign-in/index.ts";
import { appointFirstAdministrator } from "#modules/moderation/index.ts";
import { assertNotCommunityName, updateProfile } from "#modules/profiles/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { isSetupKeyValid, redeemSetupKey, replaceSetupKey } from "./first-setup.store.ts";

const KEY_BYTES = 32;

/**
 * The one-time link for the first administrator of a server at `address`, with a new key; undefined once there is an
 * account. Only the hash of the key is stored.
 */
export async function createSetupLink(ctx: Context, address: string): Promise<string | undefined> {
  const key = randomBytes(KEY_BYTES).toString("base64url");
  const isNeeded = await transaction(ctx, (ctx) => replaceSetupKey(ctx, hashKey(key)));
  return isNeeded ? `${address.replace(/\/$/, "")}/setup?key=${key}` : undefined;
}

/** Throws link_over for a key that is wrong or used, or once there is an administrator. */
export async function assertSetupKey(ctx: Context, key: string): Promise<void> {
  if (!(await isSetupKeyValid(ctx, hashKey(key)))) throw new Problem("link_over");
}

/**
 * Creates the first administrator with a verified account and a session, and uses the key up. Throws link_over,
 * password_weak, invalid_input or email_taken, after which the key is still valid.
 */
export async function createFirstAdministrator(
  ctx: Context,
  {
    key,
    email,
    password,
    firstName,
    lastName,
  }: ParsedInput<typeof setup.createAdministrator>["body"],
  client: ClientInfo,
) {
  await assertSetupKey(ctx, key);
  assertNotCommunityName(ctx.community, [firstName, lastName], "firstName");
  const displayName = joinNames(firstName, lastName);
  await assertStrongPassword(ctx, password, {
    email,
    displayName,
  });
  const account = {
    email,
    passwordHash: await hashPassword(password),
  };
  return transaction(ctx, async (ctx) => {
    if (!(await redeemSetupKey(ctx, hashKey(key)))) throw new Problem("link_over");
    const opened = await createVerifiedAccountWithSession(
      ctx,
      account,
      displayName,
      client,
      ctx.now(),
    );
    const { uid } = opened.session.user;
    await updateProfile(ctx, uid, {
      firstName,
      lastName,
      welcomed: true,
    });
    await appointFirstAdministrator(ctx, uid);
    return opened;
  });
}

function hashKey(key: string) {
  return createHash("sha256").update(`setup ${key}`).digest("base64url");
}
