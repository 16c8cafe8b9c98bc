import examples from "libphonenumber-js/examples.mobile.json";
import { getCountries, getExampleNumber, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { expect, test } from "vitest";
import { formatPhone } from "./phone-format.ts";
import { addPlusSign, checkPhone, cleanPhone, exampleCountries, phoneMessage } from "./phone.ts";

/** The server's message about a number; undefined if it is valid. */
function messageOf(text: string): string | undefined {
  const check = checkPhone(text);
  return check.valid ? undefined : phoneMessage(check);
}

const countryOf = (text: string) => {
  const check = checkPhone(text);
  return check.valid ? (check.country?.name ?? "international") : undefined;
};

test("[spec/validation:phone] reports each failure with its message, in order", () => {
  expect(messageOf("  ")).toBe("Phone number is required");
  expect(messageOf("2025550123")).toBe("Phone number must include country code");
  expect(messageOf("+49 12 34")).toBe("Phone number is too short");
  expect(messageOf("+3581234567890123")).toBe("Phone number is too long");
  expect(messageOf("+358+1234567")).toBe("Phone number contains invalid characters");
  expect(messageOf("+358 1234567x")).toBe("Phone number contains invalid characters");
  expect(messageOf("+1 102 555 0123")).toBe("Invalid US and Canada phone number format");
});

/** Countries of the specification: a valid number, its format, and invalid numbers. */
const COUNTRIES = [
  [
    "US and Canada",
    "+1 202 555 0123",
    ["+1 102 555 0123", "+1 202 155 0123", "+1 202 555 012", "+1 202 555 01234"],
  ],
  ["UK", "+44 7700 900123", ["+44 7700 900", "+44 7700 900 1234"]],
  ["India", "+91 98765 43210", ["+91 58765 43210", "+91 98765 4321"]],
  ["Australia", "+61 412 345 678", ["+61 412 345 67", "+61 412 345 6789"]],
  ["Germany", "+49 1512 3456789", ["+49 12345"]],
  ["France", "+33 6 12 34 56 78", ["+33 6 12 34 56 7", "+33 6 12 34 56 789"]],
  ["Japan", "+81 90 1234 5678", ["+81 9012 3456", "+81 901 2345 67890"]],
  ["Brazil", "+55 11 91234 5678", ["+55 11 9123", "+55 11 91234 56789"]],
  ["Mexico", "+52 55 1234 5678", ["+52 55 1234", "+52 55 1234 567890"]],
] as const;

test.each(COUNTRIES)(
  "[spec/validation:phone-countries] %s: accepts and groups a valid number, and rejects other lengths or prefixes",
  (country, number, wrong) => {
    expect(checkPhone(number)).toMatchObject({ valid: true, phone: cleanPhone(number) });
    expect(countryOf(number)).toBe(country);
    expect(formatPhone(cleanPhone(number))).toBe(number);
    for (const text of wrong)
      expect(messageOf(text)).toBe(`Invalid ${country} phone number format`);
  },
);

test("[spec/validation:phone-success] accepts any usual notation and stores the number without it", () => {
  const valid = { valid: true, phone: "+12025550123", country: { name: "US and Canada" } };
  for (const text of ["+1 (202) 555-0123", "+1.202.555.0123", " +1 202/555/0123 "]) {
    expect(checkPhone(text)).toMatchObject(valid);
  }
  expect(countryOf("+358 40 123 4567")).toBe("international");
});

test("[spec/limits:phone] accepts 8 to 15 characters, including plus sign and country code", () => {
  expect(checkPhone("+358123").valid).toBe(false);
  expect(checkPhone("+3581234").valid).toBe(true);
  expect(checkPhone("+35812345678901").valid).toBe(true);
  expect(checkPhone("+358123456789012").valid).toBe(false);
});

test("[spec/validation:phone-examples] has examples of five countries in their national format", () => {
  expect(exampleCountries).toHaveLength(5);
  for (const { name, example } of exampleCountries) {
    expect(countryOf(example)).toBe(name);
    expect(formatPhone(cleanPhone(example))).toBe(example);
  }
});

test("[spec/validation:phone-input] adds a plus sign and groups the digits", () => {
  expect(formatPhone("1202")).toBe("+1 202");
  expect(formatPhone("+12025550123")).toBe("+1 202 555 0123");
  expect(formatPhone("+358401234567")).toBe("+358 40 1234567");
  expect(formatPhone("0049151")).toBe("+49 151");
  expect(formatPhone("+")).toBe("+");
  expect(formatPhone("")).toBe("");
});

/** Mobile numbers in national format, beyond the nine countries of the specification. */
const OTHER_COUNTRIES = [
  "+41 79 123 45 67",
  "+43 664 1234567",
  "+31 6 12345678",
  "+32 470 12 34 56",
  "+48 601 234 567",
  "+39 347 123 4567",
  "+34 612 34 56 78",
  "+351 912 345 678",
  "+45 20 12 34 56",
  "+46 70 123 45 67",
  "+47 41 23 45 67",
  "+353 85 123 4567",
  "+420 601 123 456",
  "+7 912 345 67 89",
  "+90 532 123 45 67",
  "+212 6 12 34 56 78",
  "+20 10 01234567",
  "+44 20 7946 0958",
];

test.each(OTHER_COUNTRIES)("groups %s the way its country does", (number) => {
  expect(formatPhone(cleanPhone(number))).toBe(number);
  expect(checkPhone(number)).toMatchObject({ valid: true, phone: cleanPhone(number) });
});

test("keeps and rejects a letter at any position and length", () => {
  for (const text of ["+49151abc2345678", "+49abc", "+491512345678x", "+49 151 2345 67 8 ext 9"]) {
    expect(formatPhone(text)).toBe(text);
    expect(messageOf(text)).toBe("Phone number contains invalid characters");
  }
});

test("reports a missing country code after +0", () => {
  expect(checkPhone("+0123456789")).toEqual({ valid: false, problem: "zero-country-code" });
  expect(messageOf("+0123456789")).toBe("Phone number must include country code");
});

/** Typed one character after the other, as the field does it. */
const typeInto = (keys: string): string =>
  Array.from(keys).reduce((text, key) => addPlusSign(text + key), "");

test("[domain/input:phone] 00 is a plus sign, also typed digit by digit and in the digits of other scripts", () => {
  for (const keys of ["0049 151 234567", "+0049151234567", "٠٠٤٩١٥١٢٣٤٥٦٧"]) {
    expect(cleanPhone(keys)).toBe("+49151234567");
    expect(cleanPhone(typeInto(keys))).toBe("+49151234567");
    expect(checkPhone(typeInto(keys))).toMatchObject({ valid: true, phone: "+49151234567" });
  }
});

test.each([
  ["+41 (0)79 123 45 67", "+41791234567"],
  ["+41 079 123 45 67", "+41791234567"],
  ["+49 (0)151 23456789", "+4915123456789"],
  ["+43 0660 1234567", "+436601234567"],
  ["+423 0791234", "+423791234"],
  ["+44 (0)7700 900123", "+447700900123"],
  ["+33 (0)6 12 34 56 78", "+33612345678"],
  ["+7 8 912 345 67 89", "+79123456789"],
  ["+36 06 30 123 4567", "+36301234567"],
  ["+36 (06) 30 123 4567", "+36301234567"],
  ["+370 8 612 34567", "+37061234567"],
  ["+375 8 029 123 45 67", "+375291234567"],
  ["+52 1 55 1234 5678", "+525512345678"],
  ["tel:+41-79-123-45-67", "+41791234567"],
  ["0 0 41 (0)79 1234567", "+41791234567"],
  ["++41 79 123 45 67", "+41791234567"],
  ["Tel. +41 79 123 45 67", "+41791234567"],
  // There these digits belong to the number.
  ["+7 800 123 45 67", "+78001234567"],
  ["+36 1 234 5678", "+3612345678"],
  ["+52 155 123 4567", "+521551234567"],
  ["+39 06 12345678", "+390612345678"],
  ["+225 07 12 34 56 78", "+2250712345678"],
])("[domain/input:phone] %s is stored as %s", (typed, stored) => {
  expect(checkPhone(typed)).toMatchObject({ valid: true, phone: stored });
  expect(cleanPhone(stored)).toBe(stored);
});

/** In Rwanda, fixed lines begin with 06 after the code, so a 0 there may belong to the number. */
const UNCERTAIN = "RW";

test("[domain/input:phone] leaves out the 0 exactly where libphonenumber knows that it is dialled at home only", () => {
  for (const country of getCountries().filter((country) => country !== UNCERTAIN)) {
    const example = getExampleNumber(country, examples);
    if (!example) throw new Error(`no example of ${country}`);
    expect(cleanPhone(example.number)).toBe(example.number);

    const typed = `+${example.countryCallingCode}0${example.nationalNumber}`;
    const isHomeZero = parsePhoneNumberFromString(typed)?.number === example.number;
    expect([country, cleanPhone(typed)]).toEqual([country, isHomeZero ? example.number : typed]);
  }
});
