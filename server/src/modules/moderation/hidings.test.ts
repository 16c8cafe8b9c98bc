import type { OwnHiding } from "@commonlane/contract/hidings";
import type { Hiding } from "@commonlane/contract/moderated";
import type { PersonFile, RideFile } from "@commonlane/contract/moderation";
import type { Profile, PublicProfile } from "@commonlane/contract/profiles";
import { expect, test } from "vitest";
import { allAlerted, saveSearch } from "../../../test/alerts.ts";
import { advance } from "../../../test/identity.ts";
import { askForSeats, hostRide, offerOn, postRequest, searchThatDay, towns } from "../../../test/journeys.ts";
import { actsOf, moderatorOf } from "../../../test/moderators.ts";
import { kindsOf, noticesOf } from "../../../test/notices.ts";
import { halves } from "../../../test/pictures.ts";
import { openWorld, type Person, type World } from "../../../test/world.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { hidingSweeps } from "./hidings.ts";

const DAY_S = 86_400;

type HidingAnswer = Hiding & { code?: string; current?: Hiding };

const hide = (world: World, as: Person, kind: string, { id }: { id: string }, days?: number) =>
  world.call<HidingAnswer>("POST", "/moderation/hidings", {
    as,
    body: { about: { kind, id }, reason: "Not real", ...(days !== undefined && { days }) },
  });
const show = (world: World, as: Person, { id }: { id: string }) =>
  world.call<HidingAnswer>("POST", `/moderation/hidings/${id}/show`, { as, body: { reason: "A mistake" } });
const mine = async (world: World, as: Person) =>
  (await world.call<{ items: OwnHiding[] }>("GET", "/hidings", { as })).body.items;

/** Where somebody comes upon a ride, and what they are told of it. */
async function sightOf(world: World, as: Person, { id, hostId }: { id: string; hostId: string }) {
  const read = (path: string, query: object = {}) =>
    world.call<{ items: { count?: number }[] }>("GET", path, { as, query: { ...query } });
  const lists = {
    search: await read("/rides/search", searchThatDay),
    misses: await read("/rides/search/near-misses", { ...searchThatDay, departsAfter: "2026-01-02T09:30:00Z" }),
    all: await read("/rides/all"),
    nearby: await read("/rides/nearby", towns.freiburg),
    ofHost: await read(`/rides/my/${hostId}`),
  };
  const found = Object.entries(lists).map(([name, { body }]) => [name, JSON.stringify(body.items).includes(id)]);
  const { body: days } = await read("/rides/search/days", { ...searchThatDay, date: "2026-01-02", timeZone: "UTC" });
  const page = await read(`/rides/${id}`);
  return { ...Object.fromEntries(found), days: days.items.some(({ count }) => (count ?? 0) > 0), page: page.status };
}
const SEEN = { search: true, misses: true, all: true, nearby: true, ofHost: true, days: true, page: 200 };
const UNSEEN = { search: false, misses: false, all: false, nearby: false, ofHost: false, days: false, page: 404 };

test("[issue6/moderation:hidden-ride] a hidden ride is found by nobody, and nobody new comes along; its host and those aboard keep it and read why, until it is shown again", async () => {
  const world = await openWorld();
  const [mo, bob, eve] = [await moderatorOf(world), await world.person(), await world.person()];
  const ride = await hostRide(world, bob, { seatsTotal: 4 });
  const aboard = await askForSeats(world, ride, bob);
  await aboard.accept();
  const waiting = await askForSeats(world, ride, bob);
  expect(await sightOf(world, eve, ride)).toEqual(SEEN);

  const hidden = await hide(world, mo, "ride", ride);
  expect(hidden).toMatchObject({ status: 201, body: { owner: { uid: bob.uid }, reason: "Not real", endedAt: null } });
  expect((await hide(world, mo, "ride", ride)).body).toMatchObject({
    code: "status_already_set",
    current: { id: hidden.body.id },
  });
  expect(await sightOf(world, eve, ride)).toEqual(UNSEEN);
  expect((await askForSeats(world, ride, bob, {}, eve)).asked.body.code).toBe("ride_over");
  expect((await waiting.accept()).body.code).toBe("ride_over");
  // Who saved a search for that way is not led to it either.
  await saveSearch(world, eve, { origin: towns.karlsruhe, destination: towns.bonn });
  await world.call("PUT", `/rides/${ride.id}`, { as: bob, body: { note: "Now with music" } });
  await allAlerted(world.ctx);
  expect(kindsOf(await noticesOf(world, eve))).not.toContain("ride.alerted");

  for (const [as, own, kind] of [
    [bob, true, "ride.hidden"],
    [aboard.seeker, false, "ride.doubted"],
  ] as const) {
    expect((await world.call("GET", `/rides/${ride.id}`, { as })).status).toBe(200);
    expect(await mine(world, as)).toMatchObject([{ about: { kind: "ride", id: ride.id }, reason: "Not real", own }]);
    const told = (await noticesOf(world, as)).filter((notice) => notice.kind === kind);
    expect(told).toMatchObject([{ path: `/rides/${ride.id}`, text: expect.stringContaining("“Not real”") }]);
  }
  expect(
    (await world.call<{ items: { id: string }[] }>("GET", `/rides/my/${bob.uid}`, { as: bob })).body.items,
  ).toMatchObject([{ id: ride.id }]);
  expect(await mine(world, eve)).toEqual([]);

  expect((await show(world, mo, hidden.body)).status).toBe(200);
  expect((await show(world, mo, hidden.body)).body.code).toBe("status_already_set");
  expect(await sightOf(world, eve, ride)).toEqual(SEEN);
  expect(await mine(world, bob)).toEqual([]);
  expect(kindsOf(await noticesOf(world, bob))).toContain("hiding.ended");
  expect((await waiting.accept()).status).toBe(200);
  const file = await world.call<RideFile>("GET", `/moderation/rides/${ride.id}`, { as: mo });
  expect(file.body.hidings).toMatchObject([{ id: hidden.body.id, reason: "Not real" }]);
  expect(file.body.acts.map(({ call, said }) => [call, said["reason"] ?? null]).slice(1)).toEqual([
    ["moderation.show", "A mistake"],
    ["moderation.hide", "Not real"],
  ]);
});

test("[issue6/moderation:hidden-request] a hidden request is found and answered by nobody, and its seeker reads why", async () => {
  const world = await openWorld();
  const [mo, ada, bob] = [await moderatorOf(world), await world.person(), await world.person()];
  const request = await postRequest(world, ada);
  const sight = async (as: Person) => {
    const near = await world.call<{ items: object[] }>("GET", "/requests/nearby", { as, query: towns.karlsruhe });
    return [near.body.items.length, (await world.call("GET", `/requests/${request.id}`, { as })).status];
  };
  const { body } = await hide(world, mo, "ride-request", request);
  expect(await sight(bob)).toEqual([0, 404]);
  expect((await offerOn(world, request, ada, {}, bob)).made.body.code).toBe("request_over");
  expect((await world.call("GET", `/requests/${request.id}`, { as: ada })).status).toBe(200);
  expect(await mine(world, ada)).toMatchObject([{ id: body.id, about: { kind: "ride-request", id: request.id } }]);
  expect(kindsOf(await noticesOf(world, ada))).toEqual(["ride-request.hidden"]);
  await show(world, mo, body);
  expect(await sight(bob)).toEqual([1, 200]);
  expect((await offerOn(world, request, ada, {}, bob)).made.status).toBe(201);
});

test("[issue6/moderation:hidden-profile] words and a photo go from a profile, come back when they are shown again, and stay away where something took their place", async () => {
  const world = await openWorld();
  const [mo, ada, bob] = [await moderatorOf(world), await world.person(), await world.person()];
  const { uid: id } = ada;
  const say = (bio: string) => world.call("POST", "/firebase-auth/update-profile", { as: ada, body: { bio } });
  const photo = await choosePhoto(world, ada);
  await say("Call me");
  const seen = async () => {
    const { bio, photo } = (await world.call<PublicProfile>("GET", `/profiles/${id}`, { as: bob })).body;
    return { bio, photo };
  };
  const [words, picture] = [(await hide(world, mo, "bio", { id })).body, (await hide(world, mo, "photo", { id })).body];
  expect(await seen()).toEqual({ bio: null, photo: null });
  expect((await world.app.inject(photo ?? "")).statusCode).toBe(404);
  expect((await hide(world, mo, "bio", { id })).body.code).toBe("status_already_set");
  expect(words).toMatchObject({ words: "Call me", photo: null });
  expect((await world.app.inject(picture.photo ?? "")).statusCode).toBe(200);
  expect(kindsOf(await noticesOf(world, ada))).toEqual(["photo.hidden", "bio.hidden"]);

  await show(world, mo, words);
  await show(world, mo, picture);
  expect(await seen()).toMatchObject({ bio: "Call me", photo: expect.stringContaining("/api/photos/") });
  const again = (await hide(world, mo, "bio", { id })).body;
  expect(await mine(world, ada)).toMatchObject([{ id: again.id, about: { kind: "bio", id }, own: true }]);
  await say("I like trains");
  expect(await mine(world, ada)).toEqual([]);
  expect(await seen()).toMatchObject({ bio: "I like trains" });
  // What was written instead can be hidden as well; what was hidden before does not come back in its place.
  const third = (await hide(world, mo, "bio", { id })).body;
  expect((await show(world, mo, again)).body.code).toBe("status_already_set");
  await say("I like buses");
  await show(world, mo, third);
  expect(await seen()).toMatchObject({ bio: "I like buses" });
  expect((await hide(world, mo, "car", { id })).body.code).toBe("invalid_input");
  expect((await hide(world, mo, "photo", { id: bob.uid })).body.code).toBe("not_found");
  expect((await hide(world, mo, "bio", { id: mo.uid })).body.code).toBe("own_moderation");
  const file = await world.call<PersonFile>("GET", `/moderation/people/${id}`, { as: mo });
  expect(file.body.hidings.map(({ about, words }) => [about.kind, words])).toEqual([
    ["bio", "I like trains"],
    ["bio", "Call me"],
    ["photo", null],
    ["bio", "Call me"],
  ]);
});

test("[issue6/moderation:hidden-appeal] only whose it is appeals, once; a moderator decides once, and they read what and why", async () => {
  const world = await openWorld();
  const [mo, bob, eve] = [await moderatorOf(world), await world.person(), await world.person()];
  const rides = [await hostRide(world, bob), await hostRide(world, bob, { departsAt: "2026-01-04T06:45:00.000Z" })];
  const hidden: Hiding[] = [];
  for (const ride of rides) hidden.push((await hide(world, mo, "ride", ride)).body);
  const [first, second] = hidden;
  const appeal = (as: Person, { id }: { id: string } = { id: "" }) =>
    world.call<{ code?: string }>("POST", `/hidings/${id}/appeal`, { as, body: { reason: "It is real" } });
  const decide = ({ id }: { id: string } = { id: "" }, show: boolean) =>
    world.call<HidingAnswer>("POST", `/moderation/hidings/${id}`, { as: mo, body: { show, reason: "Looked again" } });
  const listed = async (state: string) => {
    const query = { state };
    const { body } = await world.call<{ items: Hiding[] }>("GET", "/moderation/hidings", { as: mo, query });
    return body.items.map(({ id }) => id);
  };

  expect((await decide(first, true)).body.code).toBe("not_found");
  expect((await appeal(eve, first)).body.code).toBe("not_found");
  expect((await appeal(bob, first)).status).toBe(200);
  expect((await appeal(bob, first)).body.code).toBe("status_already_set");
  await appeal(bob, second);
  expect(await listed("open")).toEqual([first?.id, second?.id]);
  expect((await decide(first, true)).body).toMatchObject({ endedAt: expect.any(String) });
  expect((await decide(second, false)).body).toMatchObject({ endedAt: null, appeal: { note: "Looked again" } });
  expect((await decide(second, true)).body.code).toBe("status_already_set");
  expect([await listed("open"), (await listed("closed")).length]).toEqual([[], 2]);
  expect(await mine(world, bob)).toMatchObject([{ id: second?.id, note: "Looked again" }]);
  const told = (await noticesOf(world, bob)).filter(({ kind }) => kind.startsWith("hiding."));
  expect(told.map(({ kind }) => kind).toSorted()).toEqual(["hiding.ended", "hiding.upheld"]);
  expect(told.every(({ text }) => text.includes("“Looked again”"))).toBe(true);
  const acts = (await actsOf(world, mo)).filter(({ call }) => call === "moderation.decideHiding");
  expect(acts.map(({ aboutId, said }) => [aboutId, said["show"]])).toEqual([
    [first?.id, true],
    [second?.id, false],
  ]);
});

test("[issue6/moderation:hidden-until] what is hidden for some days says until when, is shown again by itself when they are over and not before, and leaves no appeal behind", async () => {
  const world = await openWorld();
  const [mo, bob, eve] = [await moderatorOf(world), await world.person(), await world.person()];
  const ride = await hostRide(world, bob, { departsAt: "2026-01-09T06:45:00.000Z" });
  await (await askForSeats(world, ride, bob, {}, eve)).accept();
  const request = await postRequest(world, eve, {
    departsAfter: "2026-01-09T06:00:00Z",
    departsBefore: "2026-01-09T09:00:00Z",
  });
  await world.call("POST", "/firebase-auth/update-profile", { as: bob, body: { bio: "Call me" } });
  const until = "2026-01-04T08:00:00.000Z";

  const hidden = await hide(world, mo, "ride", ride, 3);
  expect(hidden.body).toMatchObject({ hiddenUntil: until, endedAt: null });
  await hide(world, mo, "ride-request", request);
  const words = await hide(world, mo, "bio", { id: bob.uid }, 1);
  for (const days of [0, 366, 1.5]) expect((await hide(world, mo, "bio", { id: eve.uid }, days)).status).toBe(400);
  for (const [as, kind] of [
    [bob, "ride.hidden"],
    [eve, "ride.doubted"],
  ] as const) {
    expect((await mine(world, as)).find(({ about }) => about.kind === "ride")).toMatchObject({ hiddenUntil: until });
    const told = (await noticesOf(world, as)).find((notice) => notice.kind === kind);
    expect(told?.text).toContain("until 4 January 2026");
  }
  expect((await noticesOf(world, eve)).find(({ kind }) => kind === "ride-request.hidden")?.text).toContain("any more");
  await world.call("POST", `/hidings/${hidden.body.id}/appeal`, { as: bob, body: { reason: "It is real" } });

  const read = (path: string) => world.call("GET", path, { as: mo });
  const shown = async () => {
    for (const one of hidingSweeps) await runSweep(world.ctx, one);
    return { ride: (await read(`/rides/${ride.id}`)).status, request: (await read(`/requests/${request.id}`)).status };
  };
  // What took the place of the words stays, and nobody is told of it.
  await world.call("POST", "/firebase-auth/update-profile", { as: bob, body: { bio: "I like trains" } });
  advance(world, 3 * DAY_S - 1);
  expect(await shown()).toEqual({ ride: 404, request: 404 });
  expect(kindsOf(await noticesOf(world, bob))).not.toContain("hiding.ended");
  advance(world, 1);
  expect(await shown()).toEqual({ ride: 200, request: 404 });
  expect((await show(world, mo, words.body)).body.code).toBe("status_already_set");
  expect((await world.call<PublicProfile>("GET", `/profiles/${bob.uid}`, { as: eve })).body.bio).toBe("I like trains");

  await shown();
  for (const as of [bob, eve])
    expect(kindsOf(await noticesOf(world, as)).filter((kind) => kind === "hiding.ended")).toHaveLength(1);
  expect((await mine(world, eve)).map(({ about, hiddenUntil }) => [about.kind, hiddenUntil])).toEqual([
    ["ride-request", null],
  ]);
  const file = await world.call<RideFile>("GET", `/moderation/rides/${ride.id}`, { as: mo });
  expect(file.body.hidings).toMatchObject([
    { endedAt: until, appeal: { reason: "It is real", decidedAt: until, note: "The time was over." } },
  ]);
  expect(file.body.acts.slice(1)).toMatchObject([
    { call: "moderation.show", moderator: null, said: { reason: "The time was over." } },
    { call: "moderation.hide", said: { days: 3 } },
  ]);
});

async function choosePhoto(world: World, as: Person): Promise<string | null> {
  const reply = await world.app.inject({
    method: "PUT",
    url: "/api/profiles/me/photo",
    headers: { "content-type": "image/jpeg", authorization: `Bearer ${as.token}` },
    payload: await halves(300, 200).jpeg().toBuffer(),
  });
  return reply.json<Profile>().photo;
}
