import type { RideSearchResult } from "@commonlane/contract/rides";
import { HOUR_MS } from "@commonlane/contract/durations";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { hostRide, towns } from "../../../../test/fixtures/rides.ts";
import { fakeRoutingService } from "../../../../test/roads/fake-routing-service.ts";
import { openFakeUpstream } from "../../../../test/services/fake-upstream.ts";
import { createTestApp } from "../../../../test/app/test-app.ts";

const { karlsruhe, bonn } = towns;

test("a ride that changes while a search loads its roads is shown and measured as it is then", async () => {
  let change: (() => Promise<unknown>) | undefined;
  const roads = await openFakeUpstream(fakeRoutingService(async () => change?.()));
  const app = await createTestApp({ settings: { ROUTER: { kind: "osrm", url: roads.url } } });
  const [host, seeker] = [await app.createUser(), await app.createUser()];
  const { departsAt } = await hostRide(app, host, {
    maxDetourM: 40_000,
    maxDetourS: 3_600,
    stops: [],
  });
  const later = new Date(Date.parse(departsAt) + HOUR_MS).toISOString();
  change = () => sql`update ride set departs_at = ${later}`.execute(app.db);
  const search = async () => {
    const query = {
      fromLat: karlsruhe.lat,
      fromLng: karlsruhe.lng,
      toLat: bonn.lat,
      toLng: bonn.lng,
      departsAfter: "2026-01-01T23:00:00Z",
      departsBefore: "2026-01-02T23:00:00Z",
    };
    return (
      await app.call<{ items: RideSearchResult[] }>("GET", "/rides/search", { as: seeker, query })
    ).body.items;
  };
  const during = await search();
  expect(during.map(({ ride }) => ride.departsAt)).toEqual([later]);
  expect(during).toEqual(await search());
});
