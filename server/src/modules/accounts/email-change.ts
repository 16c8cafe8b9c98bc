import { EMAIL_UNDO_VALID_S } from "@commonlane/contract/limits";
import { mustBeAllowedAddress } from "#modules/community/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { record } from "./account-events.ts";
import { moveAccount } from "./account-changes.store.ts";
import { isProven } from "./accounts.store.ts";
import { endSessions } from "./end-sessions.ts";
import { addressWantedLetter, emailChangedLetter, emailRestoredLetter, newEmailLetter } from "./letters.ts";
import { forgetDevices } from "./known-devices.ts";
import { deleteLinksSince } from "./mailed-links.store.ts";
import { newLink, readLink, useLink } from "./mailed-links.ts";
import { askForCode, tryCode, useCode } from "./one-time-codes.ts";
import { mustKnowPassword } from "./password-change.ts";
import { nobodysHash } from "./password-hash.ts";
import type { Visitor } from "./visitor.ts";

const purposeFor = (uid: string) => `email-change ${uid}` as const;
/** Such a code belongs to the account that asked for it, whichever of its browsers brings it. */
const FLOW = "account";

/**
 * Mails a code to the address that the caller wants to use. Where it has an account already, its owner is told so, and
 * the caller sees the same answer. Throws password_wrong, invalid_input for the present address, email_domain_closed, or too_many.
 */
export async function changeEmail(
  ctx: Context,
  { uid }: Caller,
  { newEmail, password }: { newEmail: string; password: string },
  visitor: Visitor,
): Promise<void> {
  const { email } = await mustKnowPassword(ctx, { uid, password, field: "password" }, visitor);
  if (newEmail === email) throw new Problem("invalid_input", { fields: { newEmail: "This is your e-mail already." } });
  await mustBeAllowedAddress(ctx, newEmail);
  await transaction(ctx, async (ctx) => {
    const proven = await isProven(ctx, newEmail);
    const whose = { email: newEmail, purpose: purposeFor(uid), flow: FLOW };
    const code = await askForCode(ctx, whose, visitor, { blind: proven });
    if (code === undefined) return;
    const letter = proven ? addressWantedLetter(ctx.settings, newEmail) : newEmailLetter(ctx.settings, newEmail, code);
    await ctx.mail.send(ctx, letter);
  });
}

/** The account is at the new address from now on; the old one is mailed a link that takes it back. Throws code_wrong, email_taken or too_many. */
export async function confirmEmailChange(
  ctx: Context,
  { uid, sessionId }: Caller,
  { newEmail, otp }: { newEmail: string; otp: string },
  visitor: Visitor,
): Promise<void> {
  const bringer = { networks: visitor.networks, flow: FLOW };
  const code = await tryCode(ctx, { email: newEmail, purpose: purposeFor(uid) }, otp, bringer);
  await transaction(ctx, async (ctx) => {
    await useCode(ctx, code);
    const email = await moveAccount(ctx, { uid, email: newEmail });
    if (email === undefined) throw new Problem("signed_out");
    await record(ctx, { uid, kind: "email-changed", visitor, sessionId });
    const link = await newLink(ctx, {
      purpose: "email-undo",
      uid,
      email,
      validS: EMAIL_UNDO_VALID_S,
      page: "/undo-email-change",
    });
    await ctx.mail.send(ctx, emailChangedLetter(ctx.settings, email, newEmail, link));
  });
}

/**
 * For the reader of the address before: the account is there again, with no session and no password that anybody knows,
 * since whoever moved it knew the one it had. Links of later changes are void. Twice is as good as once. Throws
 * link_over, or email_taken where the address has got another account meanwhile.
 */
export async function undoEmailChange(ctx: Context, token: string, visitor: Visitor): Promise<void> {
  const passwordHash = await nobodysHash();
  await transaction(ctx, async (ctx) => {
    const link = await useLink(ctx, token, "email-undo");
    if (!link) {
      if (await readLink(ctx, token, "email-undo")) return;
      throw new Problem("link_over");
    }
    const { uid, email, created_at: since } = link;
    if ((await moveAccount(ctx, { uid, email, passwordHash })) === undefined) throw new Problem("link_over");
    await deleteLinksSince(ctx, { uid, purpose: "email-undo", since });
    await record(ctx, { uid, kind: "email-changed", visitor, reason: "taken back" });
    await endSessions(ctx, { uid, reason: "e-mail change taken back", visitor });
    await forgetDevices(ctx, uid);
    await ctx.mail.send(ctx, emailRestoredLetter(ctx.settings, email));
  });
}
