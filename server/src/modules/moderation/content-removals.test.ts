import type { PersonCaseFile, RideCaseFile } from "@commonlane/contract/moderation";
import type { Profile, PublicProfile } from "@commonlane/contract/profiles";
import { expect, test } from "vitest";
import { saveSearch, waitForAlerts } from "../../../test/fixtures/alerts.ts";
import {
  createOffer,
  hostRide,
  postRequest,
  requestSeats,
  searchWholeDay,
  towns,
} from "../../../test/fixtures/rides.ts";
import { createModerator } from "../../../test/fixtures/moderators.ts";
import { kindsOf, listNotifications } from "../../../test/fixtures/notifications.ts";
import { createTwoColourImage } from "../../../test/fixtures/images.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../test/app/test-app.ts";
import { hide, listOwn, show } from "../../../test/fixtures/content-removals.ts";

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
  const mo = await createModerator(app);
  const bob = await app.createUser();
  const eve = await app.createUser();
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
  const mo = await createModerator(app);
  const ada = await app.createUser();
  const bob = await app.createUser();
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
  const mo = await createModerator(app);
  const ada = await app.createUser();
  const bob = await app.createUser();
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
  const text = (await hide(app, mo, "bio", { id })).body;
  const picture = (await hide(app, mo, "photo", { id })).body;
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

async function choosePhoto(app: TestApp, as: TestUser): Promise<string | null> {
  const reply = await app.http.inject({
    method: "PUT",
    url: "/api/profiles/me/photo",
    headers: { "content-type": "image/jpeg", authorization: `Bearer ${as.token}` },
    payload: await createTwoColourImage(300, 200).jpeg().toBuffer(),
  });
  return reply.json<Profile>().photo;
}
