import { expect, test } from "vitest";
import type { EndpointKey } from "#shared/api/query-keys.ts";
import { isOwnQuery, collectRideIds } from "./offline-cache.ts";

interface TestQuery {
  readonly key: EndpointKey;
  readonly data?: unknown;
  readonly meta?: Record<string, unknown>;
}

const isCached = ({ key, data = {}, meta = {} }: TestQuery) =>
  isOwnQuery({ queryKey: key, meta, state: { data } }, "me", new Set(["requested"]));

const ofRide = (rideId: string) => ({ params: { rideId } });

test("caches the user's own chats, requests, notifications and rides", () => {
  const own: readonly EndpointKey[] = [
    ["GET /chat/conversations", { query: { limit: 50 } }, "pages"],
    ["GET /chat/conversations/:conversationId", { params: { conversationId: "c" } }],
    ["GET /chat/conversations/:conversationId/messages", { query: { limit: 50 } }, "pages"],
    ["GET /rides/incoming-requests", { query: {} }, "pages"],
    ["GET /rides/my-requests", { query: { coming: "true" } }],
    ["GET /rides/my/:uid", { params: { uid: "me" } }],
    ["GET /rides/:rideId", ofRide("requested")],
    ["GET /rides/:rideId/trip-outcomes", ofRide("requested")],
    ["GET /rides/:rideId/contacts", ofRide("requested")],
    ["GET /rides/:rideId/trip-safety", ofRide("requested")],
  ];
  expect(own.filter((key) => !isCached({ key }))).toEqual([]);
  expect(isCached({ key: ["GET /rides/:rideId", ofRide("hosted")], data: { hostId: "me" } })).toBe(
    true,
  );
});

test("caches nothing of other users", () => {
  const others: readonly EndpointKey[] = [
    ["GET /chat/conversations/:conversationId/messages", { query: { around: 40 } }, "pages"],
    ["GET /chat/search", { query: { words: "secret" } }],
    ["GET /rides/my/:uid", { params: { uid: "them" } }],
    ["GET /rides/search", { query: {} }],
    ["GET /rides/all", { query: { limit: 20 } }],
    ["GET /profiles/:uid", { params: { uid: "them" } }],
    ["GET /requests/nearby", { query: {} }],
    ["GET /identity/sessions", {}],
    ["GET /auth/places/:placeId", { params: { placeId: "gn:1" } }],
    ["POST /followed-rides", { body: { token: "token" } }],
    ["GET /rides/:rideId/driver-approach", ofRide("requested")],
    ["GET /transit/journeys", { query: {} }],
  ];
  expect(others.filter((key) => isCached({ key }))).toEqual([]);
  const theirs: EndpointKey = ["GET /rides/:rideId", ofRide("theirs")];
  expect(isCached({ key: theirs, data: { hostId: "them" } })).toBe(false);
});

test("caches connections only if they are the way home from a requested ride", () => {
  const key: EndpointKey = ["GET /transit/connections", { query: {} }];
  expect(isCached({ key, meta: { neededOnRide: "requested" } })).toBe(true);
  expect(isCached({ key, meta: { neededOnRide: "theirs" } })).toBe(false);
  expect(isCached({ key })).toBe(false);
});

test("finds rides in lists and in pages of lists", () => {
  const items = [{ rideId: "a" }, { rideId: "b" }];
  expect(collectRideIds({ items })).toEqual(["a", "b"]);
  expect(collectRideIds({ pages: [{ items }, { items: [] }] })).toEqual(["a", "b"]);
  expect(collectRideIds(undefined)).toEqual([]);
});
