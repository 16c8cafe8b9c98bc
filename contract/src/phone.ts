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
export const phoneExamples = countries
  .slice(0, 5)
  .map(({ name, example }) => ({ country: name, example }));

export type PhoneCheck =
  | { valid: true; phone: string; message: string }
  | { valid: false; message: string; suggestion: string };

/**
 * Calling codes of the countries where a number begins with 0 at home, and never after the code. A test compares them
 * with the metadata of libphonenumber, which is too large for the first page.
 */
export const codesWithoutZero: ReadonlySet<string> = new Set(
  (
    "20 27 31 32 33 40 41 43 44 46 49 51 53 54 55 58 60 61 62 63 64 66 81 82 84 86 90 91 92 " +
    "93 94 95 98 211 212 213 218 231 232 233 234 243 249 251 252 254 255 256 260 261 262 263 " +
    "264 265 291 353 355 358 359 370 373 374 375 377 380 381 382 383 385 386 387 389 421 423 508 " +
    "590 591 593 594 595 596 598 686 850 855 856 880 886 961 962 963 964 966 967 970 971 972 " +
    "976 977 994 995 996"
  ).split(" "),
);

/**
 * Stored form of a number: a plus sign and digits, the same for every way to write it. The 0 that is dialled at home
 * only, as in "+41 (0)79 …", is left out, because nobody can dial a number with it.
 */
export function cleanPhone(text: string): string {
  const phone = plainNumbers(text)
    .replaceAll(/[^\d+]/g, "")
    .replace(/^\+?00/, "+");
  const code = [phone.slice(1, 3), phone.slice(1, 4)].find((digits) =>
    codesWithoutZero.has(digits),
  );
  if (!phone.startsWith("+") || code === undefined) return phone;

  const national = phone.slice(1 + code.length);
  return /^0[1-9]/.test(national) ? `+${code}${national.slice(1)}` : phone;
}

/** Checks a typed number; spaces, dots, dashes, slashes and brackets are allowed. */
export function checkPhone(text: string): PhoneCheck {
  const phone = cleanPhone(text);
  if (text.trim() === "")
    return invalid(
      translatable("Phone number is required"),
      translatable("Enter your number, starting with +"),
    );
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
    return invalid(
      `Invalid ${country.name} phone number format`,
      `Write it like ${country.example}`,
    );
  return { valid: true, phone, message: `Valid ${country?.name ?? "international"} phone number` };
}

/**
 * Adds a plus sign before leading digits, and replaces the international prefix 00 by one, also if a plus sign was added
 * before its first 0.
 */
export const addPlusSign = (text: string): string => {
  const typed = plainNumbers(text).trimStart();
  if (/^\+?00/.test(typed)) return typed.replace(/^\+?00/, "+");
  return /^\d/.test(typed) ? `+${typed}` : typed;
};

const invalid = (message: string, suggestion: string): PhoneCheck => ({
  valid: false,
  message,
  suggestion,
});

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
