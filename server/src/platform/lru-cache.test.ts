import { expect, test } from "vitest";
import { LruCache } from "./lru-cache.ts";

test("evicts the least recently used entry and never exceeds its limit", () => {
  const cache = new LruCache<string, number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  expect(cache.get("a")).toBe(1);
  cache.set("c", 3);
  expect([cache.get("a"), cache.get("b"), cache.get("c"), cache.size]).toEqual([1, undefined, 3, 2]);
  cache.delete("a");
  expect([cache.get("a"), cache.size]).toEqual([undefined, 1]);
});
