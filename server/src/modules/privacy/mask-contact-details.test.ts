import type { Offer } from "@commonlane/contract/offers";
import type { PublicProfile } from "@commonlane/contract/profiles";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { expect, test } from "vitest";
import { driverActions } from "../../../test/fixtures/drivers.ts";
import { requestSeats, hostRide, createOffer, postRequest } from "../../../test/fixtures/rides.ts";
import { listNotifications } from "../../../test/fixtures/notifications.ts";
import { listMyOffers, listOffers } from "../../../test/fixtures/offers.ts";
import { estimatedArrivalMs, createBookedRide } from "../../../test/fixtures/shared-rides.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../test/app/test-app.ts";

const ORIGINAL = "Call +49 761 1234567, mail me@example.com, or wa.me/49761";
const MASKED = "Call •••••, mail •••••, or •••••";

const read = async <Body>({ call }: TestApp, path: string, as: TestUser): Promise<Body> =>
  (await call<Body>("GET", path, { as })).body;
const noteOf = async (app: TestApp, path: string, as: TestUser) =>
  (await read<Ride | RideRequest>(app, path, as)).note;

test("a host's note and bio are unmasked for users with a seat, and for no one else", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const passenger = await app.createUser();
  const seeker = await app.createUser();
  const stranger = await app.createUser();
  await app.call("POST", "/firebase-auth/update-profile", { as: host, body: { bio: ORIGINAL } });
  const ride = await hostRide(app, host, { note: ORIGINAL });
  const seat = await requestSeats(app, ride, host, {}, passenger);
  await seat.accept();
  await requestSeats(app, ride, host, {}, seeker);
  const bioFor = async (as: TestUser) =>
    (await read<PublicProfile>(app, `/profiles/${host.uid}`, as)).bio;
  const path = `/rides/${ride.id}`;
  for (const [as, expected] of [
    [host, ORIGINAL],
    [passenger, ORIGINAL],
    [seeker, MASKED],
    [stranger, MASKED],
  ] as const) {
    expect(await noteOf(app, path, as)).toBe(expected);
    // Users see themselves as others do.
    expect(await bioFor(as)).toBe(as === host ? MASKED : expected);
  }
  const listed = await read<{ items: Ride[] }>(app, "/rides/all", stranger);
  expect(listed.items.map(({ note }) => note)).toEqual([MASKED]);
  await seat.end();
  expect([await noteOf(app, path, passenger), await bioFor(passenger)]).toEqual([MASKED, MASKED]);
});

test("a seat request's message and end reason are unmasked for their author, and for both while a seat is confirmed", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host);
  const { seeker, response, accept, end } = await requestSeats(app, ride, host, {
    message: ORIGINAL,
  });
  expect(response.body.message).toBe(ORIGINAL);
  const forHost = async () =>
    (await read<{ items: SeatRequest[] }>(app, `/rides/${ride.id}/requests`, host)).items;
  expect((await forHost()).map(({ message }) => message)).toEqual([MASKED]);
  expect((await accept()).body.message).toBe(ORIGINAL);
  expect((await forHost()).map(({ message }) => message)).toEqual([ORIGINAL]);
  await end();
  expect((await forHost()).map(({ message }) => message)).toEqual([MASKED]);

  const other = await requestSeats(app, ride, host);
  expect((await other.reject(host, { reason: ORIGINAL })).body.reason).toBe(ORIGINAL);
  const [own] = (await read<{ items: SeatRequest[] }>(app, "/rides/my-requests", other.seeker))
    .items;
  expect(own?.reason).toBe(MASKED);
  // Events and notifications do not reveal more than the page.
  expect(JSON.stringify(await listNotifications(app, other.seeker))).toContain(MASKED);
  expect(
    JSON.stringify(await app.db.selectFrom("event").select(["ids", "details"]).execute()),
  ).not.toContain("1234567");
  expect(JSON.stringify(await listNotifications(app, seeker))).not.toContain("1234567");
});

test("ride request notes, offer messages and end reasons are masked for others until the offer is accepted", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  const request = await postRequest(app, seeker, { note: ORIGINAL });
  const path = `/requests/${request.id}`;
  const declined = await createOffer(app, request, seeker, { message: ORIGINAL });
  const accepted = await createOffer(app, request, seeker, { message: ORIGINAL });
  expect(accepted.made.body.message).toBe(ORIGINAL);
  expect([await noteOf(app, path, seeker), await noteOf(app, path, accepted.driver)]).toEqual([
    ORIGINAL,
    MASKED,
  ]);
  const messages = async () =>
    (await listOffers(app, seeker, request)).body.items.map(({ message }) => message);
  expect(await messages()).toEqual([MASKED, MASKED]);
  expect((await declined.decline(seeker, { reason: ORIGINAL })).body.reason).toBe(ORIGINAL);
  const reasonFor = async (as: TestUser) =>
    (await listMyOffers(app, as)).body.items.map(({ reason }: Offer) => reason);
  expect(await reasonFor(declined.driver)).toEqual([MASKED]);
  expect((await accepted.accept()).body.message).toBe(ORIGINAL);
  expect(await messages()).toEqual([ORIGINAL, MASKED]);
  expect([
    await noteOf(app, path, accepted.driver),
    await noteOf(app, path, declined.driver),
  ]).toEqual([ORIGINAL, MASKED]);
});

test("an active driver's note is unmasked for them and their passengers", async () => {
  const app = await createTestApp();
  const driver = await app.createUser();
  const passenger = await app.createUser();
  const stranger = await app.createUser();
  await (await requestSeats(app, await hostRide(app, driver), driver, {}, passenger)).accept();
  const own = await driverActions(app, driver).goActive({ note: ORIGINAL });
  expect(own.body.note).toBe(ORIGINAL);
  for (const [as, expected] of [
    [passenger, ORIGINAL],
    [stranger, MASKED],
  ] as const) {
    const lists = [await driverActions(app, as).nearby(), await driverActions(app, as).all()];
    expect(lists.map(({ body }) => body.items.map(({ note }) => note))).toEqual([
      [expected],
      [expected],
    ]);
  }
});

test("a published rating and its reply are unmasked for the two users, and for no one else", async () => {
  const { app, host, passenger, ride, rate, ofPerson, setClock } = await createBookedRide();
  setClock(estimatedArrivalMs(ride));
  const { body: given } = await rate(passenger, host, { comment: ORIGINAL });
  await rate(host, passenger);
  await app.call("POST", `/ratings/${given.id}/reply`, { as: host, body: { text: ORIGINAL } });
  const wordsFor = async (as: TestUser) => {
    const [rating] = (await ofPerson(as, host)).body.items;
    return [rating?.comment, rating?.reply?.text];
  };
  expect([await wordsFor(host), await wordsFor(passenger)]).toEqual([
    [ORIGINAL, ORIGINAL],
    [ORIGINAL, ORIGINAL],
  ]);
  expect(await wordsFor(await app.createUser())).toEqual([MASKED, MASKED]);
});
