import { HOUR_MS } from "@commonlane/contract/durations";
import { expect, test } from "vitest";
import {
  hostRide,
  requestSeats,
  seatsLeft,
  sortedStatuses,
  TOMORROW,
} from "../../../../test/fixtures/rides.ts";
import { approximatePosition, maxApproximationM } from "#modules/privacy/approximate/index.ts";
import { createTestApp } from "../../../../test/app/test-app.ts";
import {
  accepted,
  beside,
  origin,
  rideOf,
  searchRides,
  terms,
} from "../../../../test/fixtures/total-detour.ts";

test("[domain/matching:detour-total-trilateration] two addresses in one square look the same to strangers, and no call reveals the address", async () => {
  const app = await createTestApp();
  const views: string[] = [];
  const middle = approximatePosition(
    { lat: 48.6712, lng: 8.1021 },
    app.ctx.settings.PLACE_ROUNDING_M,
  );
  const start = approximatePosition(origin, app.ctx.settings.PLACE_ROUNDING_M);
  for (const off of [-0.0011, 0.0012]) {
    const host = await app.createUser();
    // The host's own address is in the same square.
    const own = { label: "Canary Lane 1", lat: start.lat - off, lng: start.lng + off };
    const ride = await hostRide(app, host, { ...terms, origin: own });
    const door = { label: "Canary Lane 7", lat: middle.lat + off, lng: middle.lng + off };
    expect((await requestSeats(app, ride, host, { pickup: door })).response.status).toBe(201);
    const stranger = await app.createUser();
    const seen: unknown[] = [];
    for (const from of [beside(0.4, 3_000), beside(0.5, 8_000), middle, beside(0.7, -2_000)]) {
      const items = await searchRides(app, stranger, from);
      seen.push(items.filter((one) => one.ride.id === ride.id).map(({ match }) => match));
    }
    const { polyline, stops, eta, arrivesAt, distanceM, durationS } = await rideOf(
      app,
      ride,
      stranger,
    );
    seen.push({ polyline, stops, eta, arrivesAt, distanceM, durationS });
    views.push(JSON.stringify(seen));
    const places = [door, own].flatMap(({ lat, lng }) => [lat.toFixed(4), lng.toFixed(4)]);
    expect(views.at(-1)).not.toMatch(new RegExp(["Canary", ...places].join("|")));
  }
  expect(views[1]).toBe(views[0]);
});

test("[domain/matching:detour-total-race] concurrent bookings off the route never exceed the limit, as strangers see the ride, and every confirmed passenger is on the route", async () => {
  const app = await createTestApp();
  const crowd = await Promise.all(Array.from({ length: 16 }, () => app.createUser()));
  for (const round of [0, 1, 2]) {
    const host = await app.createUser();
    const ride = await hostRide(app, host, {
      ...terms,
      departsAt: new Date(Date.parse(TOMORROW) + round * 24 * HOUR_MS),
    });
    const seatRequests = await Promise.all(
      crowd.map((seeker, n) =>
        requestSeats(
          app,
          ride,
          host,
          { pickup: beside((n + 1) / 18, (n % 2 === 0 ? 1 : -1) * (2_000 + 900 * n)) },
          seeker,
        ),
      ),
    );
    const answers = seatRequests.map(({ response }) => response);
    expect(sortedStatuses(answers).every((status) => status === 201 || status === 409)).toBe(true);
    const yes = answers.filter(({ status }) => status === 201);
    const bookedPassenger = await accepted(app, ride, host);
    expect(bookedPassenger.map(({ id }) => id).toSorted()).toEqual(
      yes.map(({ body }) => body.id).toSorted(),
    );
    expect(yes.length).toBeGreaterThan(0);
    expect(await seatsLeft(app, ride, host)).toEqual([8 - yes.length]);
    const driven = await rideOf(app, ride, host);
    // Seekers decide with the squares of the others.
    const betweenSquaresM =
      2 * bookedPassenger.length * maxApproximationM(app.ctx.settings.PLACE_ROUNDING_M);
    const laterS = (Date.parse(driven.arrivesAt) - Date.parse(ride.arrivesAt)) / 1000;
    expect(driven.distanceM - ride.distanceM).toBeLessThanOrEqual(10_000 + betweenSquaresM);
    // Both times are shown in whole minutes.
    expect(laterS).toBeLessThanOrEqual(600 + betweenSquaresM / 10 + 60);
    const row = await app.db
      .selectFrom("ride")
      .selectAll()
      .where("id", "=", ride.id)
      .executeTakeFirstOrThrow();
    expect(new Set(row.driven_route?.stops.map(({ id }) => id))).toEqual(
      new Set(bookedPassenger.map(({ id }) => id)),
    );
  }
  expect(app.bugs).toEqual([]);
}, 120_000);
