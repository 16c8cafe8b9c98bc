import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { record } from "./account-events.ts";
import { replacePassword } from "./account-changes.store.ts";
import { findBearer, ownAccount } from "./accounts.store.ts";
import { endSessions } from "./end-sessions.ts";
import { passwordChangedLetter } from "./letters.ts";
import { forgetDevices } from "./known-devices.ts";
import { hashPassword, matches } from "./password-hash.ts";
import { mustBeStrong } from "./password-rules.ts";
import { beginTry } from "./tries.ts";
import type { Visitor } from "./visitor.ts";

/** A session alone does not change an account: it may be somebody else's hand on an open laptop. Throws password_wrong or too_many. */
export async function mustKnowPassword(
  ctx: Context,
  { uid, password, field }: { uid: string; password: string; field: string },
  { networks }: Visitor,
): Promise<{ email: string; passwordHash: string }> {
  const account = await ownAccount(ctx, uid);
  if (!account) throw new Problem("signed_out");
  const { email, password_hash: passwordHash } = account;
  // Whoever is signed in is counted apart: strangers who guess at the login do not keep them from it.
  const takeOff = await beginTry(ctx, "password", email, { networks, own: uid });
  if (!(await matches(passwordHash, password))) throw passwordWrong(field);
  await takeOff(ctx);
  return { email, passwordHash };
}

interface Change {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** Ends every session but the caller's and tells the owner by mail. Throws password_weak, password_wrong or too_many. */
export async function changePassword(
  ctx: Context,
  { uid, sessionId }: Caller,
  { currentPassword, newPassword }: Change,
  visitor: Visitor,
): Promise<void> {
  const bearer = await findBearer(ctx, uid);
  if (!bearer) throw new Problem("signed_out");
  await mustBeStrong(ctx, newPassword, bearer, "newPassword");
  const asked = { uid, password: currentPassword, field: "currentPassword" };
  const { email, passwordHash: from } = await mustKnowPassword(ctx, asked, visitor);
  const to = await hashPassword(newPassword);
  await transaction(ctx, async (ctx) => {
    if (!(await replacePassword(ctx, uid, { from, to }))) throw passwordWrong(asked.field);
    await record(ctx, { uid, kind: "password-changed", visitor, sessionId });
    await endSessions(ctx, { uid, kept: sessionId, reason: "password changed", visitor });
    await forgetDevices(ctx, uid, visitor.devices);
    await ctx.mail.send(ctx, passwordChangedLetter(ctx.settings, email));
  });
}

function passwordWrong(field: string): Problem {
  const problem = new Problem("password_wrong");
  return new Problem("password_wrong", { fields: { [field]: problem.message } });
}
