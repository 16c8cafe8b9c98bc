import type { ContentRemoval } from "@commonlane/contract/moderation-shapes";
import type { RideCaseFile } from "@commonlane/contract/moderation";
import type { PublicProfile } from "@commonlane/contract/profiles";
import { expect, test } from "vitest";
import { advanceClock } from "../../../test/fixtures/accounts.ts";
import { hostRide, postRequest, requestSeats } from "../../../test/fixtures/rides.ts";
import { createModerator, listModeratorActs } from "../../../test/fixtures/moderators.ts";
import { kindsOf, listNotifications } from "../../../test/fixtures/notifications.ts";
import { createTestApp, type TestUser } from "../../../test/app/test-app.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { contentRemovalSweeps } from "./content-removals.ts";
import { hide, type HidingAnswer, listOwn, show } from "../../../test/fixtures/content-removals.ts";

const DAY_S = 86_400;

test("only the owner appeals, once; a moderator decides once, and the owner reads the decision and reason", async () => {
  const app = await createTestApp();
  const mo = await createModerator(app);
  const bob = await app.createUser();
  const eve = await app.createUser();
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
  const mo = await createModerator(app);
  const bob = await app.createUser();
  const eve = await app.createUser();
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
