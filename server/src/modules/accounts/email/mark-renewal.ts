import { applyVerifiedEmail, hasMarksByEmail } from "#modules/trust-marks/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { findVerifiedAccount, recipientAt } from "../accounts.store.ts";
import type { ClientInfo } from "../sign-in/client-info.ts";
import { markRenewalCodeEmail } from "./email-templates.ts";
import { checkCode, createCodeWithinQuota, redeemCode } from "./one-time-codes.ts";

const purposeFor = (uid: string) => `mark-renewal ${uid}` as const;
/** The code belongs to the account, so any of its browsers may enter it. */
const ACCOUNT_FLOW = "account";

/** Mails a code to the caller's own address. Throws not_found if the address gives no trust mark, or too_many. */
export async function sendRenewalCode(
  ctx: Context,
  uid: string,
  client: ClientInfo,
): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const account = await findVerifiedAccount(ctx, uid);
    if (!account || !(await hasMarksByEmail(ctx, uid))) throw new Problem("not_found");
    const { email } = account;
    const key = {
      email,
      purpose: purposeFor(uid),
      flow: ACCOUNT_FLOW,
    };
    const mailed = await createCodeWithinQuota(ctx, key, client, { blind: false });
    if (!mailed) return;
    const recipient = await recipientAt(ctx, email);
    const message = markRenewalCodeEmail(ctx.community, recipient, {
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
 * Renews the trust marks of the caller's address, which proves that it still receives e-mail. Throws code_wrong, also
 * if the address was changed since the code was mailed, or too_many.
 */
export async function renewEmailMarks(
  ctx: Context,
  uid: string,
  otp: string,
  client: ClientInfo,
): Promise<void> {
  const account = await findVerifiedAccount(ctx, uid);
  if (!account) throw new Problem("signed_out");
  const source = {
    networks: client.networks,
    flow: ACCOUNT_FLOW,
  };
  const code = await checkCode(
    ctx,
    {
      email: account.email,
      purpose: purposeFor(uid),
    },
    otp,
    source,
  );
  await transaction(ctx, async (ctx) => {
    await redeemCode(ctx, code);
    await applyVerifiedEmail(ctx, uid);
  });
}
