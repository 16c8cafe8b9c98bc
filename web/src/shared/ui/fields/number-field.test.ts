import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseAmount } from "../../formatting/amount-input.ts";
import { parseCoordinates } from "../../places/parse-coordinates.ts";
import { emptyCode, pasteCode, typeDigit } from "./code-digits.ts";

const SOURCE = join(import.meta.dirname, "../../..");
const sources = globSync("**/*.{ts,tsx}", { cwd: SOURCE })
  .filter((file) => !file.includes(".test."))
  .map((file) => ({ file, text: readFileSync(join(SOURCE, file), "utf8") }));

/** The kit's fields, which read the digits of every script. */
const KIT = ["NumberField.tsx", "CodeInput.tsx", "PhoneField.tsx"];

test("[domain/input:digits] every field of the web app for a number reads all digits", () => {
  const fields = sources.flatMap(({ file, text }) =>
    [
      ...text.matchAll(
        /(?:inputMode|type|autoComplete)="(?:numeric|decimal|tel|number|one-time-code)"/g,
      ),
    ].map(({ index }) => ({
      file,
      component: text.slice(text.lastIndexOf("<", index) + 1).split(/\s/, 1)[0] ?? "",
    })),
  );
  expect(fields.length).toBeGreaterThan(12);
  const others = fields.filter(({ component }) => component !== "NumberField");
  expect(others.filter(({ file }) => !KIT.some((kit) => file.endsWith(`/${kit}`)))).toEqual([]);
});

test("[domain/input:digits] no field lets the browser read a number, which knows 0 to 9 only", () => {
  expect(
    sources.filter(({ text }) => text.includes("valueAsNumber")).map(({ file }) => file),
  ).toEqual([]);
});

test("[domain/input:digits] codes, amounts and coordinates take the digits of other scripts", () => {
  const code = emptyCode(6);
  expect(typeDigit(code, 0, "١").digits[0]).toBe("1");
  expect(pasteCode(code, "١٢٣ ٤٥٦", 0).digits.join("")).toBe("123456");
  expect(pasteCode(code, "１２３４５６", 0).digits.join("")).toBe("123456");
  expect(parseAmount("٧٫٥٠", "EUR")).toBe(750);
  expect(parseAmount("۱۲", "EUR")).toBe(1200);
  expect(parseCoordinates("٤٧٫١٤، ٩٫٥٢")).toEqual({ lat: 47.14, lng: 9.52 });
  expect(parseCoordinates("47.14، 9.52")).toEqual({ lat: 47.14, lng: 9.52 });
});
