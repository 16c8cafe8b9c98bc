import { translatable } from "@commonlane/contract/message";
import { findAccountLanguages, recipientAt } from "../accounts.store.ts";
import { EMAIL_CHANGE_UNDO_VALID_S } from "@commonlane/contract/limits";
import { assertEmailDomainAllowed } from "#modules/community/index.ts";
import { applyVerifiedEmail } from "#modules/trust-marks/index.ts";
import { describeAddedLately, endAccess } from "#platform/account-access/account-access.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { recordAccountEvents } from "../account-events.ts";
import { changeAccountEmail } from "../account-changes.store.ts";
import { hasVerifiedAccount } from "../accounts.store.ts";
import {
  addressInUseEmail,
  emailChangedEmail,
  emailRestoredEmail,
  emailChangeCodeEmail,
} from "./email-templates.ts";
import { deleteUnusedLinksSince } from "./email-links.store.ts";
import { createEmailLink, findValidLink, redeemLink } from "./email-links.ts";
import { createCodeWithinQuota, checkCode, redeemCode } from "./one-time-codes.ts";
import { assertPasswordOrConfirmation } from "../second-factor/confirmation.ts";
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
 * Moves the account to the new address and mails the old one a link to undo the change. Throws code_wrong, email_taken
 * or too_many.
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
): Promise<void> {
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
  await transaction(ctx, async (ctx) => {
    await redeemCode(ctx, code);
    const email = await changeAccountEmail(ctx, {
      uid,
      email: newEmail,
    });
    if (email === undefined) throw new Problem("signed_out");
    await applyVerifiedEmail(ctx, uid);
    await recordAccountEvents(ctx, {
      uid,
      kind: "email-changed",
      client,
      sessionId,
    });
    const link = await createEmailLink(ctx, {
      purpose: "email-undo",
      uid,
      email,
      validS: EMAIL_CHANGE_UNDO_VALID_S,
      page: "/undo-email-change",
    });
    // The account is no longer at this address.
    const recipient = {
      to: email,
      language: (await findAccountLanguages(ctx, [uid]))(uid),
    };
    await ctx.mail.send(ctx, emailChangedEmail(ctx.community, recipient, newEmail, link));
  });
}

/**
 * Moves the account back to its previous address. Ends everything that a thief may keep: sessions, the password, which
 * the thief knew, and what was added since the day before the change; and voids the links of later changes. Idempotent.
 * Throws link_over, or email_taken if another account has the address by now.
 */
export async function undoEmailChange(
  ctx: Context,
  token: string,
  client: ClientInfo,
): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const link = await redeemLink(ctx, token, "email-undo");
    if (!link) {
      if (await findValidLink(ctx, token, "email-undo")) return;
      throw new Problem("link_over");
    }
    const { uid, email } = link;
    const since = link.created_at;
    if (
      (await changeAccountEmail(ctx, {
        uid,
        email,
      })) === undefined
    )
      throw new Problem("link_over");
    await applyVerifiedEmail(ctx, uid);
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
    const recipient = await recipientAt(ctx, email);
    const addedLately = await describeAddedLately(ctx, uid, recipient.language);
    await ctx.mail.send(ctx, emailRestoredEmail(ctx.community, recipient, addedLately));
  });
}
