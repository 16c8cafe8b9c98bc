import type { RideSearchResult } from "@commonlane/contract/rides";
import { distanceM } from "@commonlane/matching/geo";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { saveSearch, waitForAlerts } from "../../../../test/fixtures/alerts.ts";
import { listNotifications } from "../../../../test/fixtures/notifications.ts";
import { hostRide, towns } from "../../../../test/fixtures/rides.ts";
import { fakeRoutingService } from "../../../../test/roads/fake-routing-service.ts";
import { openFakeUpstream, respondWith } from "../../../../test/services/fake-upstream.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../../test/app/test-app.ts";

const { freiburg, karlsruhe, mainz, bonn, koeln } = towns;
const detour = { maxDetourM: 40_000, maxDetourS: 3_600, stops: [] };

async function search(app: TestApp, as: TestUser, fromLat: number, limit = 20) {
  const query = {
    fromLat,
    fromLng: karlsruhe.lng,
    toLat: bonn.lat,
    toLng: bonn.lng,
    departsAfter: "2026-01-01T23:00:00Z",
    departsBefore: "2026-01-02T23:00:00Z",
    limit,
  };
  return (await app.call<{ items: RideSearchResult[] }>("GET", "/rides/search", { as, query })).body
    .items;
}

test("if the routing engine fails for one ride, all results are estimated and say so", async () => {
  const roads = await openFakeUpstream(fakeRoutingService(() => Promise.resolve()));
  const app = await createTestApp({ settings: { ROUTER: { kind: "osrm", url: roads.url } } });
  const [host, other, seeker] = [
    await app.createUser(),
    await app.createUser(),
    await app.createUser(),
  ];
  await hostRide(app, host, detour);
  expect((await search(app, seeker, karlsruhe.lat)).map(({ match }) => match.routed)).toEqual([
    true,
  ]);
  await hostRide(app, other, {
    ...detour,
    origin: { ...freiburg, lat: freiburg.lat + 0.1, placeId: undefined },
  });
  // The roads of the first ride are cached, those of the second are not.
  roads.become(respondWith("", 500));
  const failed = await search(app, seeker, karlsruhe.lat);
  expect(failed.map(({ match }) => match.routed)).toEqual([false, false]);
  roads.become(fakeRoutingService(() => Promise.resolve()));
  app.clock.now = new Date(app.clock.now.getTime() + 1_000);
  await expect
    .poll(async () => (await search(app, seeker, karlsruhe.lat)).map(({ match }) => match.routed), {
      timeout: 30_000,
    })
    .toEqual([true, true]);
});

test("alerts for many searches load their roads in a few tables, and never in a transaction", async () => {
  const writing: number[] = [];
  const roads = await openFakeUpstream(
    fakeRoutingService(async () => {
      const { rows } = await sql<{
        open: number;
      }>`select count(*)::int as open from pg_stat_activity
        where datname = current_database() and backend_xid is not null`.execute(app.db);
      writing.push(rows[0]?.open ?? 0);
    }),
  );
  const app = await createTestApp({ settings: { ROUTER: { kind: "osrm", url: roads.url } } });
  const host = await app.createUser();
  const savers: TestUser[] = [];
  for (let n = 0; n < 12; n++) {
    const saver = await app.createUser();
    savers.push(saver);
    const near = { label: "Near Karlsruhe", lat: karlsruhe.lat + 0.01 * n, lng: karlsruhe.lng };
    await saveSearch(app, saver, { origin: near, departsAfter: null, departsBefore: null });
  }
  await waitForAlerts(app.ctx);
  app.clock.now = new Date(app.clock.now.getTime() + 1_000);
  await hostRide(app, host, { ...detour, stops: [mainz], destination: koeln });
  const before = roads.requests.length;
  await waitForAlerts(app.ctx);
  const tables = roads.requests.slice(before).filter(({ url }) => url.startsWith("/table"));
  expect(tables.length).toBeGreaterThan(0);
  expect(tables.length).toBeLessThan(8);
  expect(Math.max(...writing)).toBe(0);
  const alerts: number[] = [];
  for (const saver of savers) alerts.push((await listNotifications(app, saver)).length);
  // Measured on these roads, which are 1.5 times as long as the great circle.
  const extraM = ({ lat, lng }: { lat: number; lng: number }) =>
    1.5 *
    (distanceM(freiburg, { lat, lng }) +
      distanceM({ lat, lng }, mainz) -
      distanceM(freiburg, mainz));
  const expected = savers.map((_, n) =>
    Number(extraM({ lat: karlsruhe.lat + 0.01 * n, lng: karlsruhe.lng }) < 40_000),
  );
  expect(alerts).toEqual(expected);
});
