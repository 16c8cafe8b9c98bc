import type { Context } from "#platform/context.ts";
import { transaction } from "#platform/context.ts";
import { recipientAt } from "../accounts.store.ts";
import type { ClientInfo } from "../sign-in/client-info.ts";
import { registrationCodeEmail } from "./email-templates.ts";
import { type CheckedCode, checkCode, createCodeWithinQuota } from "./one-time-codes.ts";

const PURPOSE = "provider-email";

/** An address, and the hash that identifies the sign-in for which it is confirmed. */
interface AddressOfSignIn {
  readonly email: string;
  readonly flow: string;
}

/**
 * Mails a code that confirms an address for a sign-in at an institution. The same e-mail whether or not there is an
 * account: it reveals nothing, and only a password links an account. Throws too_many within 60 s of the
 * previous code.
 */
export function sendProviderEmailCode(
  ctx: Context,
  { email, flow }: AddressOfSignIn,
  client: ClientInfo,
): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const mailed = await createCodeWithinQuota(
      ctx,
      {
        email,
        purpose: PURPOSE,
        flow,
      },
      client,
      {
        blind: false,
      },
    );
    if (!mailed) return;
    const recipient = await recipientAt(ctx, email);
    const message = registrationCodeEmail(ctx.community, recipient, {
      code: mailed.code,
      at: ctx.now(),
    });
    await ctx.mail.send(ctx, {
      ...message,
      id: mailed.emailId,
    });
  });
}

/** Checks the code; it still has to be redeemed. Throws code_wrong or too_many. */
export const checkProviderEmailCode = (
  ctx: Context,
  { email, flow, otp }: AddressOfSignIn & { readonly otp: string },
  client: ClientInfo,
): Promise<CheckedCode> =>
  checkCode(
    ctx,
    {
      email,
      purpose: PURPOSE,
    },
    otp,
    {
      networks: client.networks,
      flow,
    },
  );
