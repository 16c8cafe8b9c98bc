import type { TripStatement } from "@commonlane/contract/trip-statements";
import { HOUR_MS } from "@commonlane/contract/durations";
import { expect, test } from "vitest";
import {
  createBookedRide,
  estimatedArrivalMs,
  sweepRides,
} from "../../../test/fixtures/shared-rides.ts";
import type { TestUser } from "../../../test/app/test-app.ts";

const YEAR = 2026;

async function createWorld() {
  const booking = await createBookedRide();
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
