import { auth } from "@commonlane/contract/auth";
import { accountSettings } from "@commonlane/contract/account-settings";
import { call } from "#shared/api/api-client.ts";
import { findVerificationProblem, messageOrThrow } from "./auth-response.ts";

export const sendResetCode = async (email: string): Promise<unknown> =>
  messageOrThrow(await call(auth.sendPasswordResetCode, { body: { email } }));

export const resetPassword = async (
  email: string,
  code: string,
  newPassword: string,
): Promise<unknown> =>
  messageOrThrow(
    await call(auth.resetPassword, {
      body: {
        email,
        otp: code,
        newPassword,
      },
    }),
  );

/** Sends a link that verifies an e-mail. Returns the server's message. */
export async function resendVerification(email: string): Promise<string | undefined> {
  return messageOrThrow(await call(auth.resendVerification, { body: { email } }));
}

/** Verifies an e-mail with the token from the link. Returns the reason if it failed. */
export const verifyEmail = async (
  token: string,
  signal: AbortSignal,
): Promise<string | undefined> =>
  findVerificationProblem(await call(auth.verifyEmail, { query: { token } }, { signal }));

export const undoEmailChange = (token: string): Promise<unknown> =>
  call(accountSettings.undoEmailChange, { body: { token } });
