import type { Ride, RideSearchResult, NearMissResult } from "@commonlane/contract/rides";
import type { Place } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { describe, expect, test } from "vitest";
import { requestSeats, hostRide, TOMORROW } from "../../../../test/fixtures/rides.ts";
import { createAppOnRoads, liechtenstein } from "../../../../test/roads/roads.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../../test/app/test-app.ts";
import { decodePolyline } from "@commonlane/contract/polyline";
import { shownTime } from "@commonlane/contract/shown-time";

const { balzers, triesen, vaduz, schaan, malbun, ruggell } = liechtenstein;
const onRoads = createAppOnRoads;
// Eighteen euros would be more than such a short trip costs.
const contribution = { amountMinor: 100, currency: "EUR" };
const baseRide = { origin: balzers, destination: ruggell, stops: [], contribution };

async function search(app: TestApp, as: TestUser, from: Place, to: Place, more: object = {}) {
  const query = {
    fromLat: from.lat,
    fromLng: from.lng,
    toLat: to.lat,
    toLng: to.lng,
    departsAfter: "2026-01-01T23:00:00Z",
    departsBefore: "2026-01-02T23:00:00Z",
    ...more,
  };
  return (
    await app.call<{ items: RideSearchResult[]; nextCursor: string | null }>(
      "GET",
      "/rides/search",
      { as, query },
    )
  ).body;
}

describe("rides on the roads of Liechtenstein", () => {
  test("[domain/matching:roads-stored] a hosted ride keeps distances, times and line of the road, also if its departure changes", async () => {
    const app = await onRoads();
    const host = await app.createUser();
    const ride = await hostRide(app, host, { ...baseRide, stops: [vaduz] });
    expect(ride.routed).toBe(true);
    expect(ride.distanceM / distanceM(balzers, ruggell)).toBeGreaterThan(1.1);
    expect(ride.distanceM).not.toBeCloseTo(1.3 * distanceM(balzers, ruggell), -3);
    const line = decodePolyline(ride.polyline);
    expect(line.length).toBeGreaterThan(20);
    expect(Math.min(...line.map((point) => distanceM(point, schaan)))).toBeLessThan(400);
    const later = "2026-01-02T09:00:00.000Z";
    const { body } = await app.call<Ride>("PUT", `/rides/${ride.id}`, {
      as: host,
      body: { departsAt: later },
    });
    expect(body).toMatchObject({
      polyline: ride.polyline,
      durationS: ride.durationS,
      routed: true,
      departsAt: later,
    });
    const arrival = new Date(Date.parse(later) + ride.durationS * 1000);
    expect(body.arrivesAt).toBe(shownTime(arrival));
  });

  test("[domain/matching:roads-exact] a search reports detour and times from the roads, and a seat request keeps them", async () => {
    const app = await onRoads();
    const host = await app.createUser();
    const seeker = await app.createUser();
    const exactly = {
      origin: { ...balzers, shown: "exact" },
      destination: { ...ruggell, shown: "exact" },
    };
    const terms = { approval: "instant", maxDetourM: 20_000, maxDetourS: 1800 };
    const ride = await hostRide(app, host, { ...baseRide, ...exactly, ...terms });
    // Off the main road, and too far to walk.
    const hill = { label: "Planken", lat: 47.1866, lng: 9.5445 };
    const { items } = await search(app, seeker, hill, ruggell, { walkM: 0 });
    expect(items.map((found) => found.ride.id)).toEqual([ride.id]);
    const to = app.ctx.routing.road(balzers, hill);
    const on = app.ctx.routing.road(hill, ruggell);
    const detourS = (to?.durationS ?? 0) + (on?.durationS ?? 0) - ride.durationS;
    expect(detourS).toBeGreaterThan(60);
    expect(Math.abs((items[0]?.match.detourS ?? 0) - detourS)).toBeLessThanOrEqual(1);
    const pickupAt = Date.parse(TOMORROW) + (to?.durationS ?? 0) * 1000;
    const shown = items[0]?.match.pickupAt ?? "";
    // A second more or less by rounding may be another minute.
    expect([-1000, 0, 1000].map((ms) => shownTime(pickupAt + ms))).toContain(shown);
    const { response: request } = await requestSeats(
      app,
      ride,
      host,
      { pickup: hill, dropoff: ruggell },
      seeker,
    );
    expect(request.status).toBe(201);
    expect(request.body.pickupAt).toBe(shown);
  });

  test("[domain/matching:roads-exact] does not match across a mountain that a great circle would cross", async () => {
    const terms = { ...baseRide, destination: schaan, maxDetourM: 12_000, maxDetourS: 3600 };
    const found: number[] = [];
    for (const app of [await onRoads(), await createTestApp()]) {
      const host = await app.createUser();
      const seeker = await app.createUser();
      await hostRide(app, host, terms);
      found.push((await search(app, seeker, malbun, schaan)).items.length);
    }
    expect(found).toEqual([0, 1]);
  });

  test("[domain/matching:roads-line] a seeker on the road walks to it although the straight line is far, and pages stay in order", async () => {
    const app = await onRoads();
    const host = await app.createUser();
    const seeker = await app.createUser();
    const hours = [6, 7, 8, 9, 10].map((hour) =>
      `2026-01-02T0${hour}:30:00.000Z`.replace("T010", "T10"),
    );
    for (const departsAt of hours)
      await hostRide(app, host, { ...baseRide, departsAt, maxDetourM: 0, maxDetourS: 0 });
    const first = await search(app, seeker, triesen, schaan, { limit: 3 });
    const second = await search(app, seeker, triesen, schaan, {
      limit: 3,
      cursor: first.nextCursor ?? "",
    });
    const all = [...first.items, ...second.items];
    expect(all.map(({ ride }) => ride.departsAt)).toEqual(hours);
    expect(second.nextCursor).toBeNull();
    expect(all.every(({ match }) => match.detourM === 0 && match.walkFromM < 1000)).toBe(true);
  });

  test("[domain/matching:roads-near-miss] a seeker on the road who is late misses only the window, however far the straight line is", async () => {
    const app = await onRoads();
    const host = await app.createUser();
    const seeker = await app.createUser();
    const ride = await hostRide(app, host, { ...baseRide, maxDetourM: 0, maxDetourS: 0 });
    const query = {
      fromLat: triesen.lat,
      fromLng: triesen.lng,
      toLat: schaan.lat,
      toLng: schaan.lng,
    };
    const hours = { departsAfter: "2026-01-02T07:30:00Z", departsBefore: "2026-01-02T09:00:00Z" };
    const { body } = await app.call<{ items: NearMissResult[] }>(
      "GET",
      "/rides/search/near-misses",
      {
        as: seeker,
        query: { ...query, ...hours },
      },
    );
    expect(body.items.map((found) => found.ride.id)).toEqual([ride.id]);
    expect(body.items[0]?.miss).toMatchObject({ reasons: ["window"], detourByM: 0, walkByM: 0 });
  });
});
