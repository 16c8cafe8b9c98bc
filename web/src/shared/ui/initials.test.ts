import { expect, test, vi } from "vitest";
import { hueOf, initialsOf } from "./Avatar.tsx";

test("[spec/navigation:initials-two-words] takes the first letters of the first two words", () => {
  expect(initialsOf("Lea Okafor", "x@example.org")).toBe("LO");
  expect(initialsOf("  jean  paul sartre ", null)).toBe("JP");
});

test("[spec/navigation:initials-one-word] takes one letter of a single word", () => {
  expect(initialsOf("Amara", "z@example.org")).toBe("A");
  expect(initialsOf("élodie")).toBe("É");
  expect(initialsOf("e\u0301lodie")).toBe("E\u0301");
});

test("[spec/navigation:initials-email] takes the letter of the e-mail without a name", () => {
  expect(initialsOf("", "noor@example.org")).toBe("N");
  expect(initialsOf("   ", "noor@example.org")).toBe("N");
  expect(initialsOf(null, "noor@example.org")).toBe("N");
});

test("[spec/navigation:initials-nobody] falls back to U without either", () => {
  expect(initialsOf()).toBe("U");
  expect(initialsOf("", "")).toBe("U");
});

test("initials of plain names need no segmenter, which a phone is slow to create", async () => {
  const createSegmenter = vi.spyOn(Intl, "Segmenter");
  // A segmenter that was created before is kept.
  vi.resetModules();
  const avatars = await import("./Avatar.tsx");
  expect(avatars.initialsOf("Ada King")).toBe("AK");
  expect(createSegmenter).not.toHaveBeenCalled();
  expect(avatars.initialsOf("Ada e\u0301lodie")).toBe("AE\u0301");
  expect(createSegmenter).toHaveBeenCalledOnce();
});

test("the hue of a name is stable and within 360 degrees", () => {
  expect(hueOf("Amara Lindqvist")).toBe(hueOf("Amara Lindqvist"));
  for (const name of ["", "a", "東京 太郎", "x".repeat(500)]) {
    expect(hueOf(name)).toBeGreaterThanOrEqual(0);
    expect(hueOf(name)).toBeLessThan(360);
  }
});
