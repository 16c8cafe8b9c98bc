import { PASSWORD_REFUSED } from "./password.ts";
import type { ProblemCode } from "./problem.ts";

interface IdentityError {
  /** What a person reads. */
  readonly sentence: string;
  /** Which of the server's problems it is; none where only a browser can meet it, or where we never say so. */
  readonly problems: readonly ProblemCode[];
  /** The server's text says more than the sentence, and is shown instead of it where there is one. */
  readonly serverKnowsBetter?: true;
}

/** The identity service's error codes (specification, section 8), each with a sentence of our own. */
export const identityErrors = {
  "auth/email-already-in-use": {
    sentence:
      "There is an account with this e-mail already. Log in, or choose a new password if you have forgotten it.",
    problems: ["email_taken"],
  },
  "auth/wrong-password": {
    sentence: "Your current password is not right. Please try again.",
    problems: ["password_wrong"],
  },
  "auth/invalid-credential": {
    sentence: "The e-mail or the password is not right. Please try again.",
    problems: ["credentials_wrong"],
  },
  /** The server never says so: it would tell everybody who has an account. */
  "auth/user-not-found": { sentence: "The e-mail or the password is not right. Please try again.", problems: [] },
  "auth/too-many-requests": {
    sentence: "That was tried too often. Please wait a few minutes and try again.",
    problems: ["too_many"],
    // It says how long.
    serverKnowsBetter: true,
  },
  "auth/user-disabled": {
    sentence: "This account has been suspended. Write to support if you think that is a mistake.",
    problems: ["account_suspended"],
    // It says until when, and why.
    serverKnowsBetter: true,
  },
  "auth/network-request-failed": {
    sentence: "The server cannot be reached. Check your connection and try again.",
    problems: ["unavailable"],
  },
  "auth/missing-recaptcha-token": {
    sentence: "We could not check that you are a person. Please reload the page and try again.",
    problems: ["captcha_missing", "captcha_wrong", "captcha_over"],
  },
  "auth/password-does-not-meet-requirements": {
    sentence: PASSWORD_REFUSED,
    problems: ["password_weak"],
    serverKnowsBetter: true,
  },
  "auth/multi-factor-auth-required": {
    sentence: "This account asks for a second step that this page does not know. Please write to support.",
    problems: [],
  },
  "auth/user-mismatch": {
    sentence: "You are signed in with another account. Log out, then try again.",
    problems: ["not_yours"],
  },
  "auth/popup-blocked": {
    sentence: "Your browser has blocked the window to sign in with. Allow it for this page and try again.",
    problems: [],
  },
  "auth/popup-closed-by-user": {
    sentence: "The window to sign in with was closed too early. Please try again.",
    problems: [],
  },
  "auth/unauthorized-domain": {
    sentence: "It is not possible to sign in from this address. Open the community's own address instead.",
    problems: [],
  },
  "auth/invalid-api-key": {
    sentence: "This page is out of date or set up wrongly. Please reload it; if that does not help, write to support.",
    problems: [],
  },
} as const satisfies Record<`auth/${string}`, IdentityError>;

const known: ReadonlyMap<string, IdentityError> = new Map(Object.entries<IdentityError>(identityErrors));
const byProblem: ReadonlyMap<string, string> = new Map(
  [...known].flatMap(([code, { problems }]) => problems.map((problem) => [problem, code] as const)),
);

/** The identity error that a problem of the server is; nothing for problems of another kind. */
export const authCodeOf = (problem: string): string | undefined => byProblem.get(problem);

/**
 * What to show for a failed identity call, given the code and the text of its answer: our sentence for the codes that
 * we know, otherwise the service's own text, and where there is none the specification's words for every failure.
 */
export function identityErrorText({ code, error = "" }: { code: string; error?: string }): string {
  const entry = known.get(byProblem.get(code) ?? code);
  if (entry && !(entry.serverKnowsBetter && error)) return entry.sentence;
  return error || "An error occurred. Please try again.";
}
