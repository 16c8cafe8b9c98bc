import { expect, test } from "vitest";
import { checkPhone, formatPhone, phoneExamples } from "./phone.ts";

const messageOf = (text: string) => checkPhone(text).message;

test("[spec/validation:phone] each failure has its sentence, in order", () => {
  expect(messageOf("  ")).toBe("Phone number is required");
  expect(messageOf("2025550123")).toBe("Phone number must include country code");
  expect(messageOf("+49 12 34")).toBe("Phone number is too short");
  expect(messageOf("+3581234567890123")).toBe("Phone number is too long");
  expect(messageOf("+358+1234567")).toBe("Phone number contains invalid characters");
  expect(messageOf("+358 1234567x")).toBe("Phone number contains invalid characters");
  expect(messageOf("+1 102 555 0123")).toBe("Invalid US/Canada phone number format");
  expect(messageOf("+1 202 155 0123")).toBe("Invalid US/Canada phone number format");
  expect(messageOf("+91 58765 43210")).toBe("Invalid India phone number format");
});

test("a number passes in any usual writing, and is kept without it", () => {
  expect(checkPhone("+1 (202) 555-0123")).toEqual({
    valid: true,
    phone: "+12025550123",
    message: "Valid US/Canada phone number",
  });
  expect(messageOf("+358 40 123 4567")).toBe("Valid international phone number");
  for (const { country, example } of phoneExamples) expect(messageOf(example)).toBe(`Valid ${country} phone number`);
});

test("8 to 15 characters are the limits, country code included", () => {
  expect(checkPhone("+358123").valid).toBe(false);
  expect(checkPhone("+3581234").valid).toBe(true);
  expect(checkPhone("+35812345678901").valid).toBe(true);
  expect(checkPhone("+358123456789012").valid).toBe(false);
});

test("[spec/validation:phone-input] a plus is put before digits, and numbers are grouped", () => {
  expect(formatPhone("1202")).toBe("+1 202");
  expect(formatPhone("+12025550123")).toBe("+1 202 555 0123");
  expect(formatPhone("+33612345678")).toBe("+33 6 12 34 56 78");
  expect(formatPhone("+358401234567")).toBe("+358 401 234 567");
  expect(formatPhone("+")).toBe("+");
  expect(formatPhone("")).toBe("");
  for (const { example } of phoneExamples) expect(formatPhone(example)).toBe(example);
});
