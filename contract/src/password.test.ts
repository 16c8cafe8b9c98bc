import { expect, test } from "vitest";
import { PASSWORD_MAX_LENGTH } from "./limits.ts";
import { findPasswordProblem, passwordMessages, passwordRules } from "./password.ts";

/** The server's message about a password. */
function messageOf(password: string): string | undefined {
  const problem = findPasswordProblem(password);
  return problem && passwordMessages[problem];
}

test("[spec/validation:password-rules] names the first failed rule: required, 8 characters, uppercase, lowercase, digit", () => {
  expect(messageOf("")).toBe("Password is required");
  expect(messageOf("abc")).toBe("Password must be at least 8 characters");
  expect(messageOf("1234567")).toBe("Password must be at least 8 characters");
  expect(messageOf("abcdefgh")).toBe("Password must be at least one uppercase letter");
  expect(messageOf("ABCDEFGH")).toBe("Password must be at least one lowercase letter");
  expect(messageOf("Abcdefgh")).toBe("Password must be at least one digit");
  // No special character is required.
  expect(findPasswordProblem("Abcdefg1")).toBeUndefined();
  expect(passwordRules).toHaveLength(4);
});

test("[spec/validation:password-fallback] uses the specification's fallback message for any other reason", () => {
  expect(findPasswordProblem(`Aa1${"x".repeat(PASSWORD_MAX_LENGTH - 3)}`)).toBeUndefined();
  expect(messageOf(`Aa1${"x".repeat(PASSWORD_MAX_LENGTH)}`)).toBe(
    "Password does not meet security requirements. Please check the requirements below.",
  );
});

test("[spec/limits:password] rejects seven characters and accepts eight", () => {
  expect(findPasswordProblem("Abcdef1")).toBeDefined();
  expect(findPasswordProblem("Abcdef12")).toBeUndefined();
});
