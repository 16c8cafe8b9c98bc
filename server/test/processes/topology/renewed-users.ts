import { onTestFinished } from "vitest";
import { issueIdToken } from "#modules/accounts/index.ts";
import type { Context } from "#platform/context.ts";
import { createUsers, type Person } from "../http-users.ts";

/** Long before tokens expire. */
const RENEWED_AFTER_MS = 20 * 60_000;

/** Users whose tokens are renewed, for tests that last longer than a token. */
export async function createRenewedUsers(ctx: Context, count: number): Promise<Person[]> {
  const users = await createUsers(ctx, count);
  const tokens = new Map(users.map(({ uid, token }) => [uid, token]));
  const renew = async () => {
    // At a moment without a database the earlier token is still valid, and the next round renews it.
    for (const { uid } of users)
      await issueIdToken(ctx, uid).then(
        (token) => tokens.set(uid, token),
        () => {},
      );
  };
  const timer = setInterval(() => void renew(), RENEWED_AFTER_MS);
  onTestFinished(() => clearInterval(timer));
  return users.map(({ uid }) => ({
    uid,
    get token() {
      return tokens.get(uid) ?? "";
    },
  }));
}
