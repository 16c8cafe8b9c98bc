import { translatable } from "@commonlane/contract/message";
import { EMAIL_CHANGE_UNDO_VALID_S } from "@commonlane/contract/limits";
import { assertEmailDomainAllowed } from "#modules/community/index.ts";
import { applyVerifiedEmail } from "#modules/trust-marks/index.ts";
import { describeAddedLately, endAccess } from "#platform/account-access/account-access.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Recipient } from "#platform/mail/compose-email.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { recordAccountEvents } from "../account-events.ts";
import { changeAccountEmail } from "../account-changes.store.ts";
import { findAccountLanguages, hasVerifiedAccount, recipientAt } from "../accounts.store.ts";
import {
  addressInUseEmail,
  emailChangedEmail,
  emailRestoredEmail,
  emailChangeCodeEmail,
} from "./email-templates.ts";
import { deleteUnusedLinksSince, type EmailLink, markOldestLinkUsed } from "./email-links.store.ts";
import { createEmailLink, findValidLink, redeemLink } from "./email-links.ts";
import { createCodeWithinQuota, checkCode, redeemCode } from "./one-time-codes.ts";
import { assertPasswordOrConfirmation } from "../second-factor/confirmation.ts";
import { emailLostEmail } from "../second-factor/security-emails.ts";
import type { ClientInfo } from "../sign-in/client-info.ts";

const codePurposeFor = (uid: string) => `email-change ${uid}` as const;
/** The code belongs to the account, so any of its browsers may enter it. */
const ACCOUNT_FLOW = "account";

/**
 * Mails a code to the caller's new address. If the address has an account already, mails its owner instead; the
 * response is the same. Throws password_wrong, confirmation_needed, invalid_input for the current address, email_domain_closed or too_many.
 */
export async function changeEmail(
  ctx: Context,
  caller: Caller,
  {
    newEmail,
    password,
  }: {
    newEmail: string;
    password?: string | undefined;
  },
  client: ClientInfo,
): Promise<void> {
  const { uid } = caller;
  const { email } = await assertPasswordOrConfirmation(ctx, caller, password, client);
  if (newEmail === email)
    throw new Problem("invalid_input", {
      fields: { newEmail: translatable("This is already your e-mail address.") },
    });
  await assertEmailDomainAllowed(ctx, newEmail);
  await transaction(ctx, async (ctx) => {
    const taken = await hasVerifiedAccount(ctx, newEmail);
    const codeKey = {
      email: newEmail,
      purpose: codePurposeFor(uid),
      flow: ACCOUNT_FLOW,
    };
    const mailed = await createCodeWithinQuota(ctx, codeKey, client, { blind: taken });
    if (!mailed) return;
    const recipient = await recipientAt(ctx, newEmail);
    const message = taken
      ? addressInUseEmail(ctx.community, recipient)
      : emailChangeCodeEmail(ctx.community, recipient, {
          code: mailed.code,
          at: ctx.now(),
        });
    await ctx.mail.send(ctx, {
      ...message,
      id: mailed.emailId,
    });
  });
}

/**
 * Moves the account to the new address and mails the old one a link to undo the change. A change back to an address
 * that can still undo one is that undo, as the reply says: the address being left may be a thief's, who must not get a
 * link. Throws code_wrong, email_taken or too_many.
 */
export async function confirmEmailChange(
  ctx: Context,
  { uid, sessionId }: Caller,
  {
    newEmail,
    otp,
  }: {
    newEmail: string;
    otp: string;
  },
  client: ClientInfo,
): Promise<{ isUndo: boolean }> {
  const source = {
    networks: client.networks,
    flow: ACCOUNT_FLOW,
  };
  const code = await checkCode(
    ctx,
    {
      email: newEmail,
      purpose: codePurposeFor(uid),
    },
    otp,
    source,
  );
  return transaction(ctx, async (ctx) => {
    await redeemCode(ctx, code);
    const undoLink = await markOldestLinkUsed(ctx, {
      uid,
      email: newEmail,
      purpose: "email-undo",
    });
    if (undoLink) {
      await moveBack(ctx, undoLink, client);
      return { isUndo: true };
    }

    const former = await moveAccount(ctx, uid, newEmail);
    if (!former) throw new Problem("signed_out");
    await recordAccountEvents(ctx, {
      uid,
      kind: "email-changed",
      client,
      sessionId,
    });
    const link = await createEmailLink(ctx, {
      purpose: "email-undo",
      uid,
      email: former.to,
      validS: EMAIL_CHANGE_UNDO_VALID_S,
      page: "/undo-email-change",
    });
    await ctx.mail.send(ctx, emailChangedEmail(ctx.community, former, newEmail, link));
    return { isUndo: false };
  });
}

/** Moves the account back to its previous address. Idempotent. Throws what `moveBack` throws. */
export async function undoEmailChange(
  ctx: Context,
  token: string,
  client: ClientInfo,
): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const link = await redeemLink(ctx, token, "email-undo");
    if (link) return moveBack(ctx, link, client);
    if (!(await findValidLink(ctx, token, "email-undo"))) throw new Problem("link_over");
  });
}

/**
 * Moves the account back to the address of a link. Ends everything that a thief may keep: sessions, the password, which
 * the thief knew, and what was added since the day before the change; and voids the links of later changes. E-mails both
 * addresses, because the thief's may be the one that gets the account. Throws link_over, or email_taken if another
 * account has the address by now.
 */
async function moveBack(
  ctx: InTransaction,
  { uid, email, created_at: since }: EmailLink,
  client: ClientInfo,
): Promise<void> {
  const former = await moveAccount(ctx, uid, email);
  if (!former) throw new Problem("link_over");
  await deleteUnusedLinksSince(ctx, {
    uid,
    purpose: "email-undo",
    since,
  });
  await recordAccountEvents(ctx, {
    uid,
    kind: "email-changed",
    client,
    reason: "change undone",
  });
  await endAccess(ctx, "email-undo", {
    uid,
    reason: "e-mail change undone",
    client,
    startedAt: since,
  });
  await ctx.mail.send(ctx, emailLostEmail(ctx.community, former));
  const recipient = await recipientAt(ctx, email);
  const addedLately = await describeAddedLately(ctx, uid, recipient.language);
  await ctx.mail.send(ctx, emailRestoredEmail(ctx.community, recipient, addedLately));
}

/** Moves the account to a verified address and returns its reader at the one before; undefined if it is gone. */
async function moveAccount(
  ctx: InTransaction,
  uid: string,
  email: string,
): Promise<Recipient | undefined> {
  const formerEmail = await changeAccountEmail(ctx, {
    uid,
    email,
  });
  if (formerEmail === undefined) return undefined;
  await applyVerifiedEmail(ctx, uid);
  const languageOf = await findAccountLanguages(ctx, [uid]);
  return {
    to: formerEmail,
    language: languageOf(uid),
  };
}
