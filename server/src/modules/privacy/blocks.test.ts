import type { Block } from "@commonlane/contract/blocks";
import { expect, test } from "vitest";
import { saveSearch, waitForAlerts } from "../../../test/fixtures/alerts.ts";
import {
  listConversations,
  listMessages,
  openChat,
  sendMessage,
} from "../../../test/fixtures/chats.ts";
import {
  hostRide,
  karlsruheToBonn,
  postRequest,
  searchWholeDay,
  towns,
} from "../../../test/fixtures/rides.ts";
import { kindsOf, listNotifications } from "../../../test/fixtures/notifications.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../test/app/test-app.ts";
import { transaction } from "#platform/context.ts";
import { insertBlock } from "./blocks.store.ts";
import { block, unblock } from "../../../test/fixtures/block-calls.ts";

/** Every list and page on which a user could find another, and whether they do. */
async function findOther(
  app: TestApp,
  as: TestUser,
  other: TestUser,
  { rideId, requestId, ownRideId }: OwnedItems,
) {
  const read = (path: string, query: object = {}) =>
    app.call<Read>("GET", path, { as, query: { limit: 100, ...query } });
  const lists = {
    search: await read("/rides/search", searchWholeDay),
    misses: await read("/rides/search/near-misses", {
      ...searchWholeDay,
      departsAfter: "2026-01-02T09:30:00Z",
    }),
    all: await read("/rides/all"),
    nearby: await read("/rides/nearby", towns.freiburg),
    ofHost: await read(`/rides/my/${other.uid}`),
    requests: await read("/requests/nearby", towns.karlsruhe),
    along: await read("/requests/nearby", { rideId: ownRideId }),
  };
  const { body: days } = await read("/rides/search/days", {
    ...searchWholeDay,
    date: "2026-01-02",
    timeZone: "UTC",
  });
  const calls = {
    ride: await read(`/rides/${rideId}`),
    request: await read(`/requests/${requestId}`),
    profile: await read(`/profiles/${other.uid}`),
    seats: await app.call("POST", `/rides/${rideId}/request`, { as, body: {} }),
    offer: await app.call("POST", `/rides/requests/${requestId}/offer`, {
      as,
      body: { rideId: ownRideId },
    }),
    chat: await app.call("POST", "/chat/conversations", { as, body: { withUid: other.uid } }),
  };
  return {
    ...Object.fromEntries(
      Object.entries(lists).map(([name, { body }]) => [
        name,
        JSON.stringify(body.items).includes(other.uid),
      ]),
    ),
    days: days.items.some(({ count }) => (count ?? 0) > 0),
    ...Object.fromEntries(Object.entries(calls).map(([name, { status }]) => [name, status])),
  };
}

interface OwnedItems {
  readonly rideId: string;
  readonly requestId: string;
  readonly ownRideId: string;
}

type Read = { items: { count?: number }[] };

const NOTHING = {
  search: false,
  misses: false,
  all: false,
  nearby: false,
  ofHost: false,
  requests: false,
};

const HIDDEN = { ...NOTHING, along: false, days: false, ride: 404, request: 404, profile: 404 };

const REFUSED = { seats: 404, offer: 404, chat: 404 };

test("after a block in either direction, neither finds the other anywhere; after it is removed, both do", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const adas = await hostRide(app, ada);
  const bobs = await hostRide(app, bob);
  const adasWish = await postRequest(app, ada);
  const bobsWish = await postRequest(app, bob);
  const bobsItems = { rideId: bobs.id, requestId: bobsWish.id, ownRideId: adas.id };
  const adasItems = { rideId: adas.id, requestId: adasWish.id, ownRideId: bobs.id };

  expect((await block(app, ada, bob)).body).toMatchObject({ person: { uid: bob.uid }, shared: [] });
  expect(await findOther(app, ada, bob, bobsItems)).toEqual({ ...HIDDEN, ...REFUSED });
  expect(await findOther(app, bob, ada, adasItems)).toEqual({ ...HIDDEN, ...REFUSED });
  // Third parties are not affected, nor is what each sees of themselves.
  const carol = await app.createUser();
  const carols = await hostRide(app, carol);
  expect(await findOther(app, carol, bob, { ...bobsItems, ownRideId: carols.id })).toMatchObject({
    search: true,
    all: true,
    profile: 200,
  });
  expect((await app.call("GET", `/rides/${adas.id}`, { as: ada })).status).toBe(200);

  await unblock(app, ada, bob);
  expect(await findOther(app, bob, ada, adasItems)).toEqual({
    search: true,
    misses: true,
    all: true,
    nearby: true,
    ofHost: true,
    requests: true,
    along: true,
    days: true,
    ride: 200,
    request: 200,
    profile: 200,
    seats: 201,
    offer: 201,
    chat: 201,
  });
});

const changed = (uid: string) => ({ type: "block.changed", uid });

test("a block is visible to its owner only, and can be made and removed repeatedly", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const adaHears = app.recordEventsOf(ada.uid);
  const bobHears = app.recordEventsOf(bob.uid);
  const { blockedAt } = (await block(app, ada, bob)).body;
  app.clock.now = new Date(app.clock.now.getTime() + 1000);
  expect((await block(app, ada, bob)).body.blockedAt).toBe(blockedAt);
  const seen = async (as: TestUser, other: TestUser) => {
    const list = await app.call<{ items: Block[] }>("GET", "/blocks", { as });
    const one = await app.call("GET", `/blocks/${other.uid}`, { as });
    return [list.body.items.map(({ person }) => person.uid), one.status];
  };
  expect(await seen(ada, bob)).toEqual([[bob.uid], 200]);
  expect(await seen(bob, ada)).toEqual([[], 404]);
  // The blocked user can block as well, and removing one block keeps the other.
  expect((await block(app, bob, ada)).status).toBe(200);
  for (const _ of [1, 2]) expect((await unblock(app, ada, bob)).body).toEqual({ success: true });
  expect((await app.call("GET", `/profiles/${bob.uid}`, { as: ada })).status).toBe(404);
  await unblock(app, bob, ada);
  expect((await app.call("GET", `/profiles/${bob.uid}`, { as: ada })).status).toBe(200);
  await app.waitForEvents();
  expect(adaHears).toEqual([changed(bob.uid), changed(bob.uid)]);
  expect(bobHears).toEqual([changed(ada.uid), changed(ada.uid)]);
  expect((await block(app, ada, ada)).body.code).toBe("own_block");
  expect((await block(app, ada, { uid: crypto.randomUUID() })).body.code).toBe("not_found");
});

test("no one can write after a block or suspension; existing messages stay readable", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const chat = await openChat(app, ada, bob);
  await sendMessage(app, ada, chat, "Hello");
  await block(app, bob, ada);
  for (const as of [ada, bob]) {
    expect((await sendMessage(app, as, chat, "Are you there?")).body.code).toBe(
      "conversation_closed",
    );
    expect((await listMessages(app, as, chat)).map(({ text }) => text)).toEqual(["Hello"]);
    expect(await listConversations(app, as)).toMatchObject([
      { id: chat.id, open: false, closesAt: null },
    ]);
  }
  await unblock(app, bob, ada);
  expect((await sendMessage(app, ada, chat, "Are you there?")).status).toBe(201);
  await app.db
    .updateTable("account")
    .set({ suspended_at: app.clock.now })
    .where("uid", "=", bob.uid)
    .execute();
  expect((await sendMessage(app, ada, chat, "Still?")).body.code).toBe("conversation_closed");
});

test("neither gets alerts about the other's rides or requests", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const carol = await app.createUser();
  for (const as of [ada, carol]) await saveSearch(app, as);
  await block(app, ada, bob);
  app.clock.now = new Date(app.clock.now.getTime() + 1000);
  await hostRide(app, bob);
  app.clock.now = new Date(app.clock.now.getTime() + 1000);
  await postRequest(app, ada, karlsruheToBonn);
  await waitForAlerts(app.ctx);
  expect(kindsOf(await listNotifications(app, ada))).toEqual([]);
  expect(kindsOf(await listNotifications(app, bob))).toEqual([]);
  expect(kindsOf(await listNotifications(app, carol))).toEqual(["ride.alerted"]);
});

test("concurrent blocks do not exceed the limit", async () => {
  const app = await createTestApp();
  const [ada, ...others] = await Promise.all(Array.from({ length: 9 }, () => app.createUser()));
  const made = await Promise.all(
    others.map(({ uid: blocked }) =>
      transaction(app.ctx, (ctx) => insertBlock(ctx, { blocker: ada?.uid ?? "", blocked }, 3)),
    ),
  );
  expect(made.filter(Boolean)).toHaveLength(3);
});
