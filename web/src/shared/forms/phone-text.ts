import {
  type PhoneCheck,
  type PhoneCountry,
  type PhoneProblem,
  type PhoneRefusal,
} from "@commonlane/contract/phone";
import { namesIn } from "#shared/formatting/formatters.ts";
import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatList } from "../formatting/format.ts";
import { activeLanguage } from "../language/messages.ts";

interface ProblemText {
  readonly problem: MessageDescriptor;
  readonly suggestion: MessageDescriptor;
}

const texts: Readonly<Record<PhoneProblem, ProblemText>> = {
  missing: {
    problem: msg`Phone number is required`,
    suggestion: msg`Enter your number, starting with +`,
  },
  "no-country-code": {
    problem: msg`Phone number must include country code`,
    suggestion: msg`Start with + and your country code, like +1`,
  },
  "zero-country-code": {
    problem: msg`Phone number must include country code`,
    suggestion: msg`No country code begins with 0; use yours, like +1`,
  },
  "wrong-characters": {
    problem: msg`Phone number contains invalid characters`,
    suggestion: msg`Use only digits after the +`,
  },
  "too-short": {
    problem: msg`Phone number is too short`,
    suggestion: msg`Use at least 8 characters, country code included`,
  },
  "too-long": {
    problem: msg`Phone number is too long`,
    suggestion: msg`Use at most 15 characters, country code included`,
  },
};

/** What a check says about a number, in the reader's language. */
export function phoneText(check: PhoneCheck): string {
  if (!check.valid) return phoneProblemText(check);
  if (!check.country) return i18n._(msg`Valid international phone number`);
  const country = phoneCountryName(check.country);
  return i18n._(msg`Valid ${country} phone number`);
}

function phoneProblemText(refusal: PhoneRefusal): string {
  if (refusal.problem !== "wrong-format") return i18n._(texts[refusal.problem].problem);
  const country = phoneCountryName(refusal.country);
  return i18n._(msg`Invalid ${country} phone number format`);
}

/** The problem of a refused number, and what to write instead. */
export const phoneProblemWithSuggestion = (refusal: PhoneRefusal): string =>
  `${phoneProblemText(refusal)}. ${suggestionText(refusal)}.`;

function suggestionText(refusal: PhoneRefusal): string {
  if (refusal.problem !== "wrong-format") return i18n._(texts[refusal.problem].suggestion);
  const { example } = refusal.country;
  return i18n._(msg`Write it like ${example}`);
}

/** A country's name in the reader's language; in English as the specification writes it. */
export function phoneCountryName({ name, regions }: PhoneCountry): string {
  const language = activeLanguage();
  if (language === "en") return name;
  const names = namesIn(language, { type: "region" });
  return formatList(regions.map((region) => names.of(region) ?? region));
}
