import { expect, test } from "vitest";
import { PASSWORD_MAX_LENGTH } from "./limits.ts";
import { findPasswordProblem, passwordRefusals, passwordRules } from "./password.ts";

test("[spec/validation:password-rules] names the first failed rule: required, 8 characters, uppercase, lowercase, digit", () => {
  expect(findPasswordProblem("")).toBe("Password is required");
  expect(findPasswordProblem("abc")).toBe("Password must be at least 8 characters");
  expect(findPasswordProblem("1234567")).toBe("Password must be at least 8 characters");
  expect(findPasswordProblem("abcdefgh")).toBe("Password must be at least one uppercase letter");
  expect(findPasswordProblem("ABCDEFGH")).toBe("Password must be at least one lowercase letter");
  expect(findPasswordProblem("Abcdefgh")).toBe("Password must be at least one digit");
  // No special character is required.
  expect(findPasswordProblem("Abcdefg1")).toBeUndefined();
  expect(passwordRules).toHaveLength(4);
});

test("[spec/validation:password-fallback] uses the specification's fallback message for any other reason", () => {
  expect(findPasswordProblem(`Aa1${"x".repeat(PASSWORD_MAX_LENGTH - 3)}`)).toBeUndefined();
  expect(findPasswordProblem(`Aa1${"x".repeat(PASSWORD_MAX_LENGTH)}`)).toBe(
    "Password does not meet security requirements. Please check the requirements below.",
  );
});

test("[spec/limits:password] rejects seven characters and accepts eight", () => {
  expect(findPasswordProblem("Abcdef1")).toBeDefined();
  expect(findPasswordProblem("Abcdef12")).toBeUndefined();
});

test("every rule has a refusal that is translated", () => {
  const refusals = ["", "a", "abcdefgh", "ABCDEFGH", "Abcdefgh"].map(findPasswordProblem);
  expect(refusals.slice(1).filter((text) => !passwordRefusals.includes(text ?? ""))).toEqual([]);
});
