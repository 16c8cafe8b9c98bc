import { expect, test } from "vitest";
import { newId } from "./instant-booking.ts";

test("ids are UUIDs of version 7, ordered by millisecond", () => {
  const nowMs = Date.UTC(2026, 0, 1);
  const ids = Array.from({ length: 100 }, (_, n) => newId(nowMs + n));
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(Array.from({ length: 100 }, () => newId(nowMs))).size).toBe(100);
});
