import { expect, test } from "vitest";
import { readAmount, suggestedMinor, writeAmount } from "./contribution.ts";

test("the suggestion is the way's cost, shared by everybody in the car, rounded to 0.50", () => {
  // 412 km at 0.10 is 41.20, shared by four is 10.30.
  expect(suggestedMinor(412_000, 3, 10)).toBe(1050);
  expect(suggestedMinor(412_000, 1, 10)).toBe(2050);
});

test("a short way still costs something, no way costs nothing", () => {
  expect(suggestedMinor(1500, 4, 10)).toBe(50);
  expect(suggestedMinor(0, 4, 10)).toBe(0);
});

test.each([
  ["18", 1800],
  ["7.5", 750],
  ["7,50", 750],
  [" 0 ", 0],
])("'%s' is read as an amount", (text, minor) => expect(readAmount(text, "EUR")).toBe(minor));

test.each(["", "abc", "-3", "7.505", "1 000", "9999999"])("'%s' is no amount", (text) =>
  expect(readAmount(text, "EUR")).toBeUndefined(),
);

test("a currency without cents takes none and is written without any", () => {
  expect(readAmount("700", "JPY")).toBe(700);
  expect(readAmount("7.5", "JPY")).toBeUndefined();
  expect(writeAmount(700, "JPY")).toBe("700");
});

test("what is written is read as the same", () => {
  for (const minor of [0, 50, 750, 1800, 1805]) expect(readAmount(writeAmount(minor, "EUR"), "EUR")).toBe(minor);
});
