import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { expect, test } from "vitest";
import { encodePolyline } from "@commonlane/contract/polyline";
import { requestSeats, createOffer, postRequest, towns } from "../../../test/fixtures/rides.ts";
import { deleteAccountCompletely } from "../../../test/fixtures/account-deletion.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../test/app/test-app.ts";

const DOOR = { label: "Canary Lane 7", lat: 49.01947, lng: 8.41443 };
/** Values that reveal the address: by name, by position, or by the start of a line. */
const EXACT = ["Canary", "49.0194", "8.4144", encodePolyline([DOOR])];
const IN_MARCH = {
  departsAfter: "2026-03-02T05:00:00.000Z",
  departsBefore: "2026-03-02T20:00:00.000Z",
};
const AT = "2026-03-02T08:00:00.000Z";
const LATER = "2026-03-02T19:00:00.000Z";

/**
 * A ride that a driver makes for a user from their address, with two guestRequest passengers: one by request, one by
 * offer.
 */
async function madeRide(app: TestApp) {
  const maker = await app.createUser({ firstName: "Zed" });
  const driver = await app.createUser();
  const guest = await app.createUser();
  const joined = await app.createUser();
  const makerRequest = await postRequest(app, maker, {
    origin: DOOR,
    destination: towns.bonn,
    ...IN_MARCH,
  });
  const offer = await createOffer(app, makerRequest, maker, { departsAt: AT, seats: 4 }, driver);
  const rideId = (await offer.accept()).body.rideId ?? "";
  const rideFor = async (as: TestUser) =>
    (await app.call<Ride>("GET", `/rides/${rideId}`, { as })).body;
  const ride = await rideFor(driver);
  expect((await (await requestSeats(app, ride, driver, {}, guest)).accept()).status).toBe(200);
  const guestRequest = await postRequest(app, joined, {
    origin: towns.koblenz,
    destination: towns.bonn,
    ...IN_MARCH,
    departsBefore: LATER,
  });
  const guestOffer = await createOffer(app, guestRequest, joined, { rideId }, driver);
  expect((await guestOffer.accept()).status).toBe(200);
  return { maker, driver, guest, joined, rideFor };
}

const seen = (responses: unknown) =>
  EXACT.filter((exact) => JSON.stringify(responses).includes(JSON.stringify(exact).slice(1, -1)));

test("after a deletion, a ride made for the user reveals neither their address nor those of others that it hid", async () => {
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
  const responses = [
    await rideFor(driver),
    await rideFor(guest),
    await own(guest),
    await rideFor(stranger),
  ];
  expect(seen(responses)).toEqual([]);
  expect(responses[0]).toMatchObject({
    status: "scheduled",
    destination: { label: expect.any(String) },
  });
  expect(app.bugs).toEqual([]);
});
