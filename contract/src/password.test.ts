import { expect, test } from "vitest";
import { PASSWORD_MAX_LENGTH } from "./limits.ts";
import { passwordProblem, passwordRules } from "./password.ts";

test("[spec/validation:password-rules] required, 8 characters, uppercase, lowercase, digit: the first that fails is named", () => {
  expect(passwordProblem("")).toBe("Password is required");
  expect(passwordProblem("abc")).toBe("Password must be at least 8 characters");
  expect(passwordProblem("1234567")).toBe("Password must be at least 8 characters");
  expect(passwordProblem("abcdefgh")).toBe("Password must be at least one uppercase letter");
  expect(passwordProblem("ABCDEFGH")).toBe("Password must be at least one lowercase letter");
  expect(passwordProblem("Abcdefgh")).toBe("Password must be at least one digit");
  // No special character is required.
  expect(passwordProblem("Abcdefg1")).toBeUndefined();
  expect(passwordRules).toHaveLength(4);
});

test("[spec/validation:password-fallback] a password that is refused for another reason is refused in the specification's fallback", () => {
  expect(passwordProblem(`Aa1${"x".repeat(PASSWORD_MAX_LENGTH - 3)}`)).toBeUndefined();
  expect(passwordProblem(`Aa1${"x".repeat(PASSWORD_MAX_LENGTH)}`)).toBe(
    "Password does not meet security requirements. Please check the requirements below.",
  );
});

test("[spec/limits:password] seven characters are too few and eight are enough", () => {
  expect(passwordProblem("Abcdef1")).toBeDefined();
  expect(passwordProblem("Abcdef12")).toBeUndefined();
});
