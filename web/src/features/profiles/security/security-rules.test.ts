import { i18n } from "@lingui/core";
import { expect, test } from "vitest";
import { lastUsedText, validatePasswordChange } from "./security-rules.ts";

i18n.loadAndActivate({ locale: "en", messages: {} });

test("[spec/reset:validation] validates a password change like a reset, after the current password", () => {
  const good = { currentPassword: "x", password: "Abcdefg1", confirmPassword: "Abcdefg1" };
  const problemWith = (change: Partial<typeof good>) =>
    validatePasswordChange({ ...good, ...change });
  expect(validatePasswordChange(good)).toBeUndefined();
  expect(problemWith({ currentPassword: "", password: "" })).toBe("Please fill in all fields");
  expect(problemWith({ password: "", confirmPassword: "x" })).toBe("Please enter a new password");
  expect(problemWith({ password: "abcdefg1" })).toBe(
    "Password must be at least one uppercase letter",
  );
  expect(problemWith({ confirmPassword: "Abcdefg2" })).toBe("Passwords do not match");
});

test("formats when a session was last used, and never in the future if clocks differ", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  const text = (at: string) => lastUsedText(at, now);
  expect(text("2026-11-21T12:00:20Z")).toBe("this minute");
  expect(text("2026-11-21T11:15:00Z")).toBe("45 minutes ago");
  expect(text("2026-11-21T09:00:00Z")).toBe("3 hours ago");
  expect(text("2026-11-20T11:00:00Z")).toBe("yesterday");
  expect(text("2026-11-01T12:00:00Z")).toBe("20 days ago");
});
