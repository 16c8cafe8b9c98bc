import { expect, test } from "vitest";
import { emptyCode, eraseAt, pasteCode, typeDigit, completeCode } from "./code-digits.ts";

const code = (text: string) =>
  Array.from(text.padEnd(6, "_"), (character) => (character === "_" ? "" : character));

test("[spec/validation:code-one-digit] a digit fills its box and moves on", () => {
  expect(typeDigit(emptyCode(6), 0, "4")).toEqual({ digits: code("4"), focus: 1 });
  expect(typeDigit(code("12345"), 5, "6")).toEqual({ digits: code("123456"), focus: 5 });
});

test("a digit typed beside an old one replaces it", () => {
  expect(typeDigit(code("123"), 1, "27")).toEqual({ digits: code("173"), focus: 2 });
  expect(typeDigit(code("123"), 1, "72")).toEqual({ digits: code("173"), focus: 2 });
  expect(typeDigit(code("123"), 1, "22")).toEqual({ digits: code("123"), focus: 2 });
});

test("[spec/validation:code-digits-only] anything but a digit is rejected", () => {
  for (const text of ["a", " ", "-", "é", "٪"]) {
    expect(typeDigit(code("12"), 2, text)).toEqual({ digits: code("12"), focus: 2 });
  }
});

test("clearing a box with Delete empties only that box", () => {
  expect(typeDigit(code("123"), 1, "")).toEqual({ digits: code("1_3"), focus: 1 });
});

test("[spec/validation:code-paste] a paste keeps the first six digits", () => {
  expect(pasteCode(emptyCode(6), "your code: 12-34 567890", 0)).toEqual({
    digits: code("123456"),
    focus: 5,
  });
  expect(pasteCode(code("777"), "98", 3)).toEqual({ digits: code("98"), focus: 2 });
  expect(pasteCode(code("12"), "none", 2)).toEqual({ digits: code("12"), focus: 2 });
});

test("a code filled in by the system into one box spreads over all", () => {
  expect(typeDigit(emptyCode(6), 0, "123456").digits).toEqual(code("123456"));
  expect(typeDigit(code("1"), 0, "1123456").digits).toEqual(code("112345"));
});

test("[spec/validation:code-backspace] backspace on an empty box moves back", () => {
  expect(eraseAt(code("123"), 3)).toEqual({ digits: code("12"), focus: 2 });
  expect(eraseAt(code("123"), 2)).toEqual({ digits: code("12"), focus: 2 });
  expect(eraseAt(emptyCode(6), 0)).toEqual({ digits: code(""), focus: 0 });
});

test("[spec/validation:code-complete] the code counts only when all boxes are filled", () => {
  expect(completeCode(code("12345"))).toBeUndefined();
  expect(completeCode(code("1_3456"))).toBeUndefined();
  expect(completeCode(code("123456"))).toBe("123456");
});
