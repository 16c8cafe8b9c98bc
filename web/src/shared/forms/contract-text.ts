import { namesIn } from "#shared/formatting/formatters.ts";
import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatList } from "../formatting/format.ts";
import { activeLanguage } from "../language/messages.ts";

/** The contract checks passwords and phone numbers here and on the server, with English texts. */
const texts: readonly MessageDescriptor[] = [
  msg`At least 8 characters`,
  msg`At least one uppercase letter`,
  msg`At least one lowercase letter`,
  msg`At least one digit`,
  msg`Password is required`,
  msg`Password must be at least 8 characters`,
  msg`Password must be at least one uppercase letter`,
  msg`Password must be at least one lowercase letter`,
  msg`Password must be at least one digit`,
  msg`Password does not meet security requirements. Please check the requirements below.`,
  msg`Phone number is required`,
  msg`Enter your number, starting with +`,
  msg`Phone number must include country code`,
  msg`Start with + and your country code, like +1`,
  msg`No country code begins with 0; use yours, like +1`,
  msg`Phone number contains invalid characters`,
  msg`Use only digits after the +`,
  msg`Phone number is too short`,
  msg`Use at least 8 characters, country code included`,
  msg`Phone number is too long`,
  msg`Use at most 15 characters, country code included`,
  msg`Valid international phone number`,
];
/** The build compiles messages to lists of their parts, of which these have one. */
const byText = new Map(texts.map((text) => [String(text.message), text]));

const PHONE_TEXT =
  /^(?:Valid (?<valid>.+) phone number|Invalid (?<invalid>.+) phone number format|Write it like (?<example>.+))$/;

/** A text of the contract in the reader's language. */
export function contractText(english: string): string {
  const known = byText.get(english);
  if (known) return i18n._(known);
  const { valid, invalid, example } = PHONE_TEXT.exec(english)?.groups ?? {};
  if (valid !== undefined) return validText(phoneCountry(valid));
  if (invalid !== undefined) return invalidText(phoneCountry(invalid));
  return example === undefined ? english : exampleText(example);
}

const validText = (country: string) => i18n._(msg`Valid ${country} phone number`);
const invalidText = (country: string) => i18n._(msg`Invalid ${country} phone number format`);
const exampleText = (example: string) => i18n._(msg`Write it like ${example}`);

const REGIONS: Readonly<Record<string, readonly string[]>> = {
  "US and Canada": ["US", "CA"],
  UK: ["GB"],
  India: ["IN"],
  Australia: ["AU"],
  Germany: ["DE"],
  France: ["FR"],
  Japan: ["JP"],
  Brazil: ["BR"],
  Mexico: ["MX"],
};

/** Name of a country of the contract's phone checks. */
export function phoneCountry(english: string): string {
  const language = activeLanguage();
  const regions = REGIONS[english];
  if (language === "en" || !regions) return english;
  const names = namesIn(language, { type: "region" });
  return formatList(regions.map((region) => names.of(region) ?? region));
}
