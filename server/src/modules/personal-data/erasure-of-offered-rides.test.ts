import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { expect, test } from "vitest";
import { encodePolyline } from "#platform/routing/polyline.ts";
import { requestSeats, createOffer, postRequest, towns } from "../../../test/fixtures/rides.ts";
import { deleteAccountCompletely } from "../../../test/fixtures/account-deletion.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../test/app/test-app.ts";

const DOOR = { label: "Canary Lane 7", lat: 49.01947, lng: 8.41443 };
/** What tells the door: by name, by where it is, or by how a line begins there. */
const EXACT = ["Canary", "49.0194", "8.4144", encodePolyline([DOOR])];
const IN_MARCH = { departsAfter: "2026-03-02T05:00:00.000Z", departsBefore: "2026-03-02T20:00:00.000Z" };
const [AT, LATER] = ["2026-03-02T08:00:00.000Z", "2026-03-02T19:00:00.000Z"];

/** A ride that a driver makes for somebody from their door, on which others come along: one who asked, one by an offer. */
async function madeRide(app: TestApp) {
  const [maker, driver, guest, joined] = [
    await app.createUser({ firstName: "Zed" }),
    await app.createUser(),
    await app.createUser(),
    await app.createUser(),
  ];
  const wish = await postRequest(app, maker, { origin: DOOR, destination: towns.bonn, ...IN_MARCH });
  const offer = await createOffer(app, wish, maker, { departsAt: AT, seats: 4 }, driver);
  const rideId = (await offer.accept()).body.rideId ?? "";
  const rideFor = async (as: TestUser) => (await app.call<Ride>("GET", `/rides/${rideId}`, { as })).body;
  const ride = await rideFor(driver);
  expect((await (await requestSeats(app, ride, driver, {}, guest)).accept()).status).toBe(200);
  const other = await postRequest(app, joined, {
    origin: towns.koblenz,
    destination: towns.bonn,
    ...IN_MARCH,
    departsBefore: LATER,
  });
  const along = await createOffer(app, other, joined, { rideId }, driver);
  expect((await along.accept()).status).toBe(200);
  return { maker, driver, guest, joined, rideFor };
}

const seen = (told: unknown) =>
  EXACT.filter((exact) => JSON.stringify(told).includes(JSON.stringify(exact).slice(1, -1)));

test("[issue6/deletion:made-for-them] a ride that was made for who left tells nobody where they lived, and no door of anybody else that it hid", async () => {
  const app = await createTestApp();
  const stranger = await app.createUser();
  const { maker, driver, guest, joined, rideFor } = await madeRide(app);
  const own = async (as: TestUser) =>
    (await app.call<{ items: SeatRequest[] }>("GET", "/rides/my-requests", { as })).body.items;
  expect(seen([await rideFor(guest), await own(guest)])).toEqual(EXACT);
  await deleteAccountCompletely(app, joined);
  expect(seen(await rideFor(stranger))).toEqual([]);
  expect(seen(await rideFor(guest))).toEqual(EXACT);
  await deleteAccountCompletely(app, maker);
  const told = [await rideFor(driver), await rideFor(guest), await own(guest), await rideFor(stranger)];
  expect(seen(told)).toEqual([]);
  expect(told[0]).toMatchObject({ status: "scheduled", destination: { label: expect.any(String) } });
  expect(app.bugs).toEqual([]);
});
