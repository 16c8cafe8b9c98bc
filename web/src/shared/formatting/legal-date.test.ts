import { LANGUAGES } from "@commonlane/contract/languages";
import { i18n } from "@lingui/core";
import { afterEach, expect, test } from "vitest";
import { activateLanguage } from "../language/messages.ts";
import { formatLegalDate } from "./legal-date.ts";

for (const language of LANGUAGES) i18n.load(language, {});
afterEach(() => activateLanguage("en"));

const inEveryLanguage = (written: string) =>
  LANGUAGES.map((language) => {
    activateLanguage(language);
    return formatLegalDate(written);
  });

test("the month of a legal text is written in the reader's language", () => {
  const expected = ["January 2025", "Januar 2025", "janvier 2025", "enero de 2025", "يناير 2025"];
  expect(inEveryLanguage("January 2025")).toEqual(expected);
  expect(inEveryLanguage("2025-01")).toEqual(expected);
});

test("a day is written if the operator gave one", () => {
  const expected = [
    "12 May 2026",
    "12. Mai 2026",
    "12 mai 2026",
    "12 de mayo de 2026",
    "12 مايو 2026",
  ];
  expect(inEveryLanguage("12 May 2026")).toEqual(expected);
  expect(inEveryLanguage("2026-05-12")).toEqual(expected);
});

test("any other form stays as the operator wrote it", () => {
  for (const written of [
    "Wintersemester 2025",
    "Stand: 3.4.2026",
    "2026-13-40",
    "31 February 2026",
    "12 Mai 2026",
    "Maybe 2026",
  ])
    expect(formatLegalDate(written)).toBe(written);
});
