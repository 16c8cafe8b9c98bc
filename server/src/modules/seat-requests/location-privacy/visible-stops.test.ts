import { HOUR_MS } from "@commonlane/contract/durations";
import type { DomainEvent } from "@commonlane/contract/live";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { StandbyEntry } from "@commonlane/contract/standby";
import { distanceM } from "@commonlane/matching/geo";
import { expect, test } from "vitest";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { requestSeats, hostRide, towns } from "../../../../test/fixtures/rides.ts";
import { kindsOf, listNotifications } from "../../../../test/fixtures/notifications.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../../test/app/test-app.ts";
import { seatRequestSweeps } from "../index.ts";

/** An address near Karlsruhe, close to the route of a ride to the north. */
const DOOR = { label: "Canary Lane 7", lat: 49.01947, lng: 8.41443 };
const EXACT = /Canary|49\.0194|8\.4144/;
/** Without a list of towns an approximate place is named by its coordinates. */
const APPROXIMATE = "49.0, 8.4";

interface List<Item> {
  items: Item[];
}

/** A ride, a seeker who requests a seat from the address, and everything the host can read about it. */
async function openRequest(hosted: object = {}, requestInput: object = { pickup: DOOR }) {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host, hosted);
  const events = app.recordEventsOf(host.uid);
  const ask = await requestSeats(app, ride, host, requestInput);
  return { app, host, ride, ask, hostViews: () => hostViews(app, host, ride.id, events) };
}

/** Everything a host receives from the two lists, live events and notifications. */
async function hostViews(
  app: TestApp,
  host: TestUser,
  rideId: string,
  events: readonly DomainEvent[],
) {
  await app.waitForEvents();
  const listed = async (path: string) =>
    (await app.call<List<SeatRequest>>("GET", path, { as: host })).body.items;
  const lists = [
    await listed("/rides/incoming-requests"),
    await listed(`/rides/${rideId}/requests`),
  ];
  return { lists, heard: events, notices: await listNotifications(app, host) };
}
const ownOf = async (app: TestApp, as: TestUser) =>
  (await app.call<List<SeatRequest>>("GET", "/rides/my-requests", { as })).body.items[0];
const sweep = async ({ ctx }: TestApp) => {
  for (const one of seatRequestSweeps) await runSweep(ctx, one);
};

test("[domain/privacy:asked-place] a host sees only the approximate pickup until acceptance in lists, live events, notifications and reminders; times and detour derive from the approximate place and are rounded", async () => {
  const { app, ask, hostViews } = await openRequest();
  expect(ask.response.body.pickup).toMatchObject(DOOR);
  app.clock.now = new Date(app.now().getTime() + 1.6 * HOUR_MS);
  await sweep(app);
  const pendingViews = await hostViews();
  expect(kindsOf(pendingViews.notices).toSorted()).toEqual([
    "seat-request.created",
    "seat-request.waiting",
  ]);
  expect(JSON.stringify(pendingViews)).not.toMatch(EXACT);
  for (const [seen] of pendingViews.lists) {
    expect(seen?.pickup.label).toBe(APPROXIMATE);
    expect(distanceM(seen?.pickup ?? DOOR, DOOR)).toBeGreaterThan(20);
    expect(distanceM(seen?.pickup ?? towns.koeln, DOOR)).toBeLessThan(400);
    const { detourM, pickupAt, contribution } = ask.response.body;
    expect(seen).toMatchObject({ contribution, dropoff: towns.koeln });
    expect([(seen?.detourM ?? 1) % 500, (seen?.detourS ?? 1) % 60]).toEqual([0, 0]);
    expect(Math.abs((seen?.detourM ?? 0) - detourM)).toBeLessThanOrEqual(250);
    expect(seen?.pickupAt).toMatch(/:[0-5][05]:00\.000Z$/);
    expect(Math.abs(Date.parse(seen?.pickupAt ?? "") - Date.parse(pickupAt))).toBeLessThanOrEqual(
      150_000,
    );
  }
  expect((await ask.accept()).body.pickup).toMatchObject(DOOR);
  const confirmed = await hostViews();
  for (const [seen] of confirmed.lists) expect(seen?.pickup).toMatchObject(DOOR);
  // Events hold the request's id and none of its content.
  expect(JSON.stringify(confirmed.heard)).not.toMatch(EXACT);
});

test("[domain/privacy:asked-ended] stays approximate after any end of a request or cancellation, and for rows of an earlier release", async () => {
  const { app, host, ride, ask, hostViews } = await openRequest();
  const replies = [await ask.reject(), await ask.accept()];
  expect(replies.map(({ body }) => body.code ?? body.status)).toEqual([
    "rejected",
    "status_already_set",
  ]);
  const again = async () => requestSeats(app, ride, host, { pickup: DOOR }, ask.seeker);
  expect((await (await again()).end()).body).toMatchObject({ status: "withdrawn", pickup: DOOR });
  await again();
  app.clock.now = new Date(app.now().getTime() + 4 * HOUR_MS);
  await sweep(app);
  const seated = await again();
  await seated.accept();
  expect(JSON.stringify(await hostViews())).toMatch(EXACT);
  expect((await seated.end()).body).toMatchObject({ status: "cancelled", pickup: DOOR });
  await app.db
    .updateTable("seat_request")
    .set({ approximate_stops: null })
    .where("status", "=", "rejected")
    .execute();
  const { lists, heard: events, notices } = await hostViews();
  expect(lists[0]?.map(({ status }) => status)).toEqual([
    "cancelled",
    "expired",
    "withdrawn",
    "rejected",
  ]);
  const others = events.filter(({ type }) => type !== "seat-request.accepted");
  expect(JSON.stringify({ replies, lists, others, notices })).not.toMatch(EXACT);
  expect(await ownOf(app, ask.seeker)).toMatchObject({ pickup: DOOR });
});

test("[domain/privacy:asked-stop] shows the ride's own stops to its host, even if the ride changes while a request is pending", async () => {
  const corner = { label: "The host's own corner", lat: 48.001, lng: 7.851 };
  const { app, host, ride, ask, hostViews } = await openRequest(
    { origin: corner },
    { dropoff: towns.mainz },
  );
  expect((await hostViews()).lists[1]).toMatchObject([{ pickup: corner, dropoff: towns.mainz }]);
  const other = await requestSeats(app, ride, host, { pickup: DOOR });
  await app.call("PUT", `/rides/${ride.id}`, {
    as: host,
    body: { stops: [towns.karlsruhe, towns.mainz] },
  });
  const views = await hostViews();
  expect(views.lists[1]).toMatchObject([
    { pickup: { label: APPROXIMATE } },
    { pickup: corner, dropoff: towns.mainz },
  ]);
  expect(JSON.stringify(views)).not.toMatch(EXACT);
  expect(await ownOf(app, other.seeker)).toMatchObject({ pickup: DOOR, lastLeg: 2 });
  await ask.accept();
  await ask.end();
  await app.db.updateTable("seat_request").set({ approximate_stops: null }).execute();
  expect((await hostViews()).lists[1]?.[1]).toMatchObject({ status: "cancelled", pickup: corner });
});

test("[domain/privacy:standby-place] a host sees approximate places of standby entries, also after their promotion", async () => {
  const { app, host, ride, ask, hostViews } = await openRequest({ seatsTotal: 1 }, {});
  await ask.accept();
  const seeker = await app.createUser();
  const path = `/rides/${ride.id}/standby`;
  const joined = await app.call<StandbyEntry>("POST", path, { as: seeker, body: { pickup: DOOR } });
  expect(joined.body).toMatchObject({ status: "waiting", pickup: DOOR });
  const readQueue = async (as: TestUser) =>
    (await app.call<List<StandbyEntry>>("GET", path, { as })).body.items;
  expect(await readQueue(seeker)).toMatchObject([{ pickup: DOOR }]);
  const seen = await readQueue(host);
  expect(seen).toMatchObject([{ pickup: { label: APPROXIMATE }, dropoff: towns.koeln }]);
  await ask.end();
  const views = await hostViews();
  expect(views.lists[1]).toMatchObject([
    { status: "pending", pickup: { label: APPROXIMATE } },
    { status: "cancelled" },
  ]);
  expect(JSON.stringify({ seen, told: views })).not.toMatch(EXACT);
  expect(await ownOf(app, seeker)).toMatchObject({ status: "pending", pickup: DOOR });
});
