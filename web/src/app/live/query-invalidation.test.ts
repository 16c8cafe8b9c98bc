import { endpoints } from "@commonlane/contract/all";
import { DomainEvent } from "@commonlane/contract/live";
import { expect, test } from "vitest";
import { type EndpointKey, endpointName } from "#shared/api/query-keys.ts";
import { distinctKeys, readsOfGroups, staleKeysAfter } from "./query-invalidation.ts";

const rideId = "00000000-0000-7000-8000-000000000001";

test("a changed ride invalidates that ride only", () => {
  const keys = staleKeysAfter({ type: "ride.changed", rideId });
  expect(keys).toContainEqual(["GET /rides/:rideId", { params: { rideId } }]);
  expect(keys).not.toContainEqual(["GET /rides/:rideId"]);
  expect(staleKeysAfter({ type: "ride.cancelled", rideId })).toContainEqual(["GET /rides/:rideId"]);
});

test("a cancelled ride also invalidates the offers", () => {
  expect(staleKeysAfter({ type: "ride.cancelled", rideId })).toContainEqual([
    "GET /rides/my-offers",
  ]);
});

test("an alert about a new ride refreshes results and day strip together, so that they agree", () => {
  const notification = { id: rideId, kind: "ride.alerted" as const };
  const keys = staleKeysAfter({ type: "notification.created", notification });
  expect(keys).toContainEqual(["GET /rides/search"]);
  expect(keys).toContainEqual(["GET /rides/search/days"]);
});

test("the table has every event type of the contract", () => {
  const eventTypes = DomainEvent.def.options.flatMap(({ shape }) => shape.type.def.values);
  expect(eventTypes.length).toBeGreaterThan(5);
  for (const type of eventTypes.filter((type) => type.startsWith("ride."))) {
    expect(staleKeysAfter(DomainEvent.parse({ type, rideId })).length).toBeGreaterThan(0);
  }
});

test("the table lists all that a browser reads of a group", () => {
  for (const [group, names] of Object.entries(readsOfGroups)) {
    const reads = endpoints.filter(
      ({ name, endpoint }) => name.startsWith(`${group}.`) && endpoint.method === "GET",
    );
    expect(names).toEqual(reads.map(({ endpoint }) => endpointName(endpoint)));
  }
});

const ride = (rideId: string): EndpointKey => ["GET /rides/:rideId", { params: { rideId } }];

test("removes duplicate keys and keys covered by a wider one", () => {
  const requests: EndpointKey = ["GET /rides/my-requests"];
  expect(distinctKeys([ride("a"), requests, ride("b"), requests, ride("a")])).toEqual([
    ride("a"),
    requests,
    ride("b"),
  ]);
  expect(distinctKeys([ride("a"), ["GET /rides/:rideId"]])).toEqual([["GET /rides/:rideId"]]);
  expect(distinctKeys([ride("a"), []])).toEqual([[]]);
});
