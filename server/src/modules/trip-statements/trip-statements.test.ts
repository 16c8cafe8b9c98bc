import type { TripStatement } from "@commonlane/contract/trip-statements";
import { HOUR_MS } from "@commonlane/contract/durations";
import { expect, test } from "vitest";
import { DOORS } from "../../../test/fixtures/fellow-passengers.ts";
import { getRide } from "../../../test/fixtures/offers.ts";
import { createOffer, postRequest, requestSeats, towns } from "../../../test/fixtures/rides.ts";
import {
  createBookedRide,
  estimatedArrivalMs,
  sweepRides,
} from "../../../test/fixtures/shared-rides.ts";
import { createTestApp, type TestUser } from "../../../test/app/test-app.ts";

const YEAR = 2026;

async function createWorld(overrides: object = {}) {
  const booking = await createBookedRide({}, overrides);
  const { app, ride, requestId, setClock } = booking;
  const read = async (as: TestUser, year = YEAR) =>
    (await app.call<TripStatement>("GET", `/trip-statements/${year}`, { as })).body;
  const report = (as: TestUser) =>
    app.call("POST", `/trip-outcomes/${requestId}/no-show`, { as, body: { fault: "nobody" } });
  const arrivalMs = estimatedArrivalMs(ride) + 60_000;
  const arrive = async () => {
    setClock(arrivalMs);
    await sweepRides(app);
  };
  const passDeadline = () =>
    setClock(arrivalMs + (app.ctx.settings.DISPUTE_WINDOW_H + 1) * HOUR_MS);
  return { ...booking, read, report, arrive, passDeadline };
}

test("[domain/trip-statement:trips] a shared trip is listed for both sides once no side can report a no-show", async () => {
  const { app, host, passenger, read, arrive, passDeadline } = await createWorld();
  await arrive();
  expect((await read(passenger)).trips).toEqual([]);
  passDeadline();
  const own = await read(passenger);
  expect(own.trips).toMatchObject([{ role: "passenger", seats: 1, isConfirmedByCode: false }]);
  const [trip] = own.trips;
  const halfG = ((trip?.distanceM ?? 0) / 1000) * app.ctx.settings.CO2_G_PER_KM * 0.5;
  expect(trip?.distanceM).toBeGreaterThan(1000);
  expect(Math.abs((trip?.co2Grams ?? 0) - halfG)).toBeLessThan(1);
  const driven = await read(host);
  expect(driven.trips).toMatchObject([
    { role: "driver", seats: 1, distanceM: trip?.distanceM, co2Grams: trip?.co2Grams },
  ]);
  expect((await read(passenger, YEAR - 1)).trips).toEqual([]);
  expect((await read(await app.createUser())).trips).toEqual([]);
});

test("[domain/trip-statement:trips] a trip that one side reported is not listed", async () => {
  const { host, passenger, read, report, arrive, passDeadline } = await createWorld();
  await arrive();
  await report(host);
  passDeadline();
  expect((await read(passenger)).trips).toEqual([]);
  expect((await read(host)).trips).toEqual([]);
});

test("[domain/trip-statement:private] a statement names nobody else", async () => {
  const { host, passenger, read, arrive, passDeadline } = await createWorld();
  await arrive();
  passDeadline();
  expect(JSON.stringify(await read(passenger))).not.toMatch(/Amara|Okafor/);
  expect(JSON.stringify(await read(host))).not.toMatch(/Jonas|Weber/);
});

test("[domain/trip-statement:places] a statement tells the other passenger and, later, the driver no more of a seeker's address than its square", async () => {
  const seen: TripStatement[] = [];
  for (const door of DOORS) {
    const app = await createTestApp();
    const seeker = await app.createUser();
    const driver = await app.createUser();
    const fellow = await app.createUser();
    const request = await postRequest(app, seeker, { origin: door, destination: towns.bonn });
    const offer = await createOffer(app, request, seeker, { seats: 3 }, driver);
    const ride = await getRide(app, driver, (await offer.accept()).body.rideId);
    await (await requestSeats(app, ride, driver, {}, fellow)).accept();

    app.clock.now = new Date(Date.parse(ride.arrivesAt) + HOUR_MS);
    await sweepRides(app);
    app.clock.now = new Date(
      app.now().getTime() + (app.ctx.settings.DISPUTE_WINDOW_H + 1) * HOUR_MS,
    );
    const read = async (as: TestUser) =>
      (await app.call<TripStatement>("GET", `/trip-statements/${YEAR}`, { as })).body;
    const driven = await read(driver);
    expect(driven.trips).toMatchObject([{ role: "driver", seats: 2 }]);
    expect(driven.trips[0]?.from).not.toContain("Canary");
    expect((await read(seeker)).trips).toMatchObject([{ from: door.label }]);
    seen.push(await read(fellow));
  }
  expect(seen[0]?.trips).toMatchObject([{ role: "passenger", seats: 1 }]);
  expect(seen[1]).toEqual(seen[0]);
});

test("[domain/trip-statement:trips] the day of a trip is that of the zone of its ride, however the zone is written", async () => {
  const departsAt = "2026-01-01T23:30:00.000Z";
  for (const timeZone of ["+02:00", "Etc/GMT-2", "Europe/Helsinki"]) {
    const { passenger, read, arrive, passDeadline } = await createWorld({ departsAt, timeZone });
    await arrive();
    passDeadline();
    expect((await read(passenger)).trips).toMatchObject([{ day: "2026-01-02" }]);
  }
});
