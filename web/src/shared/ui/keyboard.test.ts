import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pressedKey } from "./keyboard.ts";

const press = (key: string, keyCode: number, isComposing = false) =>
  pressedKey({ nativeEvent: { key, keyCode, isComposing } });

test("[domain/input:composition] a key that belongs to an input method does nothing else, in Safari's order too", () => {
  expect(press("Enter", 13)).toBe("Enter");
  expect(press("Enter", 229, true)).toBe("");
  // Safari: the composition has ended when the Enter that ended it arrives.
  expect(press("Enter", 229, false)).toBe("");
  expect(press("ArrowDown", 40, true)).toBe("");
  expect(press("Escape", 27, true)).toBe("");
});

test("[domain/input:composition] no handler of the web app reads keys past that", () => {
  const source = join(import.meta.dirname, "../..");
  const files = globSync("**/*.{ts,tsx}", { cwd: source }).filter(
    (file) => !file.includes(".test.") && file !== join("shared", "ui", "keyboard.ts"),
  );
  const reading = files.filter((file) =>
    /\b(?:event|nativeEvent|e)\.(?:key|keyCode|code)\b(?!\s*===\s*"[a-z_]+_)/.test(
      readFileSync(join(source, file), "utf8"),
    ),
  );
  expect(reading).toEqual([]);
});
