import type { ModeratedRating } from "@commonlane/contract/moderation";
import type { RatingOnRide, RatingStats } from "@commonlane/contract/ratings";
import { expect, test } from "vitest";
import { hide } from "../../../test/fixtures/content-removals.ts";
import { createModerator } from "../../../test/fixtures/moderators.ts";
import { listNotifications } from "../../../test/fixtures/notifications.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import type { Settings } from "#platform/settings.ts";
import { grantModeratorRole } from "./index.ts";
import { actionSweeps } from "./moderator-actions.ts";
import type { TestUser } from "../../../test/app/test-app.ts";
import { estimatedArrivalMs, createBookedRide } from "../../../test/fixtures/shared-rides.ts";

type Coded = { code?: string };

async function createRating(settings: Partial<Settings> = {}) {
  const shared = await createBookedRide(settings);
  const { app, host, passenger, ride, setClock, rate } = shared;
  const mo = await createModerator(app);
  setClock(estimatedArrivalMs(ride));
  await rate(host, passenger);
  const { body } = await rate(passenger, host, { rating: 1, comment: "He is a liar" });
  const count = async () =>
    (await app.call<RatingStats>("GET", `/ratings/user/${host.uid}/stats`, { as: passenger })).body
      .count;
  const shown = async () =>
    (await shared.ofPerson(passenger, host)).body.items.map(({ comment }) => comment);
  const moderate = (path: string, fields: object) =>
    app.call<ModeratedRating & Coded>("POST", `/moderation/${path}`, {
      as: mo,
      body: { reason: "An insult", ...fields },
    });
  const appeals = async (state: string) =>
    (
      await app.call<{ items: ModeratedRating[] }>("GET", "/moderation/appeals", {
        as: mo,
        query: { state },
      })
    ).body.items;
  return { ...shared, mo, id: body.id, count, shown, moderate, appeals };
}

test("a hidden rating is visible to no one and does not count until it is shown again", async () => {
  const { id, count, shown, moderate, app, host } = await createRating();
  const counted = async () =>
    await app.db
      .selectFrom("profile")
      .select(["rating_count", "rating_sum"])
      .where("uid", "=", host.uid)
      .executeTakeFirstOrThrow();
  expect([await count(), await shown(), await counted()]).toEqual([
    1,
    ["He is a liar"],
    { rating_count: 1, rating_sum: 1 },
  ]);
  expect((await moderate(`ratings/${id}/hide`, {})).body.hiddenAt).not.toBeNull();
  expect([await count(), await shown(), await counted()]).toEqual([
    0,
    [],
    { rating_count: 0, rating_sum: 0 },
  ]);
  expect((await moderate(`ratings/${id}/hide`, {})).body.code).toBe("status_already_set");
  expect((await moderate(`ratings/${id}/show`, {})).body.hiddenAt).toBeNull();
  expect([await count(), await shown(), await counted()]).toEqual([
    1,
    ["He is a liar"],
    { rating_count: 1, rating_sum: 1 },
  ]);
  expect((await moderate(`ratings/${crypto.randomUUID()}/hide`, {})).body.code).toBe("not_found");
});

test("an appeal is decided once, and its owner reads the decision and reason", async () => {
  const { app, host, id, shown, moderate, appeals } = await createRating();
  expect((await moderate(`appeals/${id}`, { hide: true })).body.code).toBe("not_found");
  expect(await shown()).toEqual(["He is a liar"]);
  await app.call("POST", `/ratings/${id}/appeal`, { as: host, body: { reason: "I am not" } });
  expect(await appeals("open")).toMatchObject([
    { id, comment: "He is a liar", appeal: { reason: "I am not" } },
  ]);
  expect((await moderate(`appeals/${id}`, { hide: true })).status).toBe(200);
  expect(await shown()).toEqual([]);
  expect((await moderate(`appeals/${id}`, { hide: false })).body.code).toBe("status_already_set");
  expect(await appeals("open")).toEqual([]);
  expect(await appeals("closed")).toMatchObject([{ id, appeal: { note: "An insult" } }]);
  const notifications = (await listNotifications(app, host)).filter(
    ({ kind }) => kind === "appeal.decided",
  );
  expect(notifications).toMatchObject([
    { title: "The rating was hidden", text: expect.stringContaining("“An insult”") },
  ]);
});

test("a rater whose rating is hidden after an appeal is notified with the reason; if it stays visible, they are not", async () => {
  const { app, host, passenger, ride, id, moderate } = await createRating();
  const own = async () => {
    const path = `/ratings/ride/${ride.id}`;
    const { body } = await app.call<{ items: RatingOnRide[] }>("GET", path, { as: passenger });
    return body.items[0]?.given;
  };
  const notifications = async () =>
    (await listNotifications(app, passenger)).filter(({ kind }) => kind === "rating.hidden");
  await app.call("POST", `/ratings/${id}/appeal`, { as: host, body: { reason: "I am not" } });
  expect([await own(), await notifications()]).toMatchObject([{ hiddenAt: null }, []]);
  await moderate(`appeals/${id}`, { hide: true });
  expect(await own()).toMatchObject({ id, hiddenAt: app.now().toISOString() });
  expect(await notifications()).toMatchObject([{ text: expect.stringContaining("“An insult”") }]);
  const other = await createRating();
  await other.app.call("POST", `/ratings/${other.id}/appeal`, {
    as: other.host,
    body: { reason: "I am not" },
  });
  await other.moderate(`appeals/${other.id}`, { hide: false });
  expect(
    (await listNotifications(other.app, other.passenger)).map(({ kind }) => kind),
  ).not.toContain("rating.hidden");
});

test("[domain/moderation:undo-appeal] a rating hidden after an appeal is visible again when that is undone, and only the last decision is sent", async () => {
  const { app, mo, host, passenger, id, shown, moderate, appeals, setClock } = await createRating({
    MODERATION_UNDO_S: 600,
  });
  await app.call("POST", `/ratings/${id}/appeal`, { as: host, body: { reason: "I am not" } });
  const undo = async () => {
    const { body } = await app.call<{ items: { id: string }[] }>("GET", "/moderation/actions", {
      as: mo,
    });
    return app.call("POST", `/moderation/actions/${body.items[0]?.id}/undo`, { as: mo, body: {} });
  };
  for (const hide of [true, false]) {
    expect((await moderate(`appeals/${id}`, { hide })).status).toBe(200);
    expect([await shown(), (await appeals("open")).length]).toEqual([
      hide ? [] : ["He is a liar"],
      0,
    ]);
    expect((await undo()).status).toBe(200);
    expect([await shown(), (await appeals("open")).length]).toEqual([["He is a liar"], 1]);
  }
  await moderate(`appeals/${id}`, { hide: false });
  setClock(app.now().getTime() + 600_000);
  for (const sweep of actionSweeps) await runSweep(app.ctx, sweep);
  const told = await listNotifications(app, host);
  const rater = await listNotifications(app, passenger);
  expect(told.filter(({ kind }) => kind === "appeal.decided")).toMatchObject([
    { title: "The rating stays" },
  ]);
  expect(rater.map(({ kind }) => kind)).not.toContain("rating.hidden");
});

test("[domain/moderation:own-case] no moderator acts on themselves, their content, or a rating that they gave or got", async () => {
  const { app, mo, host, passenger, ride, id, moderate } = await createRating({
    MODERATION_UNDO_S: 600,
  });
  for (const { email } of [host, passenger]) await grantModeratorRole(app.ctx, email);
  await app.call("POST", "/firebase-auth/update-profile", { as: host, body: { bio: "Call me" } });
  const { body: removal } = await hide(app, mo, "bio", { id: host.uid });
  const appeal = { as: host, body: { reason: "It is true" } };
  await app.call("POST", `/content-removals/${removal.id}/appeal`, appeal);
  await app.call("POST", `/ratings/${id}/appeal`, appeal);
  const ratingCalls = [
    [`appeals/${id}`, { hide: true }],
    [`ratings/${id}/hide`, {}],
    [`ratings/${id}/show`, {}],
  ] as const;
  const ownCalls = [
    [`people/${host.uid}/warn`, {}],
    [`people/${host.uid}/suspend`, {}],
    [`people/${host.uid}/unsuspend`, {}],
    ["content-removals", { about: { kind: "ride", id: ride.id } }],
    [`content-removals/${removal.id}/show`, {}],
    [`content-removals/${removal.id}`, { show: true }],
    ...ratingCalls,
  ] as const;
  const refusals = async (as: TestUser, calls: readonly (readonly [string, object])[]) => {
    const replies = calls.map(async ([path, fields]) => {
      const body = { reason: "I like me", ...fields };
      return [path, (await app.call<Coded>("POST", `/moderation/${path}`, { as, body })).body.code];
    });
    expect(await Promise.all(replies)).toEqual(calls.map(([path]) => [path, "own_moderation"]));
  };
  await refusals(host, ownCalls);
  await refusals(passenger, ratingCalls);

  await moderate(`appeals/${id}`, { hide: true });
  const { body: pending } = await app.call<{ items: { id: string }[] }>(
    "GET",
    "/moderation/actions",
    { as: mo },
  );
  const undo = [[`actions/${pending.items[0]?.id}/undo`, {}]] as const;
  await refusals(host, undo);
  await refusals(passenger, undo);
});
