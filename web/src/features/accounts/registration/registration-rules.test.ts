import { i18n } from "@lingui/core";
import { expect, test } from "vitest";
import { validateRegistration, type RegistrationForm } from "./use-registration.ts";

i18n.loadAndActivate({ locale: "en", messages: {} });

const validForm: RegistrationForm = {
  firstName: "Amara",
  lastName: "Lindqvist",
  hasOneName: false,
  email: "amara@example.org",
  phone: "+12025550123",
  password: "Abcdefg1",
  confirmPassword: "Abcdefg1",
};
const problemWithPassword = (password: string) =>
  problemWith({ password, confirmPassword: password });
const problemWith = (overrides: Partial<RegistrationForm>) =>
  validateRegistration({ ...validForm, ...overrides });

test("[spec/validation:registration-order] reports the first failing rule in the specification's order", () => {
  expect(validateRegistration(validForm)).toBeUndefined();
  for (const field of [
    "firstName",
    "lastName",
    "email",
    "phone",
    "password",
    "confirmPassword",
  ] as const)
    expect(problemWith({ [field]: "" })).toBe("Please fill in all fields");
  expect(problemWith({ firstName: "  ", confirmPassword: "x" })).toBe("Please fill in all fields");
  expect(problemWith({ password: "x", phone: "1" })).toBe("Passwords do not match");
  expect(problemWith({ password: "short", confirmPassword: "short", phone: "1" })).toBe(
    "Password must be at least 8 characters",
  );
  expect(problemWith({ phone: "2025550123" })).toBe("Phone number must include country code");
});

test("[spec/validation:password-rules] reports each password rule with its own message", () => {
  expect(problemWithPassword("abcdefg1")).toBe("Password must be at least one uppercase letter");
  expect(problemWithPassword("ABCDEFG1")).toBe("Password must be at least one lowercase letter");
  expect(problemWithPassword("Abcdefgh")).toBe("Password must be at least one digit");
});
