import { checkPhone } from "@commonlane/contract/phone";
import { i18n } from "@lingui/core";
import { beforeEach, expect, test } from "vitest";
import { phoneProblemWithSuggestion, phoneText } from "./phone-text.ts";

beforeEach(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

const textOf = (phone: string) => phoneText(checkPhone(phone));

function suggestionFor(phone: string): string {
  const check = checkPhone(phone);
  return check.valid ? "" : phoneProblemWithSuggestion(check);
}

test("[spec/validation:phone] says why a number is refused, in the specification's words", () => {
  expect(textOf("  ")).toBe("Phone number is required");
  expect(textOf("2025550123")).toBe("Phone number must include country code");
  expect(textOf("+49 12 34")).toBe("Phone number is too short");
  expect(textOf("+3581234567890123")).toBe("Phone number is too long");
  expect(textOf("+358+1234567")).toBe("Phone number contains invalid characters");
  expect(textOf("+1 102 555 0123")).toBe("Invalid US and Canada phone number format");
});

test("[spec/validation:phone-success] says of which country a valid number is", () => {
  expect(textOf("+1 202 555 0123")).toBe("Valid US and Canada phone number");
  expect(textOf("+358 40 123 4567")).toBe("Valid international phone number");
});

test("[spec/validation:phone-suggestion] suggests a fix for each failure", () => {
  const failing = ["", "2025550123", "+49 12 34", "+3581234567890123", "+358+1234567"];
  const suggestions = failing.map(suggestionFor);
  for (const suggestion of suggestions) expect(suggestion).toMatch(/^[A-Z].+\. [A-Z].{10,}[^.]\.$/);
  expect(new Set(suggestions).size).toBe(failing.length);
  expect(suggestionFor("+91 58765 43210")).toBe(
    "Invalid India phone number format. Write it like +91 98765 43210.",
  );
  expect(suggestionFor("+0170")).toContain("No country code begins with 0");
});

test("names countries in the reader's language", () => {
  i18n.loadAndActivate({ locale: "de", messages: {} });
  expect(textOf("+44 7700 900123")).toContain("Vereinigtes Königreich");
});
