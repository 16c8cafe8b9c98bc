import { expect, test } from "vitest";
import { findAuthCode, authErrors, authErrorMessage } from "./account-errors.ts";
import { problems } from "./problem.ts";

/** Section 8 of the specification, in its order. */
const SEEN = [
  "email-already-in-use",
  "wrong-password",
  "invalid-credential",
  "user-not-found",
  "too-many-requests",
  "user-disabled",
  "network-request-failed",
  "missing-recaptcha-token",
  "password-does-not-meet-requirements",
  "multi-factor-auth-required",
  "user-mismatch",
  "popup-blocked",
  "popup-closed-by-user",
  "unauthorized-domain",
  "invalid-api-key",
];

test("[spec/identity-errors:sentences] every identity code of the specification has a message of its own", () => {
  expect(Object.keys(authErrors).toSorted()).toEqual(SEEN.map((code) => `auth/${code}`).toSorted());
  for (const [code, { message: sentence }] of Object.entries(authErrors)) {
    expect(authErrorMessage({ code })).toBe(sentence);
    expect(sentence).toMatch(/^[A-Z].{20,}\.$/);
    expect(sentence).not.toMatch(/auth\/|captcha|API|firebase/i);
  }
});

test("[spec/identity-errors:own-text] shows the service's message for unknown codes, or the specification's without one", () => {
  expect(authErrorMessage({ code: "code_wrong", error: "Invalid verification code" })).toBe(
    "Invalid verification code",
  );
  expect(authErrorMessage({ code: "auth/unheard-of", error: "Its own words." })).toBe(
    "Its own words.",
  );
  expect(authErrorMessage({ code: "unheard_of" })).toBe("An error occurred. Please try again.");
  expect(authErrorMessage({ code: "toString" })).toBe("An error occurred. Please try again.");
  const weak = { code: "password_weak", error: "Password must be at least one digit" };
  expect(authErrorMessage(weak)).toBe(weak.error);
  const suspended = {
    code: "account_suspended",
    error: "This account has been suspended until 2026-01-04: Threats",
  };
  expect(authErrorMessage(suspended)).toBe(suspended.error);
});

test("each server problem maps to at most one identity code with the same message", () => {
  const mapped = Object.values(authErrors).flatMap((one): readonly string[] => one.problems);
  expect(new Set(mapped).size).toBe(mapped.length);
  for (const problem of mapped) expect(Object.keys(problems)).toContain(problem);
  expect(findAuthCode("credentials_wrong")).toBe("auth/invalid-credential");
  expect(findAuthCode("ride_full")).toBeUndefined();
  expect(authErrorMessage({ code: "email_taken", error: "x" })).toBe(
    authErrors["auth/email-already-in-use"].message,
  );
  // The message must not reveal whether an account exists.
  expect(authErrors["auth/user-not-found"].message).toBe(
    authErrors["auth/invalid-credential"].message,
  );
});
