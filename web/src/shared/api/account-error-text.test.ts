import { problems } from "@commonlane/contract/problem";
import { i18n } from "@lingui/core";
import { beforeEach, expect, test } from "vitest";
import { accountErrors, accountErrorText } from "./account-error-text.ts";
import { ApiError } from "./api-error.ts";

beforeEach(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

const textOf = (code: string, message = "", status = 400) =>
  accountErrorText(new ApiError({ code, message, status }));

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
].map((code) => `auth/${code}`);

test("[spec/identity-errors:sentences] every identity code of the specification has a message of its own", () => {
  expect(Object.keys(accountErrors).toSorted()).toEqual(SEEN.toSorted());
  for (const code of SEEN) {
    expect(textOf(code)).toMatch(/^[A-Z].{20,}\.$/);
    expect(textOf(code)).not.toMatch(/auth\/|captcha|API|firebase/i);
  }
  // The message must not reveal whether an account exists.
  expect(textOf("auth/user-not-found")).toBe(textOf("auth/invalid-credential"));
});

test("[spec/identity-errors:own-text] shows the service's message for unknown codes, or the specification's without one", () => {
  expect(textOf("code_wrong", "Invalid verification code")).toBe("Invalid verification code");
  expect(textOf("auth/unheard-of", "Its own words.")).toBe("Its own words.");
  expect(textOf("unheard_of")).toBe("An error occurred. Please try again.");
  expect(textOf("toString")).toBe("An error occurred. Please try again.");
});

test("shows the server's message where it says more", () => {
  const weak = "Password must be at least one digit";
  expect(textOf("password_weak", weak)).toBe(weak);
  const suspended = "This account has been suspended until 2026-01-04: Threats";
  expect(textOf("account_suspended", suspended)).toBe(suspended);
  expect(textOf("email_taken", "x")).toMatch(/^There's already an account/);
});

test("a missing reply and a failed check of the browser have a message of their own", () => {
  expect(textOf("network", "We couldn't reach the server.", 0)).toMatch(/^We can't reach/);
  expect(textOf("captcha_missing", "x")).toMatch(/^We couldn't run the security check/);
});

test("each server problem has at most one meaning", () => {
  const mapped = Object.values(accountErrors).flatMap(
    ({ problems }): readonly string[] => problems,
  );
  expect(new Set(mapped).size).toBe(mapped.length);
  const known = [...Object.keys(problems), "network"];
  expect(mapped.filter((problem) => !known.includes(problem))).toEqual([]);
});

test("messages are in the reader's language", () => {
  i18n.loadAndActivate({ locale: "de", messages: {} });
  const { id } = accountErrors["auth/invalid-credential"].message;
  i18n.load("de", { [id]: "Falsche E-Mail-Adresse oder falsches Passwort." });
  expect(textOf("credentials_wrong")).toBe("Falsche E-Mail-Adresse oder falsches Passwort.");
});
