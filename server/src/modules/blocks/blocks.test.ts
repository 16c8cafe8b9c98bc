import type { Block } from "@commonlane/contract/blocks";
import type { Ride } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { allAlerted, saveSearch } from "../../../test/alerts.ts";
import { conversationsOf, messagesOf, openChat, send } from "../../../test/chats.ts";
import {
  askForSeats,
  hostRide,
  karlsruheToBonn,
  offerOn,
  postRequest,
  searchThatDay,
  towns,
} from "../../../test/journeys.ts";
import { allNoticed, kindsOf, noticesOf } from "../../../test/notices.ts";
import { openWorld, type Person, type World } from "../../../test/world.ts";
import { transaction } from "#platform/context.ts";
import { insertBlock } from "./blocks.store.ts";

const block = (world: World, as: Person, { uid }: { uid: string }) =>
  world.call<Block & { code?: string }>("PUT", `/blocks/${uid}`, { as });
const unblock = (world: World, as: Person, { uid }: { uid: string }) => world.call("DELETE", `/blocks/${uid}`, { as });

/** Everything in which one of two could come upon the other, and whether they do. */
async function findings(world: World, as: Person, other: Person, { rideId, requestId, ownRideId }: Their) {
  const read = (path: string, asked: object = {}) =>
    world.call<Read>("GET", path, { as, query: { limit: 100, ...asked } });
  const lists = {
    search: await read("/rides/search", searchThatDay),
    misses: await read("/rides/search/near-misses", { ...searchThatDay, departsAfter: "2026-01-02T09:30:00Z" }),
    all: await read("/rides/all"),
    nearby: await read("/rides/nearby", towns.freiburg),
    ofHost: await read(`/rides/my/${other.uid}`),
    requests: await read("/requests/nearby", towns.karlsruhe),
    along: await read("/requests/nearby", { rideId: ownRideId }),
  };
  const { body: days } = await read("/rides/search/days", { ...searchThatDay, date: "2026-01-02", timeZone: "UTC" });
  const calls = {
    ride: await read(`/rides/${rideId}`),
    request: await read(`/requests/${requestId}`),
    profile: await read(`/profiles/${other.uid}`),
    seats: await world.call("POST", `/rides/${rideId}/request`, { as, body: {} }),
    offer: await world.call("POST", `/rides/requests/${requestId}/offer`, { as, body: { rideId: ownRideId } }),
    chat: await world.call("POST", "/chat/conversations", { as, body: { withUid: other.uid } }),
  };
  return {
    ...Object.fromEntries(
      Object.entries(lists).map(([name, { body }]) => [name, JSON.stringify(body.items).includes(other.uid)]),
    ),
    days: days.items.some(({ count }) => (count ?? 0) > 0),
    ...Object.fromEntries(Object.entries(calls).map(([name, { status }]) => [name, status])),
  };
}
interface Their {
  readonly rideId: string;
  readonly requestId: string;
  readonly ownRideId: string;
}
type Read = { items: { count?: number }[] };
const NOTHING = { search: false, misses: false, all: false, nearby: false, ofHost: false, requests: false };
const HIDDEN = { ...NOTHING, along: false, days: false, ride: 404, request: 404, profile: 404 };
const REFUSED = { seats: 409, offer: 409, chat: 404 };

test("[issue6/block:both-ways] whoever of the two blocked, neither finds the other anywhere, and both do when it is taken back", async () => {
  const world = await openWorld();
  const [ada, bob] = [await world.person(), await world.person()];
  const [adas, bobs] = [await hostRide(world, ada), await hostRide(world, bob)];
  const [adasWish, bobsWish] = [await postRequest(world, ada), await postRequest(world, bob)];
  const bobsThings = { rideId: bobs.id, requestId: bobsWish.id, ownRideId: adas.id };
  const adasThings = { rideId: adas.id, requestId: adasWish.id, ownRideId: bobs.id };

  expect((await block(world, ada, bob)).body).toMatchObject({ person: { uid: bob.uid }, shared: [] });
  expect(await findings(world, ada, bob, bobsThings)).toEqual({ ...HIDDEN, ...REFUSED });
  expect(await findings(world, bob, ada, adasThings)).toEqual({ ...HIDDEN, ...REFUSED });
  // A third one is not concerned, nor is what each sees of themselves.
  const carol = await world.person();
  const carols = await hostRide(world, carol);
  expect(await findings(world, carol, bob, { ...bobsThings, ownRideId: carols.id })).toMatchObject({
    search: true,
    all: true,
    profile: 200,
  });
  expect((await world.call("GET", `/rides/${adas.id}`, { as: ada })).status).toBe(200);

  await unblock(world, ada, bob);
  expect(await findings(world, bob, ada, adasThings)).toEqual({
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

test("[issue6/block:silent] a block is its owner's alone: told to nobody else, made and taken back as often as one likes", async () => {
  const world = await openWorld();
  const [ada, bob] = [await world.person(), await world.person()];
  const [adaHears, bobHears] = [world.hear(ada.uid), world.hear(bob.uid)];
  const { blockedAt } = (await block(world, ada, bob)).body;
  world.world.now = new Date(world.world.now.getTime() + 1000);
  expect((await block(world, ada, bob)).body.blockedAt).toBe(blockedAt);
  const seen = async (as: Person, other: Person) => {
    const list = await world.call<{ items: Block[] }>("GET", "/blocks", { as });
    const one = await world.call("GET", `/blocks/${other.uid}`, { as });
    return [list.body.items.map(({ person }) => person.uid), one.status];
  };
  expect(await seen(ada, bob)).toEqual([[bob.uid], 200]);
  expect(await seen(bob, ada)).toEqual([[], 404]);
  // Who was blocked can block as well, and one block taken back leaves the other.
  expect((await block(world, bob, ada)).status).toBe(200);
  for (const _ of [1, 2]) expect((await unblock(world, ada, bob)).body).toEqual({ success: true });
  expect((await world.call("GET", `/profiles/${bob.uid}`, { as: ada })).status).toBe(404);
  await unblock(world, bob, ada);
  expect((await world.call("GET", `/profiles/${bob.uid}`, { as: ada })).status).toBe(200);
  await world.allTold();
  expect(adaHears).toEqual([changed(bob.uid), changed(bob.uid)]);
  expect(bobHears).toEqual([changed(ada.uid), changed(ada.uid)]);
  expect((await block(world, ada, ada)).body.code).toBe("own_block");
  expect((await block(world, ada, { uid: crypto.randomUUID() })).body.code).toBe("not_found");
});

test("[issue6/block:open-ends] what either asked of the other ends as if declined or withdrawn, and says nothing of a block", async () => {
  const world = await openWorld();
  const [ada, bob] = [await world.person(), await world.person()];
  const [adas, bobs] = [await hostRide(world, ada), await hostRide(world, bob)];
  const toAda = await askForSeats(world, adas, ada, {}, bob);
  const toBob = await askForSeats(world, bobs, bob, {}, ada);
  const [adasWish, bobsWish] = [await postRequest(world, ada), await postRequest(world, bob)];
  const bobs1 = await offerOn(world, adasWish, ada, { rideId: bobs.id }, bob);
  const adas1 = await offerOn(world, bobsWish, bob, { rideId: adas.id }, ada);
  const other = await askForSeats(world, adas, ada);
  await allNoticed(world.ctx);
  await world.allTold();
  const hears = world.hear(bob.uid);
  await block(world, ada, bob);
  await world.allTold();
  expect(hears.map(({ type }) => type)).toEqual([
    "seat-request.rejected",
    "seat-request.withdrawn",
    "offer.declined",
    "offer.withdrawn",
    "notice.changed",
  ]);
  const ended = await world.db
    .selectFrom("seat_request")
    .select(["id", "status", "ended_by", "reason"])
    .orderBy("id")
    .execute();
  expect(ended).toEqual([
    { id: toAda.asked.body.id, status: "rejected", ended_by: "host", reason: null },
    { id: toBob.asked.body.id, status: "withdrawn", ended_by: "seeker", reason: null },
    { id: other.asked.body.id, status: "pending", ended_by: null, reason: null },
  ]);
  const offers = await world.db.selectFrom("offer").select(["id", "status", "ended_by"]).orderBy("id").execute();
  expect(offers).toEqual([
    { id: bobs1.made.body.id, status: "declined", ended_by: "seeker" },
    { id: adas1.made.body.id, status: "withdrawn", ended_by: "driver" },
  ]);
  // What led to the other is gone from the list; how it ended is told as it always is.
  expect(kindsOf(await noticesOf(world, bob)).toSorted()).toEqual([
    "offer.declined",
    "offer.withdrawn",
    "seat-request.rejected",
    "seat-request.withdrawn",
  ]);
  expect(kindsOf(await noticesOf(world, ada))).toEqual(["seat-request.created"]);
  expect((await world.call("GET", "/notices/unread-count", { as: ada })).body).toEqual({ count: 1 });
});

test("[issue6/block:line] neither waits in line for a seat with the other any more; who did for the blocker's ride is told that it was in vain", async () => {
  const world = await openWorld();
  const [ada, bob, next] = [await world.person(), await world.person(), await world.person()];
  const full = async (host: Person, day: string) => {
    const departsAt = `2026-01-0${day}T06:45:00.000Z`;
    const ride = await hostRide(world, host, { seatsTotal: 1, approval: "instant", departsAt });
    await askForSeats(world, ride, host);
    return ride;
  };
  const [adas, bobs] = [await full(ada, "2"), await full(bob, "3")];
  const wait = (as: Person, { id }: Ride) => world.call("POST", `/rides/${id}/standby`, { as, body: {} });
  const line = async (as: Person, { id }: Ride) =>
    (
      await world.call<{ waiting: number; own: { position: number } | null; items: object[] }>(
        "GET",
        `/rides/${id}/standby`,
        { as },
      )
    ).body;
  for (const [as, ride] of [
    [bob, adas],
    [next, adas],
    [ada, bobs],
  ] as const)
    await wait(as, ride);
  await world.allTold();
  const [hears, nextHears] = [world.hear(bob.uid), world.hear(next.uid)];
  await block(world, ada, bob);
  await world.allTold();
  expect(hears.map(({ type }) => type)).toEqual([
    "standby.changed",
    "notice.created",
    "standby.changed",
    "notice.changed",
  ]);
  expect(nextHears.map(({ type }) => type)).toEqual(["standby.changed"]);
  expect(await line(ada, adas)).toMatchObject({ waiting: 1, items: [{ position: 1 }] });
  expect((await line(next, adas)).own?.position).toBe(1);
  expect(await line(bob, bobs)).toMatchObject({ waiting: 0, items: [] });
  const ofLines = async (as: Person) =>
    kindsOf(await noticesOf(world, as)).filter((kind) => kind.startsWith("standby."));
  expect(await ofLines(bob)).toEqual(["standby.ended"]);
  expect(await ofLines(ada)).toEqual(["standby.joined"]);
  const ended = await world.db.selectFrom("standby").select(["seeker_id", "status"]).orderBy("nth").execute();
  expect(ended).toEqual([
    { seeker_id: bob.uid, status: "ended" },
    { seeker_id: next.uid, status: "waiting" },
    { seeker_id: ada.uid, status: "left" },
  ]);
});

test("[issue6/block:agreed-stays] a seat that was agreed stays with its page and its chat until one gives it up, and the block tells of it", async () => {
  const world = await openWorld();
  const [ada, bob] = [await world.person(), await world.person()];
  const ride = await hostRide(world, ada);
  const asked = await askForSeats(world, ride, ada, {}, bob);
  await asked.accept();
  for (const [by, blocked] of [
    [ada, bob],
    [bob, ada],
  ] as const) {
    const { shared } = (await block(world, by, blocked)).body;
    expect(shared).toMatchObject([{ rideId: ride.id, seatRequestId: asked.asked.body.id, departsAt: ride.departsAt }]);
    await unblock(world, by, blocked);
  }
  await block(world, ada, bob);
  expect((await world.call("GET", `/rides/${ride.id}`, { as: bob })).status).toBe(200);
  expect((await asked.end(bob)).body.status).toBe("cancelled");
  expect((await world.call("GET", `/rides/${ride.id}`, { as: bob })).status).toBe(404);
  expect((await block(world, ada, bob)).body.shared).toEqual([]);
  expect(kindsOf(await noticesOf(world, ada))).toContain("seat-request.cancelled");
});

test("[issue6/block:chat] nobody writes where one blocked the other or was suspended; what was written stays to be read", async () => {
  const world = await openWorld();
  const [ada, bob] = [await world.person(), await world.person()];
  const chat = await openChat(world, ada, bob);
  await send(world, ada, chat, "Hello");
  await block(world, bob, ada);
  for (const as of [ada, bob]) {
    expect((await send(world, as, chat, "Are you there?")).body.code).toBe("conversation_closed");
    expect((await messagesOf(world, as, chat)).map(({ text }) => text)).toEqual(["Hello"]);
    expect(await conversationsOf(world, as)).toMatchObject([{ id: chat.id, open: false, closesAt: null }]);
  }
  await unblock(world, bob, ada);
  expect((await send(world, ada, chat, "Are you there?")).status).toBe(201);
  await world.db.updateTable("account").set({ suspended_at: world.world.now }).where("uid", "=", bob.uid).execute();
  expect((await send(world, ada, chat, "Still?")).body.code).toBe("conversation_closed");
});

test("[issue6/block:alerts] neither is alerted of what the other hosts or asks for", async () => {
  const world = await openWorld();
  const [ada, bob, carol] = [await world.person(), await world.person(), await world.person()];
  for (const as of [ada, carol]) await saveSearch(world, as);
  await block(world, ada, bob);
  world.world.now = new Date(world.world.now.getTime() + 1000);
  await hostRide(world, bob);
  world.world.now = new Date(world.world.now.getTime() + 1000);
  await postRequest(world, ada, karlsruheToBonn);
  await allAlerted(world.ctx);
  expect(kindsOf(await noticesOf(world, ada))).toEqual([]);
  expect(kindsOf(await noticesOf(world, bob))).toEqual([]);
  expect(kindsOf(await noticesOf(world, carol))).toEqual(["ride.alerted"]);
});

test("[issue5/limits:ceilings] of many people blocked at once no more are than there may be", async () => {
  const world = await openWorld();
  const [ada, ...others] = await Promise.all(Array.from({ length: 9 }, () => world.person()));
  const made = await Promise.all(
    others.map(({ uid: blocked }) =>
      transaction(world.ctx, (ctx) => insertBlock(ctx, { blocker: ada?.uid ?? "", blocked }, 3)),
    ),
  );
  expect(made.filter(Boolean)).toHaveLength(3);
});
