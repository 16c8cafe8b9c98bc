import { expect, test } from "vitest";
import { isOwn, ridesIn } from "./own-queries.ts";

const mine = (key: readonly unknown[], data: unknown = {}) => isOwn(key, data, "me", new Set(["asked"]));

test("[issue5/pwa:own-copy] kept are a person's own chats, requests, notices and rides, and nothing of others", () => {
  const own = [
    ["chat", "conversations", "all"],
    ["chat", "conversations", "one", "c"],
    ["chat", "messages", "c", "newest"],
    ["seat-requests", "incoming", "all"],
    ["seat-requests", "own", "pages"],
    ["rides", "of-host", "me"],
    ["rides", "one", "asked"],
    ["passages", "asked"],
    ["passages", "asked", "contacts"],
    ["on-the-way", "asked"],
  ];
  expect(own.filter((key) => !mine(key))).toEqual([]);
  expect(mine(["rides", "one", "hosted"], { hostId: "me" })).toBe(true);
  const others = [
    ["chat", "messages", "c", 40],
    ["chat", "search", "secret"],
    ["rides", "of-host", "them"],
    ["rides", "search", {}],
    ["rides", "all", 20],
    ["profiles", "of-person", "them"],
    ["ride-requests", "near", 1, 2],
    ["identity", "sessions"],
    ["places", "one", "gn:1"],
    ["followed", "token"],
  ];
  expect(others.filter((key) => mine(key))).toEqual([]);
  expect(mine(["rides", "one", "theirs"], { hostId: "them" })).toBe(false);
});

test("rides are found in lists and in their pages", () => {
  const items = [{ rideId: "a" }, { rideId: "b" }];
  expect(ridesIn({ items })).toEqual(["a", "b"]);
  expect(ridesIn({ pages: [{ items }, { items: [] }] })).toEqual(["a", "b"]);
  expect(ridesIn(undefined)).toEqual([]);
});
