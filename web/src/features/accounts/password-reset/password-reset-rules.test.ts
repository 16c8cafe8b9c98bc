import { i18n } from "@lingui/core";
import { expect, test } from "vitest";
import { type PasswordResetValues, validatePasswordReset } from "./use-password-reset.ts";

i18n.loadAndActivate({ locale: "en", messages: {} });

const validValues: PasswordResetValues = {
  code: "123456",
  password: "Abcdefg1",
  confirmPassword: "Abcdefg1",
};
const problemWith = (overrides: Partial<PasswordResetValues>) =>
  validatePasswordReset({ ...validValues, ...overrides });

test("[spec/reset:validation] checks the code first, then the new password, its rules and the confirmation", () => {
  expect(validatePasswordReset(validValues)).toBeUndefined();
  expect(problemWith({ code: undefined, password: "" })).toBe(
    "Please enter the complete 6-digit code",
  );
  expect(problemWith({ password: "", confirmPassword: "x" })).toBe("Please enter a new password");
  expect(problemWith({ password: "short", confirmPassword: "x" })).toBe(
    "Password must be at least 8 characters",
  );
  expect(problemWith({ password: "abcdefg1" })).toBe(
    "Password must be at least one uppercase letter",
  );
  expect(problemWith({ password: "ABCDEFG1" })).toBe(
    "Password must be at least one lowercase letter",
  );
  expect(problemWith({ password: "Abcdefgh" })).toBe("Password must be at least one digit");
  expect(problemWith({ confirmPassword: "Abcdefg2" })).toBe("Passwords do not match");
});
