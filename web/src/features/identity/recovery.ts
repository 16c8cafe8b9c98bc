import { auth } from "@commonlane/contract/auth";
import { ownAccount } from "@commonlane/contract/own-account";
import { call } from "#shared/api.ts";
import { fulfilled, verificationProblem } from "./verdict.ts";

export const sendResetCode = async (email: string): Promise<unknown> =>
  fulfilled(await call(auth.sendPasswordResetCode, { body: { email } }));

export const resetPassword = async (email: string, otp: string, newPassword: string): Promise<unknown> =>
  fulfilled(await call(auth.resetPassword, { body: { email, otp, newPassword } }));

/** Sends a link that verifies an e-mail; gives what the server says of it. */
export const resendVerification = async (email: string): Promise<string | undefined> =>
  fulfilled(await call(auth.resendVerification, { body: { email } }));

/** Uses the link that was mailed; gives why it did not verify, if it did not. */
export const verifyEmail = async (token: string, signal: AbortSignal): Promise<string | undefined> =>
  verificationProblem(await call(auth.verifyEmail, { query: { token } }, { signal }));

export const undoEmailChange = (token: string): Promise<unknown> =>
  call(ownAccount.undoEmailChange, { body: { token } });
