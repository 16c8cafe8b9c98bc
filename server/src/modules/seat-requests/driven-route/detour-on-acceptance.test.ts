import { HOUR_MS } from "@commonlane/contract/durations";
import type { Ride } from "@commonlane/contract/rides";
import type { Place } from "@commonlane/contract/shapes";
import { pointAlongLeg } from "@commonlane/matching/geo";
import { expect, test } from "vitest";
import { requestSeats, hostRide, seatsLeft, TOMORROW } from "../../../../test/fixtures/rides.ts";
import { createTestApp } from "../../../../test/app/test-app.ts";

const origin = { label: "South", lat: 48, lng: 8 };
/** 150 km north. */
const destination = { label: "North", lat: 49.35, lng: 8 };
const terms = { origin, destination, stops: [], seatsTotal: 8, contribution: null };

/** A place at a share of the route, some metres to the east. */
function beside(share: number, metres: number): Place {
  const { lat } = pointAlongLeg(origin, destination, share);
  const lng = 8 + metres / (111_195 * Math.cos((lat * Math.PI) / 180));
  return { label: `At ${share}`, lat: Number(lat.toFixed(5)), lng: Number(lng.toFixed(5)) };
}

test("[domain/matching:detour-total-approximate] accepting many requests at once exceeds the detour limit by at most the distance between exact and approximate places", async () => {
  const app = await createTestApp();
  const { PLACE_ROUNDING_M, DRIVING_FACTOR } = app.ctx.settings;
  const betweenM = 4 * Math.SQRT1_2 * PLACE_ROUNDING_M * DRIVING_FACTOR;
  for (const [round, limitM] of [9_000, 10_000, 11_000].entries()) {
    const host = await app.createUser();
    const departsAt = new Date(Date.parse(TOMORROW) + round * 24 * HOUR_MS);
    const way = { ...terms, departsAt, approval: "manual", maxDetourM: limitM, maxDetourS: 3_600 };
    const ride = await hostRide(app, host, way);
    const requests = [];
    for (let n = 0; n < 10; n++) {
      const pickup = beside((n + 1) / 12, (n % 2 === 0 ? 1 : -1) * (2_000 + 1_300 * n));
      requests.push(await requestSeats(app, ride, host, { pickup }));
    }
    const answers = await Promise.all(
      requests.filter(({ response }) => response.status === 201).map(({ accept }) => accept()),
    );
    const yes = answers.filter(({ status }) => status === 200);
    expect(yes.length).toBeGreaterThan(0);
    expect(yes.length).toBeLessThan(answers.length);
    expect(await seatsLeft(app, ride, host)).toEqual([8 - yes.length]);
    const driven = (await app.call<Ride>("GET", `/rides/${ride.id}`, { as: host })).body;
    expect(driven.distanceM - ride.distanceM).toBeLessThanOrEqual(limitM + betweenM);
    const row = await app.db
      .selectFrom("ride")
      .selectAll()
      .where("id", "=", ride.id)
      .executeTakeFirstOrThrow();
    expect(new Set(row.driven_route?.stops.map(({ id }) => id))).toEqual(
      new Set(yes.map(({ body }) => body.id)),
    );
    // Accepted passengers are met at their exact address.
    const addresses = requests
      .map(({ response }) => response.body.pickup)
      .filter((place) => place !== undefined);
    const stops = (row.driven_route?.stops ?? []).flatMap(({ end, at }) =>
      end === "in" ? [at] : [],
    );
    expect(stops).toHaveLength(yes.length);
    for (const { lat, lng } of stops)
      expect(addresses).toContainEqual(expect.objectContaining({ lat, lng }));
  }
  expect(app.bugs).toEqual([]);
}, 120_000);
