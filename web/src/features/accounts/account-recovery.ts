import { auth } from "@commonlane/contract/auth";
import { accountSettings } from "@commonlane/contract/account-settings";
import { call } from "#shared/api/api-client.ts";
import { findVerificationProblem, messageOrThrow } from "./auth-response.ts";
import { useLocation, useNavigate } from "react-router";

export const sendResetCode = async (email: string): Promise<unknown> =>
  messageOrThrow(await call(auth.sendPasswordResetCode, { body: { email } }));

export const resetPassword = async (
  email: string,
  code: string,
  newPassword: string,
): Promise<unknown> =>
  messageOrThrow(await call(auth.resetPassword, { body: { email, otp: code, newPassword } }));

/** Sends a link that verifies an e-mail. Returns the server's message. */
export const resendVerification = async (email: string): Promise<string | undefined> =>
  messageOrThrow(await call(auth.resendVerification, { body: { email } }));

/** Verifies an e-mail with the token from the link. Returns the reason if it failed. */
export const verifyEmail = async (
  token: string,
  signal: AbortSignal,
): Promise<string | undefined> =>
  findVerificationProblem(await call(auth.verifyEmail, { query: { token } }, { signal }));

export const undoEmailChange = (token: string): Promise<unknown> =>
  call(accountSettings.undoEmailChange, { body: { token } });

/**
 * Current step of a two-step page. Stored in the browser history: Back returns to the first step, and a reload stays.
 */
export function useCodeStep() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const location = { pathname, search };
  return {
    isCodeStep: isCodeStepState(state),
    goToCodeStep: () => void navigate(location, { state: { step: "code" } }),
    goBack: () => void navigate(-1),
    /** Removes the step from the history once the code is used. */
    leaveCodeStep: () => void navigate(location, { replace: true }),
  };
}

const isCodeStepState = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "step" in state && state.step === "code";
