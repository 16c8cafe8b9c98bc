import { PASSWORD_REFUSED } from "./password.ts";
import type { ProblemCode } from "./problem.ts";

interface AuthError {
  /** Message shown to the user. */
  readonly message: string;
  /** Server problems with this meaning; empty if only a browser can run into it, or if the server never reveals it. */
  readonly problems: readonly ProblemCode[];
  /** Show the server's message instead, if there is one: it is more specific. */
  readonly preferServerMessage?: true;
}

/** Error codes of the identity service (specification, section 8) with our own messages. */
export const authErrors = {
  "auth/email-already-in-use": {
    message:
      "There's already an account with this e-mail. Log in, or reset your password if you've forgotten it.",
    problems: ["email_taken"],
  },
  "auth/wrong-password": {
    message: "Your current password is wrong. Please try again.",
    problems: ["password_wrong"],
  },
  "auth/invalid-credential": {
    message: "Wrong e-mail or password. Please try again.",
    problems: ["credentials_wrong"],
  },
  /** Never sent by the server: it would reveal which addresses have an account. */
  "auth/user-not-found": { message: "Wrong e-mail or password. Please try again.", problems: [] },
  "auth/too-many-requests": {
    message: "Too many attempts. Please wait a few minutes and try again.",
    problems: ["too_many"],
    // The server's message says how long to wait.
    preferServerMessage: true,
  },
  "auth/user-disabled": {
    message: "This account has been suspended. Contact support if you think that's a mistake.",
    problems: ["account_suspended"],
    // The server's message has the end date and the reason.
    preferServerMessage: true,
  },
  "auth/network-request-failed": {
    message: "We can't reach the server. Check your connection and try again.",
    problems: ["unavailable"],
  },
  "auth/missing-recaptcha-token": {
    message: "We couldn't run the security check. Please reload the page and try again.",
    problems: ["captcha_missing", "captcha_wrong", "captcha_over"],
  },
  "auth/password-does-not-meet-requirements": {
    message: PASSWORD_REFUSED,
    problems: ["password_weak"],
    preferServerMessage: true,
  },
  "auth/multi-factor-auth-required": {
    message: "Enter the code from your authenticator app, or a recovery code.",
    problems: ["second_factor_needed"],
  },
  "auth/user-mismatch": {
    message: "You're signed in with another account. Log out and try again.",
    problems: ["not_yours"],
  },
  "auth/popup-blocked": {
    message: "Your browser blocked the sign-in window. Allow pop-ups for this page and try again.",
    problems: [],
  },
  "auth/popup-closed-by-user": {
    message: "The sign-in window was closed too early. Please try again.",
    problems: [],
  },
  "auth/unauthorized-domain": {
    message: "You can't sign in from this address. Open the community's own address instead.",
    problems: [],
  },
  "auth/invalid-api-key": {
    message: "This page is out of date. Please reload it. If that doesn't help, contact support.",
    problems: [],
  },
} as const satisfies Record<`auth/${string}`, AuthError>;

const errorsByCode: ReadonlyMap<string, AuthError> = new Map(Object.entries<AuthError>(authErrors));
const codeByProblem: ReadonlyMap<string, string> = new Map(
  [...errorsByCode].flatMap(([code, { problems }]) =>
    problems.map((problem) => [problem, code] as const),
  ),
);

/** Identity error code for a server problem; undefined for problems of other kinds. */
export const findAuthCode = (problem: string): string | undefined => codeByProblem.get(problem);

/**
 * Message for a failed identity call: our own for known codes, otherwise the server's, otherwise the specification's
 * generic message.
 */
export function authErrorMessage({ code, error = "" }: { code: string; error?: string }): string {
  const entry = errorsByCode.get(codeByProblem.get(code) ?? code);
  if (entry && !(entry.preferServerMessage && error)) return entry.message;
  return error || "An error occurred. Please try again.";
}
