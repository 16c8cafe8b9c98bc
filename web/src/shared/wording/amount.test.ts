import { expect, test } from "vitest";
import { readAmount, writeAmount } from "./amount.ts";

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
