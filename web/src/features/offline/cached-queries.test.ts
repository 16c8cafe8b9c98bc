import { expect, test } from "vitest";
import { isOwnQuery, collectRideIds } from "./cached-queries.ts";

const isCached = (key: readonly unknown[], data: unknown = {}) =>
  isOwnQuery(key, data, "me", new Set(["requested"]));

test("caches the user's own chats, requests, notifications and rides, and nothing of other users", () => {
  const own = [
    ["chat", "conversations", "all"],
    ["chat", "conversations", "one", "c"],
    ["chat", "messages", "c", "newest"],
    ["seat-requests", "incoming", "all"],
    ["seat-requests", "own", "pages"],
    ["rides", "of-host", "me"],
    ["rides", "one", "requested"],
    ["trip-outcomes", "requested"],
    ["trip-outcomes", "requested", "contacts"],
    ["trip-safety", "requested"],
    ["transit", "way-home", "requested", {}],
  ];
  expect(own.filter((key) => !isCached(key))).toEqual([]);
  expect(isCached(["rides", "one", "hosted"], { hostId: "me" })).toBe(true);
  const others = [
    ["chat", "messages", "c", 40],
    ["chat", "search", "secret"],
    ["rides", "of-host", "them"],
    ["rides", "search", {}],
    ["rides", "all", 20],
    ["profiles", "of-person", "them"],
    ["ride-requests", "near", 1, 2],
    ["accounts", "sessions"],
    ["places", "one", "gn:1"],
    ["followed", "token"],
    ["transit", "way-home", "theirs", {}],
    ["transit", "journeys", {}],
  ];
  expect(others.filter((key) => isCached(key))).toEqual([]);
  expect(isCached(["rides", "one", "theirs"], { hostId: "them" })).toBe(false);
});

test("finds rides in lists and in pages of lists", () => {
  const items = [{ rideId: "a" }, { rideId: "b" }];
  expect(collectRideIds({ items })).toEqual(["a", "b"]);
  expect(collectRideIds({ pages: [{ items }, { items: [] }] })).toEqual(["a", "b"]);
  expect(collectRideIds(undefined)).toEqual([]);
});
