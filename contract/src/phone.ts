import { translatable } from "./message.ts";
import { PHONE_MAX_LENGTH, PHONE_MIN_LENGTH } from "./limits.ts";
import { plainNumbers } from "./plain-numbers.ts";

/** Countries with detailed checks (specification, section 5). */
const countries = [
  {
    code: "1",
    name: "US and Canada",
    national: /^[2-9]\d{2}[2-9]\d{6}$/,
    example: "+1 202 555 0123",
  },
  { code: "44", name: "UK", national: /^\d{9,10}$/, example: "+44 7700 900123" },
  { code: "91", name: "India", national: /^[6-9]\d{9}$/, example: "+91 98765 43210" },
  { code: "61", name: "Australia", national: /^\d{9}$/, example: "+61 412 345 678" },
  { code: "49", name: "Germany", national: /^\d{6,12}$/, example: "+49 1512 3456789" },
  { code: "33", name: "France", national: /^\d{9}$/, example: "+33 6 12 34 56 78" },
  { code: "81", name: "Japan", national: /^\d{9,10}$/, example: "+81 90 1234 5678" },
  { code: "55", name: "Brazil", national: /^\d{10,11}$/, example: "+55 11 91234 5678" },
  { code: "52", name: "Mexico", national: /^\d{10,11}$/, example: "+52 55 1234 5678" },
] as const;

/** Examples from five of the countries. */
export const phoneExamples = countries.slice(0, 5).map(({ name, example }) => ({ country: name, example }));

export type PhoneCheck =
  { valid: true; phone: string; message: string } | { valid: false; message: string; suggestion: string };

/** Stored form of a number: only digits and plus signs. */
export const cleanPhone = (text: string): string => plainNumbers(text).replaceAll(/[^\d+]/g, "");

/** Checks a typed number; spaces, dots, dashes, slashes and brackets are allowed. */
export function checkPhone(text: string): PhoneCheck {
  const phone = cleanPhone(text);
  if (text.trim() === "")
    return invalid(translatable("Phone number is required"), translatable("Enter your number, starting with +"));
  if (!phone.startsWith("+"))
    return invalid(
      translatable("Phone number must include country code"),
      "Start with + and your country code, like +1",
    );
  if (phone.startsWith("+0"))
    return invalid(
      translatable("Phone number must include country code"),
      translatable("No country code begins with 0; use yours, like +1"),
    );
  // Before the length check, because a wrong character also changes the length.
  if (!/^\+\d*$/.test(phone) || /[^\d+\s().\-/]/.test(plainNumbers(text)))
    return invalid(
      translatable("Phone number contains invalid characters"),
      translatable("Use only digits after the +"),
    );
  if (phone.length < PHONE_MIN_LENGTH)
    return invalid(
      translatable("Phone number is too short"),
      `Use at least ${PHONE_MIN_LENGTH} characters, country code included`,
    );
  if (phone.length > PHONE_MAX_LENGTH)
    return invalid(
      translatable("Phone number is too long"),
      `Use at most ${PHONE_MAX_LENGTH} characters, country code included`,
    );
  const country = findCountry(phone);
  if (country && !country.national.test(phone.slice(1 + country.code.length)))
    return invalid(`Invalid ${country.name} phone number format`, `Write it like ${country.example}`);
  return { valid: true, phone, message: `Valid ${country?.name ?? "international"} phone number` };
}

/** Adds a plus sign before leading digits, and replaces the international prefix 00 by one. */
export const addPlusSign = (text: string): string => {
  const typed = plainNumbers(text).trimStart();
  if (typed.startsWith("00")) return `+${typed.slice(2)}`;
  return /^\d/.test(typed) ? `+${typed}` : typed;
};

const invalid = (message: string, suggestion: string): PhoneCheck => ({ valid: false, message, suggestion });

/** Everything that `checkPhone` can say about the format in a country, for translators. */
export const phoneFormatRefusals: readonly string[] = [
  translatable("Invalid US and Canada phone number format"),
  translatable("Invalid UK phone number format"),
  translatable("Invalid India phone number format"),
  translatable("Invalid Australia phone number format"),
  translatable("Invalid Germany phone number format"),
  translatable("Invalid France phone number format"),
  translatable("Invalid Japan phone number format"),
  translatable("Invalid Brazil phone number format"),
  translatable("Invalid Mexico phone number format"),
];

const findCountry = (phone: string) => countries.find(({ code }) => phone.startsWith(`+${code}`));
