import type { OwnContentRemoval } from "@commonlane/contract/content-removals";
import type { ContentRemoval } from "@commonlane/contract/moderation-shapes";
import type { PersonCaseFile, RideCaseFile } from "@commonlane/contract/moderation";
import type { Profile, PublicProfile } from "@commonlane/contract/profiles";
import { expect, test } from "vitest";
import { waitForAlerts, saveSearch } from "../../../test/fixtures/alerts.ts";
import { advanceClock } from "../../../test/fixtures/accounts.ts";
import {
  requestSeats,
  hostRide,
  createOffer,
  postRequest,
  searchWholeDay,
  towns,
} from "../../../test/fixtures/rides.ts";
import { listModeratorActs, createModerator } from "../../../test/fixtures/moderators.ts";
import { kindsOf, listNotifications } from "../../../test/fixtures/notifications.ts";
import { createTwoColourImage } from "../../../test/fixtures/images.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../test/app/test-app.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { contentRemovalSweeps } from "./content-removals.ts";

const DAY_S = 86_400;

type HidingAnswer = ContentRemoval & { code?: string; current?: ContentRemoval };

const hide = (app: TestApp, as: TestUser, kind: string, { id }: { id: string }, days?: number) =>
  app.call<HidingAnswer>("POST", "/moderation/content-removals", {
    as,
    body: { about: { kind, id }, reason: "Not real", ...(days !== undefined && { days }) },
  });
const show = (app: TestApp, as: TestUser, { id }: { id: string }) =>
  app.call<HidingAnswer>("POST", `/moderation/content-removals/${id}/show`, {
    as,
    body: { reason: "A mistake" },
  });
const listOwn = async (app: TestApp, as: TestUser) =>
  (await app.call<{ items: OwnContentRemoval[] }>("GET", "/content-removals", { as })).body.items;

/** All places where a user could find a ride, and what they show. */
async function sightOf(app: TestApp, as: TestUser, { id, hostId }: { id: string; hostId: string }) {
  const read = (path: string, query: object = {}) =>
    app.call<{ items: { count?: number }[] }>("GET", path, { as, query: { ...query } });
  const lists = {
    search: await read("/rides/search", searchWholeDay),
    misses: await read("/rides/search/near-misses", {
      ...searchWholeDay,
      departsAfter: "2026-01-02T09:30:00Z",
    }),
    all: await read("/rides/all"),
    nearby: await read("/rides/nearby", towns.freiburg),
    ofHost: await read(`/rides/my/${hostId}`),
  };
  const found = Object.entries(lists).map(([name, { body }]) => [
    name,
    JSON.stringify(body.items).includes(id),
  ]);
  const { body: days } = await read("/rides/search/days", {
    ...searchWholeDay,
    date: "2026-01-02",
    timeZone: "UTC",
  });
  const page = await read(`/rides/${id}`);
  return {
    ...Object.fromEntries(found),
    days: days.items.some(({ count }) => (count ?? 0) > 0),
    page: page.status,
  };
}
const SEEN = {
  search: true,
  misses: true,
  all: true,
  nearby: true,
  ofHost: true,
  days: true,
  page: 200,
};
const UNSEEN = {
  search: false,
  misses: false,
  all: false,
  nearby: false,
  ofHost: false,
  days: false,
  page: 404,
};

test("a removed ride is hidden and closed for new passengers; its host and passengers keep it and read why, until it is restored", async () => {
  const app = await createTestApp();
  const [mo, bob, eve] = [
    await createModerator(app),
    await app.createUser(),
    await app.createUser(),
  ];
  const ride = await hostRide(app, bob, { seatsTotal: 4 });
  const aboard = await requestSeats(app, ride, bob);
  await aboard.accept();
  const waiting = await requestSeats(app, ride, bob);
  expect(await sightOf(app, eve, ride)).toEqual(SEEN);

  const hidden = await hide(app, mo, "ride", ride);
  expect(hidden).toMatchObject({
    status: 201,
    body: { owner: { uid: bob.uid }, reason: "Not real", endedAt: null },
  });
  expect((await hide(app, mo, "ride", ride)).body).toMatchObject({
    code: "status_already_set",
    current: { id: hidden.body.id },
  });
  expect(await sightOf(app, eve, ride)).toEqual(UNSEEN);
  expect((await requestSeats(app, ride, bob, {}, eve)).response.body.code).toBe("not_found");
  expect((await waiting.accept()).body.code).toBe("ride_over");
  // Saved searches for that route do not find it either.
  await saveSearch(app, eve, { origin: towns.karlsruhe, destination: towns.bonn });
  await app.call("PUT", `/rides/${ride.id}`, { as: bob, body: { note: "Now with music" } });
  await waitForAlerts(app.ctx);
  expect(kindsOf(await listNotifications(app, eve))).not.toContain("ride.alerted");

  for (const [as, own, kind] of [
    [bob, true, "ride.hidden"],
    [aboard.seeker, false, "booked-ride.hidden"],
  ] as const) {
    expect((await app.call("GET", `/rides/${ride.id}`, { as })).status).toBe(200);
    expect(await listOwn(app, as)).toMatchObject([
      { about: { kind: "ride", id: ride.id }, reason: "Not real", own },
    ]);
    const notifications = (await listNotifications(app, as)).filter(
      (notice) => notice.kind === kind,
    );
    expect(notifications).toMatchObject([
      { path: `/rides/${ride.id}`, text: expect.stringContaining("“Not real”") },
    ]);
  }
  expect(
    (await app.call<{ items: { id: string }[] }>("GET", `/rides/my/${bob.uid}`, { as: bob })).body
      .items,
  ).toMatchObject([{ id: ride.id }]);
  expect(await listOwn(app, eve)).toEqual([]);

  expect((await show(app, mo, hidden.body)).status).toBe(200);
  expect((await show(app, mo, hidden.body)).body.code).toBe("status_already_set");
  expect(await sightOf(app, eve, ride)).toEqual(SEEN);
  expect(await listOwn(app, bob)).toEqual([]);
  expect(kindsOf(await listNotifications(app, bob))).toContain("content-removal.ended");
  expect((await waiting.accept()).status).toBe(200);
  const file = await app.call<RideCaseFile>("GET", `/moderation/rides/${ride.id}`, { as: mo });
  expect(file.body.contentRemovals).toMatchObject([{ id: hidden.body.id, reason: "Not real" }]);
  expect(
    file.body.auditLog.map(({ call, details }) => [call, details["reason"] ?? null]).slice(1),
  ).toEqual([
    ["moderation.show", "A mistake"],
    ["moderation.hide", "Not real"],
  ]);
});

test("a removed request can be neither found nor answered, and its seeker reads why", async () => {
  const app = await createTestApp();
  const [mo, ada, bob] = [
    await createModerator(app),
    await app.createUser(),
    await app.createUser(),
  ];
  const request = await postRequest(app, ada);
  const sight = async (as: TestUser) => {
    const near = await app.call<{ items: object[] }>("GET", "/requests/nearby", {
      as,
      query: towns.karlsruhe,
    });
    return [
      near.body.items.length,
      (await app.call("GET", `/requests/${request.id}`, { as })).status,
    ];
  };
  const { body } = await hide(app, mo, "ride-request", request);
  expect(await sight(bob)).toEqual([0, 404]);
  expect((await createOffer(app, request, ada, {}, bob)).made.body.code).toBe("not_found");
  expect((await app.call("GET", `/requests/${request.id}`, { as: ada })).status).toBe(200);
  expect(await listOwn(app, ada)).toMatchObject([
    { id: body.id, about: { kind: "ride-request", id: request.id } },
  ]);
  expect(kindsOf(await listNotifications(app, ada))).toEqual(["ride-request.hidden"]);
  await show(app, mo, body);
  expect(await sight(bob)).toEqual([1, 200]);
  expect((await createOffer(app, request, ada, {}, bob)).made.status).toBe(201);
});

test("a removed bio or photo leaves the profile, returns when restored, and stays away if the user replaced it", async () => {
  const app = await createTestApp();
  const [mo, ada, bob] = [
    await createModerator(app),
    await app.createUser(),
    await app.createUser(),
  ];
  const { uid: id } = ada;
  const say = (bio: string) =>
    app.call("POST", "/firebase-auth/update-profile", { as: ada, body: { bio } });
  const photo = await choosePhoto(app, ada);
  await say("Call me");
  const seen = async () => {
    const { bio, photo } = (await app.call<PublicProfile>("GET", `/profiles/${id}`, { as: bob }))
      .body;
    return { bio, photo };
  };
  const [text, picture] = [
    (await hide(app, mo, "bio", { id })).body,
    (await hide(app, mo, "photo", { id })).body,
  ];
  expect(await seen()).toEqual({ bio: null, photo: null });
  expect((await app.http.inject(photo ?? "")).statusCode).toBe(404);
  expect((await hide(app, mo, "bio", { id })).body.code).toBe("status_already_set");
  expect(text).toMatchObject({ text: "Call me", photo: null });
  expect((await app.http.inject(picture.photo ?? "")).statusCode).toBe(200);
  expect(kindsOf(await listNotifications(app, ada))).toEqual(["photo.hidden", "bio.hidden"]);

  await show(app, mo, text);
  await show(app, mo, picture);
  expect(await seen()).toMatchObject({
    bio: "Call me",
    photo: expect.stringContaining("/api/photos/"),
  });
  const secondRemoval = (await hide(app, mo, "bio", { id })).body;
  expect(await listOwn(app, ada)).toMatchObject([
    { id: secondRemoval.id, about: { kind: "bio", id }, own: true },
  ]);
  await say("I like trains");
  expect(await listOwn(app, ada)).toEqual([]);
  expect(await seen()).toMatchObject({ bio: "I like trains" });
  // The replacement can be removed as well; the first bio does not return instead.
  const third = (await hide(app, mo, "bio", { id })).body;
  expect((await show(app, mo, secondRemoval)).body.code).toBe("status_already_set");
  await say("I like buses");
  await show(app, mo, third);
  expect(await seen()).toMatchObject({ bio: "I like buses" });
  expect((await hide(app, mo, "car", { id })).body.code).toBe("invalid_input");
  expect((await hide(app, mo, "photo", { id: bob.uid })).body.code).toBe("not_found");
  expect((await hide(app, mo, "bio", { id: mo.uid })).body.code).toBe("own_moderation");
  const file = await app.call<PersonCaseFile>("GET", `/moderation/people/${id}`, { as: mo });
  expect(file.body.contentRemovals.map(({ about, text }) => [about.kind, text])).toEqual([
    ["bio", "I like trains"],
    ["bio", "Call me"],
    ["photo", null],
    ["bio", "Call me"],
  ]);
});

test("only the owner appeals, once; a moderator decides once, and the owner reads the decision and reason", async () => {
  const app = await createTestApp();
  const [mo, bob, eve] = [
    await createModerator(app),
    await app.createUser(),
    await app.createUser(),
  ];
  const rides = [
    await hostRide(app, bob),
    await hostRide(app, bob, { departsAt: "2026-01-04T06:45:00.000Z" }),
  ];
  const hidden: ContentRemoval[] = [];
  for (const ride of rides) hidden.push((await hide(app, mo, "ride", ride)).body);
  const [first, second] = hidden;
  const appeal = (as: TestUser, { id }: { id: string } = { id: "" }) =>
    app.call<{ code?: string }>("POST", `/content-removals/${id}/appeal`, {
      as,
      body: { reason: "It is real" },
    });
  const decide = ({ id }: { id: string } = { id: "" }, show: boolean) =>
    app.call<HidingAnswer>("POST", `/moderation/content-removals/${id}`, {
      as: mo,
      body: { show, reason: "Looked again" },
    });
  const listed = async (state: string) => {
    const query = { state };
    const { body } = await app.call<{ items: ContentRemoval[] }>(
      "GET",
      "/moderation/content-removals",
      {
        as: mo,
        query,
      },
    );
    return body.items.map(({ id }) => id);
  };

  expect((await decide(first, true)).body.code).toBe("not_found");
  expect((await appeal(eve, first)).body.code).toBe("not_found");
  expect((await appeal(bob, first)).status).toBe(200);
  expect((await appeal(bob, first)).body.code).toBe("status_already_set");
  await appeal(bob, second);
  expect(await listed("open")).toEqual([first?.id, second?.id]);
  expect((await decide(first, true)).body).toMatchObject({ endedAt: expect.any(String) });
  expect((await decide(second, false)).body).toMatchObject({
    endedAt: null,
    appeal: { note: "Looked again" },
  });
  expect((await decide(second, true)).body.code).toBe("status_already_set");
  expect([await listed("open"), (await listed("closed")).length]).toEqual([[], 2]);
  expect(await listOwn(app, bob)).toMatchObject([{ id: second?.id, note: "Looked again" }]);
  const notifications = (await listNotifications(app, bob)).filter(({ kind }) =>
    kind.startsWith("content-removal."),
  );
  expect(notifications.map(({ kind }) => kind).toSorted()).toEqual([
    "content-removal.ended",
    "content-removal.upheld",
  ]);
  expect(notifications.every(({ text }) => text.includes("“Looked again”"))).toBe(true);
  const acts = (await listModeratorActs(app, mo)).filter(
    ({ call }) => call === "moderation.decideRemovalAppeal",
  );
  expect(acts.map(({ aboutId, details }) => [aboutId, details["show"]])).toEqual([
    [first?.id, true],
    [second?.id, false],
  ]);
});

test("a removal for some days shows its end date, expires by itself and leaves no open appeal", async () => {
  const app = await createTestApp();
  const [mo, bob, eve] = [
    await createModerator(app),
    await app.createUser(),
    await app.createUser(),
  ];
  const ride = await hostRide(app, bob, { departsAt: "2026-01-09T06:45:00.000Z" });
  await (await requestSeats(app, ride, bob, {}, eve)).accept();
  const request = await postRequest(app, eve, {
    departsAfter: "2026-01-09T06:00:00Z",
    departsBefore: "2026-01-09T09:00:00Z",
  });
  await app.call("POST", "/firebase-auth/update-profile", { as: bob, body: { bio: "Call me" } });
  const until = "2026-01-04T08:00:00.000Z";

  const hidden = await hide(app, mo, "ride", ride, 3);
  expect(hidden.body).toMatchObject({ removedUntil: until, endedAt: null });
  await hide(app, mo, "ride-request", request);
  const text = await hide(app, mo, "bio", { id: bob.uid }, 1);
  for (const days of [0, 366, 1.5])
    expect((await hide(app, mo, "bio", { id: eve.uid }, days)).status).toBe(400);
  for (const [as, kind] of [
    [bob, "ride.hidden"],
    [eve, "booked-ride.hidden"],
  ] as const) {
    expect((await listOwn(app, as)).find(({ about }) => about.kind === "ride")).toMatchObject({
      removedUntil: until,
    });
    const notifications = (await listNotifications(app, as)).find((notice) => notice.kind === kind);
    expect(notifications?.text).toContain("until 4 January 2026");
  }
  expect(
    (await listNotifications(app, eve)).find(({ kind }) => kind === "ride-request.hidden")?.text,
  ).toContain("anymore");
  await app.call("POST", `/content-removals/${hidden.body.id}/appeal`, {
    as: bob,
    body: { reason: "It is real" },
  });

  const read = (path: string) => app.call("GET", path, { as: mo });
  const shown = async () => {
    for (const sweep of contentRemovalSweeps) await runSweep(app.ctx, sweep);
    return {
      ride: (await read(`/rides/${ride.id}`)).status,
      request: (await read(`/requests/${request.id}`)).status,
    };
  };
  // The new bio stays, and no one is notified.
  await app.call("POST", "/firebase-auth/update-profile", {
    as: bob,
    body: { bio: "I like trains" },
  });
  advanceClock(app, 3 * DAY_S - 1);
  expect(await shown()).toEqual({ ride: 404, request: 404 });
  expect(kindsOf(await listNotifications(app, bob))).not.toContain("content-removal.ended");
  advanceClock(app, 1);
  expect(await shown()).toEqual({ ride: 200, request: 404 });
  expect((await show(app, mo, text.body)).body.code).toBe("status_already_set");
  expect((await app.call<PublicProfile>("GET", `/profiles/${bob.uid}`, { as: eve })).body.bio).toBe(
    "I like trains",
  );

  await shown();
  for (const as of [bob, eve])
    expect(
      kindsOf(await listNotifications(app, as)).filter((kind) => kind === "content-removal.ended"),
    ).toHaveLength(1);
  expect(
    (await listOwn(app, eve)).map(({ about, removedUntil }) => [about.kind, removedUntil]),
  ).toEqual([["ride-request", null]]);
  const file = await app.call<RideCaseFile>("GET", `/moderation/rides/${ride.id}`, { as: mo });
  expect(file.body.contentRemovals).toMatchObject([
    { endedAt: until, appeal: { reason: "It is real", decidedAt: until, note: "The term ended." } },
  ]);
  expect(file.body.auditLog.slice(1)).toMatchObject([
    { call: "moderation.show", moderator: null, details: { reason: "The term ended." } },
    { call: "moderation.hide", details: { days: 3 } },
  ]);
});

async function choosePhoto(app: TestApp, as: TestUser): Promise<string | null> {
  const reply = await app.http.inject({
    method: "PUT",
    url: "/api/profiles/me/photo",
    headers: { "content-type": "image/jpeg", authorization: `Bearer ${as.token}` },
    payload: await createTwoColourImage(300, 200).jpeg().toBuffer(),
  });
  return reply.json<Profile>().photo;
}
