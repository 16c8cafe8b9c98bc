import { DomainEvent } from "@commonlane/contract/live";
import { expect, test } from "vitest";
import { distinctKeys, staleKeysAfter } from "./query-invalidation.ts";

const rideId = "00000000-0000-7000-8000-000000000001";

test("a changed ride invalidates that ride only", () => {
  const keys = staleKeysAfter({ type: "ride.changed", rideId });
  expect(keys).toContainEqual(["rides", "one", rideId]);
  expect(keys).not.toContainEqual(["rides"]);
  expect(staleKeysAfter({ type: "ride.cancelled", rideId })).toContainEqual(["rides"]);
});

test("a cancelled ride also invalidates the offers", () => {
  expect(staleKeysAfter({ type: "ride.cancelled", rideId })).toContainEqual(["offers"]);
});

test("an alert about a new ride refreshes results and day strip together, so that they agree", () => {
  const notification = { id: rideId, kind: "ride.alerted" as const };
  const keys = staleKeysAfter({ type: "notification.created", notification });
  expect(keys).toContainEqual(["rides", "search"]);
  expect(keys).toContainEqual(["rides", "days"]);
});

test("the table has every event type of the contract", () => {
  const eventTypes = DomainEvent.def.options.flatMap(({ shape }) => shape.type.def.values);
  expect(eventTypes.length).toBeGreaterThan(5);
  for (const type of eventTypes.filter((type) => type.startsWith("ride."))) {
    expect(staleKeysAfter(DomainEvent.parse({ type, rideId })).length).toBeGreaterThan(0);
  }
});

test("removes duplicate keys and keys covered by a wider one", () => {
  const keys = [
    ["rides", "one", "a"],
    ["seat-requests"],
    ["rides", "one", "b"],
    ["seat-requests"],
    ["rides", "one", "a"],
  ];
  expect(distinctKeys(keys)).toEqual([
    ["rides", "one", "a"],
    ["seat-requests"],
    ["rides", "one", "b"],
  ]);
  expect(distinctKeys([["rides", "one", "a"], ["rides"]])).toEqual([["rides"]]);
});
