import jsQR from "jsqr";
import { expect, test } from "vitest";
import { createQrCode, type QrCode } from "./QrCode.tsx";

const PIXELS_PER_MODULE = 4;

/** Draws the code as a browser does: dark squares on white. */
function draw({ size, path }: QrCode) {
  const width = size * PIXELS_PER_MODULE;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x = "", y = ""] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let dy = 0; dy < PIXELS_PER_MODULE; dy++) {
      const start =
        4 * ((Number(y) * PIXELS_PER_MODULE + dy) * width + Number(x) * PIXELS_PER_MODULE);
      for (let at = start; at < start + 4 * PIXELS_PER_MODULE; at += 4) pixels.fill(0, at, at + 3);
    }
  }
  return { pixels, width };
}

test("another decoder reads the link from the code, also a long one with accents", () => {
  const search = new URLSearchParams({
    from: "47.9959,7.8522,Freiburg im Breisgau",
    to: "50.9,6.9,Köln",
  }).toString();
  for (const url of [
    "https://rides.example.edu/rides/01a1fb9c-97b4-704a-9727-71e55b593734",
    `https://ü.example/home?${search}`,
  ]) {
    const code = createQrCode(url);
    if (!code) throw new Error("The link has no code.");
    const { pixels, width } = draw(code);
    expect(jsQR(pixels, width, width)?.data).toBe(url);
  }
});

test("a text that no code can hold has none", () => {
  expect(createQrCode("x".repeat(2331))).toBeDefined();
  expect(createQrCode("x".repeat(2332))).toBeUndefined();
});
