import type { ProblemCode } from "@commonlane/contract/problem";
import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { ApiError } from "./api-error.ts";
import { errorText } from "./error-text.ts";

interface AccountError {
  readonly message: MessageDescriptor;
  /** Server problems with this meaning; empty if only a browser can run into it, or if the server never reveals it. */
  readonly problems: readonly (ProblemCode | "network")[];
  /** Show the server's message instead, if there is one: it is more specific. */
  readonly preferServerMessage?: true;
}

/** Error codes of the identity service (specification, section 8) with our own messages. */
export const accountErrors = {
  "auth/email-already-in-use": {
    message: msg`There's already an account with this e-mail. Log in, or reset your password if you've forgotten it.`,
    problems: ["email_taken"],
  },
  "auth/wrong-password": {
    message: msg`Your current password is wrong. Please try again.`,
    problems: ["password_wrong"],
  },
  "auth/invalid-credential": {
    message: msg`Wrong e-mail or password. Please try again.`,
    problems: ["credentials_wrong"],
  },
  /** Never sent by the server: it would reveal which addresses have an account. */
  "auth/user-not-found": {
    message: msg`Wrong e-mail or password. Please try again.`,
    problems: [],
  },
  "auth/too-many-requests": {
    message: msg`Too many attempts. Please wait a few minutes and try again.`,
    problems: ["too_many"],
    // The server's message says how long to wait.
    preferServerMessage: true,
  },
  "auth/user-disabled": {
    message: msg`This account has been suspended. Contact support if you think that's a mistake.`,
    problems: ["account_suspended"],
    // The server's message has the end date and the reason.
    preferServerMessage: true,
  },
  "auth/network-request-failed": {
    message: msg`We can't reach the server. Check your connection and try again.`,
    problems: ["unavailable", "network"],
  },
  "auth/missing-recaptcha-token": {
    message: msg`We couldn't run the security check. Please reload the page and try again.`,
    problems: ["captcha_missing", "captcha_wrong", "captcha_over"],
  },
  "auth/password-does-not-meet-requirements": {
    message: msg`Password does not meet security requirements. Please check the requirements below.`,
    problems: ["password_weak"],
    preferServerMessage: true,
  },
  "auth/multi-factor-auth-required": {
    message: msg`Enter the code from your authenticator app, or a recovery code.`,
    problems: ["second_factor_needed"],
  },
  "auth/user-mismatch": {
    message: msg`You're signed in with another account. Log out and try again.`,
    problems: ["not_yours"],
  },
  "auth/popup-blocked": {
    message: msg`Your browser blocked the sign-in window. Allow pop-ups for this page and try again.`,
    problems: [],
  },
  "auth/popup-closed-by-user": {
    message: msg`The sign-in window was closed too early. Please try again.`,
    problems: [],
  },
  "auth/unauthorized-domain": {
    message: msg`You can't sign in from this address. Open the community's own address instead.`,
    problems: [],
  },
  "auth/invalid-api-key": {
    message: msg`This page is out of date. Please reload it. If that doesn't help, contact support.`,
    problems: [],
  },
} as const satisfies Record<`auth/${string}`, AccountError>;

const errorsByCode: ReadonlyMap<string, AccountError> = new Map(
  Object.entries<AccountError>(accountErrors).flatMap(([code, error]) =>
    [code, ...error.problems].map((name) => [name, error] as const),
  ),
);

/**
 * Message for a failed identity call, in the reader's language: our own for known codes, otherwise the server's,
 * otherwise the specification's generic message.
 */
export function accountErrorText(error: unknown): string {
  const known = error instanceof ApiError ? errorsByCode.get(error.code) : undefined;
  const serverMessage = errorText(error, "");
  const isOurs = known !== undefined && !(known.preferServerMessage && serverMessage);
  if (isOurs) return i18n._(known.message);
  return serverMessage || i18n._(msg`An error occurred. Please try again.`);
}
