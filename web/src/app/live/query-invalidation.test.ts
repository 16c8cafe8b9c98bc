import { DomainEvent } from "@commonlane/contract/live";
import { expect, test } from "vitest";
import { distinctKeys, staleKeysAfter } from "./query-invalidation.ts";

const rideId = "00000000-0000-7000-8000-000000000001";

test("a change of a ride has that ride read again, and no other", () => {
  const keys = staleKeysAfter({ type: "ride.changed", rideId });
  expect(keys).toContainEqual(["rides", "one", rideId]);
  expect(keys).not.toContainEqual(["rides"]);
  expect(staleKeysAfter({ type: "ride.cancelled", rideId })).toContainEqual(["rides"]);
});

test("a ride that is cancelled has the offers read again, one of which it may have been", () => {
  expect(staleKeysAfter({ type: "ride.cancelled", rideId })).toContainEqual(["offers"]);
});

test("every kind of fact that the contract knows has its place in the table", () => {
  const eventTypes = DomainEvent.def.options.flatMap(({ shape }) => shape.type.def.values);
  expect(eventTypes.length).toBeGreaterThan(5);
  for (const type of eventTypes.filter((type) => type.startsWith("ride."))) {
    expect(staleKeysAfter(DomainEvent.parse({ type, rideId })).length).toBeGreaterThan(0);
  }
});

test("keys that come more than once, or that a wider one covers, are read once", () => {
  const keys = [
    ["rides", "one", "a"],
    ["seat-requests"],
    ["rides", "one", "b"],
    ["seat-requests"],
    ["rides", "one", "a"],
  ];
  expect(distinctKeys(keys)).toEqual([["rides", "one", "a"], ["seat-requests"], ["rides", "one", "b"]]);
  expect(distinctKeys([["rides", "one", "a"], ["rides"]])).toEqual([["rides"]]);
});
