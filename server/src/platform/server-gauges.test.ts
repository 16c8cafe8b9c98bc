import { DAY_MS } from "@commonlane/contract/durations";
import { expect, test } from "vitest";
import { signUpWithCode, signIn } from "../../test/fixtures/accounts.ts";
import { requestSeats, hostRide } from "../../test/fixtures/rides.ts";
import { createTestApp } from "../../test/app/test-app.ts";
import { createTestContext } from "../../test/app/test-context.ts";
import { initializeOffset } from "./db/outbox/consumer-offsets.ts";
import { transaction } from "./context.ts";
import { addServerGauges } from "./server-gauges.ts";

/** The value of each series by its name with labels. */
const parse = (text: string) =>
  new Map(
    text
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => [
        line.slice(0, line.lastIndexOf(" ")),
        Number(line.slice(line.lastIndexOf(" ") + 1)),
      ]),
  );

test("gauges report delays, connections, disk and the age of the backup, and a failing one leaves the others", async () => {
  const { ctx, clock } = await createTestContext({ DATA_DIR: "/tmp" });
  clock.now = new Date();
  addServerGauges(ctx, { consumers: ["notices"], indexedRides: () => 42 });
  const read = async () => parse(await ctx.metrics.text());
  await initializeOffset(ctx.db, "notices");
  const before = await read();
  expect(before.get('event_consumer_lag_seconds{consumer="notices"}')).toBe(0);
  expect(before.get("ride_index_rides")).toBe(42);
  expect(before.get('db_connections{state="waiting"}')).toBe(0);
  expect(before.get('disk_free_bytes{folder="data"}')).toBeGreaterThan(1_000_000);
  expect(before.has('disk_free_bytes{folder="backups"}')).toBe(false);
  expect(before.has("backup_age_seconds")).toBe(false);
  // This database has no job queue: its two gauges have no value.
  expect([...before.keys()].filter((name) => name.startsWith("job"))).toEqual([]);

  await transaction(ctx, async (ctx) =>
    ctx.publish("ride-requests", { type: "ride-requests.changed" }),
  );
  const at = ctx.now();
  await ctx.db.insertInto("backup_run").values({ started_at: at, finished_at: at }).execute();
  clock.now = new Date(at.getTime() + DAY_MS);
  const after = await read();
  expect(after.get('event_consumer_lag_seconds{consumer="notices"}')).toBeCloseTo(86_400, -2);
  expect(after.get("backup_age_seconds")).toBe(86_400);
  expect(after.get("database_clock_difference_seconds")).toBeCloseTo(86_400, -2);
  expect(after.get('domain_events_total{type="ride-requests.changed"}')).toBe(1);
});

test("searches, refused sign-ins and bookings are counted by result", async () => {
  const app = await createTestApp();
  const host = await app.createUser({ firstName: "Hana" });
  const seeker = await app.createUser({ firstName: "Pia" });
  const ride = await hostRide(app, host, { approval: "instant" });
  const { origin, destination, departsAt } = ride;
  const search = (to: { lat: number; lng: number }) =>
    app.call("GET", "/rides/search", {
      as: seeker,
      query: {
        fromLat: origin.lat,
        fromLng: origin.lng,
        toLat: to.lat,
        toLng: to.lng,
        departsAfter: new Date(Date.parse(departsAt) - 3_600_000).toISOString(),
        departsBefore: new Date(Date.parse(departsAt) + 3_600_000).toISOString(),
      },
    });
  expect((await search(destination)).status).toBe(200);
  expect((await search({ lat: 60.17, lng: 24.94 })).status).toBe(200);
  await requestSeats(app, ride, host, {}, seeker);
  await signUpWithCode(app, "ada@example.org");
  expect((await signIn(app, "ada@example.org", "Wrong one 1")).status).toBe(401);
  const series = parse(await app.ctx.metrics.text());
  expect(series.get('searches_total{result="found"}')).toBe(1);
  expect(series.get('searches_total{result="none"}')).toBe(1);
  expect(series.get('refused_sign_ins_total{reason="credentials_wrong"}')).toBe(1);
  expect(series.get('domain_events_total{type="seat-request.accepted"}')).toBe(1);
  expect(series.get('domain_events_total{type="ride.hosted"}')).toBe(1);
});
