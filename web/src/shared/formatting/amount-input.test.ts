import { expect, test } from "vitest";
import { parseAmount, formatAmountInput } from "./amount-input.ts";

test.each([
  ["18", 1800],
  ["7.5", 750],
  ["7,50", 750],
  ["1 000", 100_000],
  ["1.000,50", 100_050],
  [" 0 ", 0],
  [".50", 50],
  ["7,50 €", 750],
  ["EUR 18", 1800],
  ["7.–", 700],
  ["7,-", 700],
])("parses '%s' as an amount", (text, minor) => expect(parseAmount(text, "EUR")).toBe(minor));

test.each(["", "abc", "-3", "7.505", "1.000", "9999999"])("rejects '%s' as an amount", (text) =>
  expect(parseAmount(text, "EUR")).toBeUndefined(),
);

test("handles a currency without minor units", () => {
  expect(parseAmount("700", "JPY")).toBe(700);
  expect(parseAmount("7.5", "JPY")).toBeUndefined();
  expect(formatAmountInput(700, "JPY")).toBe("700");
});

test("formatting and parsing round-trip", () => {
  for (const minor of [0, 50, 750, 1800, 1805])
    expect(parseAmount(formatAmountInput(minor, "EUR"), "EUR")).toBe(minor);
});
