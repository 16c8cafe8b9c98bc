import { expect, test } from "vitest";
import { LastUsed } from "./last-used.ts";

test("what was asked for longest ago goes first, and never more is kept than was said", () => {
  const kept = new LastUsed<string, number>(2);
  kept.set("a", 1);
  kept.set("b", 2);
  expect(kept.get("a")).toBe(1);
  kept.set("c", 3);
  expect([kept.get("a"), kept.get("b"), kept.get("c"), kept.size]).toEqual([1, undefined, 3, 2]);
  kept.delete("a");
  expect([kept.get("a"), kept.size]).toEqual([undefined, 1]);
});
