import { findPasswordProblem, passwordRules } from "@commonlane/contract/password";
import { checkPhone, phoneExamples } from "@commonlane/contract/phone";
import { i18n } from "@lingui/core";
import { expect, onTestFinished, test, vi } from "vitest";
import { contractText } from "./contract-text.ts";

const PHONES = [
  "",
  "170",
  "+0170",
  "+49 x",
  "+49",
  "+4915123456789012",
  "+49 1",
  "+12",
  "+1 100 100 1000",
  "+353861234567",
];

/** Everything that the contract can say about a password or a phone number. */
const everyText = () => [
  ...passwordRules.map(({ text }) => text),
  ...[
    "",
    "short",
    "longer but no capital 1",
    "LONGER BUT NO SMALL 1",
    "No digits here",
    "A1a".repeat(500),
  ].map((password) => findPasswordProblem(password) ?? ""),
  ...[...PHONES, ...phoneExamples.map(({ example }) => example)].flatMap((phone) => {
    const check = checkPhone(phone);
    return check.valid ? [check.message] : [check.message, check.suggestion];
  }),
];

test("says in English exactly what the contract says", () => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  for (const text of everyText()) expect(contractText(text)).toBe(text);
});

test("every text of the contract is a message of the catalogue", () => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  const translate = vi.spyOn(i18n, "_");
  onTestFinished(() => translate.mockRestore());
  for (const text of everyText()) contractText(text);
  const translated = new Set(translate.mock.results.map(({ value }) => String(value)));
  expect(everyText().filter((text) => text !== "" && !translated.has(text))).toEqual([]);
});
