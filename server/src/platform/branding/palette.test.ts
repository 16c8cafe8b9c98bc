import { wcagContrast } from "culori";
import { expect, test } from "vitest";
import { createPalette, listTextPairs, MIN_TEXT_CONTRAST } from "./palette.ts";

const COLORS = [
  "#000000",
  "#ffffff",
  "#808080",
  "#ffff00",
  "#00ffff",
  "#ff0000",
  "#0000ff",
  "#00ff00",
  "#006152",
];

test("[domain/branding:contrast] text is readable on every colour in both themes", () => {
  const random = Array.from(
    { length: 200 },
    (_, i) => `#${((i * 83_773 + 12_345) % 0xffffff).toString(16).padStart(6, "0")}`,
  );
  for (const color of [...COLORS, ...random])
    for (const [text, ground] of listTextPairs(createPalette(color)))
      expect([color, text, ground, wcagContrast(text, ground) >= MIN_TEXT_CONTRAST]).toEqual([
        color,
        text,
        ground,
        true,
      ]);
});

test("a colour that is readable already stays as it is; a light one becomes darker", () => {
  expect(createPalette("#1d4ed8").light.brand).toBe("#1d4ed8");
  const { brand } = createPalette("#ffd400").light;
  expect(brand).not.toBe("#ffd400");
  expect(wcagContrast(brand, "#ffffff")).toBeGreaterThan(MIN_TEXT_CONTRAST);
});
