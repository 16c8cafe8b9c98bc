import type { Profile } from "@commonlane/contract/profiles";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import type { Ride } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { runSweep } from "#platform/jobs/sweeps.ts";
import {
  requestSeats,
  hostRide,
  createOffer,
  postRequest,
  seatsLeft,
  TOMORROW,
  towns,
} from "../../../../test/fixtures/rides.ts";
import {
  listMyOffers,
  listOffers,
  createOpenRequest,
  getRide,
} from "../../../../test/fixtures/offers.ts";
import { createTestApp, type TestUser } from "../../../../test/app/test-app.ts";
import { fakeRoads } from "../../../../test/roads/fake-roads.ts";
import { rideRequestSweeps } from "../ride-hooks.ts";

interface List<Item> {
  items: Item[];
}

test("[spec/7-requests:offer] an offer with a new ride creates none yet, takes no seats, and notifies both sides", async () => {
  const { app, seeker, request } = await createOpenRequest();
  await app.waitForEvents();
  const events = app.recordEventsOf(seeker.uid);
  const { made, driver } = await createOffer(app, request, seeker, {
    contribution: { amountMinor: 1200, currency: "EUR" },
    message: "I leave early",
  });
  expect(made).toMatchObject({
    status: 201,
    body: {
      requestId: request.id,
      driverId: driver.uid,
      rideId: null,
      departsAt: TOMORROW,
      pickupAt: TOMORROW,
      seats: 2,
      detourM: 0,
      routed: false,
      contribution: { amountMinor: 1200, currency: "EUR" },
      message: "I leave early",
      status: "pending",
      expiresAt: "2026-01-01T11:00:00.000Z",
    },
  });
  expect(
    (await app.call<List<Ride>>("GET", `/rides/my/${driver.uid}`, { as: driver })).body.items,
  ).toEqual([]);
  await app.waitForEvents();
  expect(events).toMatchObject([
    { type: "offer.created", offer: { id: made.body.id, requestId: request.id } },
  ]);
});

test("the figures of an offer say whether they follow roads", async () => {
  const app = await createTestApp({ roads: fakeRoads });
  const seeker = await app.createUser();
  const request = await postRequest(app, seeker, {});
  expect((await createOffer(app, request, seeker, {})).made.body).toMatchObject({
    status: "pending",
    routed: true,
  });
});

test("[spec/7-requests:offer-ride] an offer with an existing ride is measured on it and priced by segment", async () => {
  const { app, seeker, request } = await createOpenRequest({
    origin: towns.mainz,
    destination: towns.koeln,
  });
  const driver = await app.createUser();
  const ride = await hostRide(app, driver);
  const { made } = await createOffer(app, request, seeker, { rideId: ride.id }, driver);
  expect(made.body).toMatchObject({
    rideId: ride.id,
    departsAt: TOMORROW,
    seats: 3,
    status: "pending",
  });
  expect(made.body.contribution?.amountMinor).toBeLessThan(1800);
  expect(Date.parse(made.body.pickupAt)).toBeGreaterThan(Date.parse(TOMORROW));
  expect(await seatsLeft(app, ride, driver)).toEqual([3, 3]);
});

test("[domain/offer:guards] rejects offers to oneself, twice, with another host's ride, or outside the window, route or seats", async () => {
  const { app, seeker, request } = await createOpenRequest();
  const first = await createOffer(app, request, seeker);
  const driver = await app.createUser();
  const codeOf = async (overrides: object, as = driver) =>
    (await createOffer(app, request, seeker, overrides, as)).made.body.code;
  expect(await codeOf({}, seeker)).toBe("own_request");
  expect(await codeOf({}, first.driver)).toBe("already_offered");
  expect(await codeOf({ driverId: seeker.uid })).toBe("not_yours");
  expect(await codeOf({}, await app.createUser({ adult: false }))).toBe("profile_incomplete");
  expect(await codeOf({ departsAt: "2026-01-02T13:00:00Z" })).toBe("window_missed");
  expect(await codeOf({ departsAt: undefined })).toBe("invalid_input");
  expect(await codeOf({ rideId: (await hostRide(app, seeker)).id })).toBe("not_yours");
  const cancel = ({ id }: Ride) => app.call("DELETE", `/rides/${id}`, { as: driver });
  const ride = (overrides: object) => hostRide(app, driver, overrides);
  expect(await codeOf({ rideId: (await ride({ departsAt: "2026-01-02T20:00:00Z" })).id })).toBe(
    "window_missed",
  );
  const direct = await ride({ maxDetourM: 0, maxDetourS: 0 });
  expect(await codeOf({ rideId: direct.id })).toBe("off_route");
  await cancel(direct);
  const cancelledRide = await ride({});
  await cancel(cancelledRide);
  expect(await codeOf({ rideId: cancelledRide.id })).toBe("ride_over");
  const three = await postRequest(app, seeker, {
    origin: towns.mainz,
    destination: towns.koeln,
    seats: 3,
  });
  const small = await ride({ seatsTotal: 3 });
  await (await requestSeats(app, small, driver)).accept();
  expect((await createOffer(app, three, seeker, { rideId: small.id }, driver)).made.body.code).toBe(
    "ride_full",
  );
  expect((await createOffer(app, three, seeker, { seats: 2 })).made.body.fields).toHaveProperty(
    "seats",
  );
  expect((await listOffers(app, seeker, three)).body.items).toEqual([]);
});

test("[spec/7-requests:offers] the requester reads all offers newest first, and no one else can", async () => {
  const { app, seeker, request } = await createOpenRequest();
  const made = [await createOffer(app, request, seeker), await createOffer(app, request, seeker)];
  const { body } = await listOffers(app, seeker, request);
  expect(body.items.map(({ id }) => id)).toEqual(
    made.map(({ made: { body } }) => body.id).toReversed(),
  );
  const first = await listOffers(app, seeker, request, { limit: 1 });
  const second = await listOffers(app, seeker, request, {
    limit: 1,
    cursor: first.body.nextCursor,
  });
  expect([...first.body.items, ...second.body.items]).toEqual(body.items);
  for (const { driver } of made)
    expect((await listOffers(app, driver, request)).body.code).toBe("not_yours");
});

test("[spec/7-requests:my-offers] a driver's own offers carry their request and its id", async () => {
  const { app, seeker, request } = await createOpenRequest();
  const { driver, made } = await createOffer(app, request, seeker);
  await createOffer(app, request, seeker);
  const { items } = (await listMyOffers(app, driver)).body;
  expect(items.map(({ id, requestId }) => [id, requestId])).toEqual([[made.body.id, request.id]]);
  expect(items[0]?.rideRequest).toMatchObject({
    id: request.id,
    status: "open",
    matchedRideId: null,
  });
});

test("only the seeker sees how many offers are pending", async () => {
  const { app, seeker, request } = await createOpenRequest();
  const offersWaiting = async (as: TestUser) =>
    (await app.call<RideRequest>("GET", `/requests/${request.id}`, { as })).body.offersWaiting;
  expect(await offersWaiting(seeker)).toBe(0);
  const first = await createOffer(app, request, seeker);
  const second = await createOffer(app, request, seeker);
  expect([await offersWaiting(seeker), await offersWaiting(first.driver)]).toEqual([2, null]);
  await second.end(second.driver);
  expect(await offersWaiting(seeker)).toBe(1);
  await first.accept();
  expect(await offersWaiting(seeker)).toBe(0);
});

test("[domain/offer:expiry] unanswered offers expire after 3 hours or half an hour before departure", async () => {
  const { app, seeker, request } = await createOpenRequest();
  const normal = await createOffer(app, request, seeker);
  expect(normal.made.body.expiresAt).toBe("2026-01-01T11:00:00.000Z");
  const patient = await createOffer(app, request, seeker, { expiresInS: 7 * 86_400 });
  expect(patient.made.body.expiresAt).toBe("2026-01-02T06:15:00.000Z");
  await app.waitForEvents();
  const events = app.recordEventsOf(normal.driver.uid);
  app.clock.now = new Date("2026-01-01T11:00:00.000Z");
  expect((await normal.accept()).status).toBe(409);
  const error = "The time to answer this offer is over.";
  expect((await normal.decline()).body).toMatchObject({ code: "status_already_set", error });
  for (const due of [...rideRequestSweeps, ...rideRequestSweeps]) await runSweep(app.ctx, due);
  await app.waitForEvents();
  expect(events.map(({ type }) => type)).toEqual(["offer.expired"]);
  expect((await patient.accept()).body.status).toBe("accepted");
});

test("[domain/offer:ride-follows] an offer is withdrawn when its ride is cancelled or its terms change", async () => {
  const { app, seeker, request } = await createOpenRequest({
    origin: towns.mainz,
    destination: towns.koeln,
  });
  const drivers = [await app.createUser(), await app.createUser()] as const;
  const rides = [await hostRide(app, drivers[0]), await hostRide(app, drivers[1])] as const;
  const offers = [
    await createOffer(app, request, seeker, { rideId: rides[0].id }, drivers[0]),
    await createOffer(app, request, seeker, { rideId: rides[1].id }, drivers[1]),
  ] as const;
  const change = (body: object) =>
    app.call("PUT", `/rides/${rides[0].id}`, { as: drivers[0], body });
  await change({ note: "By the A5" });
  const states = async () =>
    (await listOffers(app, seeker, request)).body.items.map(({ status }) => status).toReversed();
  expect(await states()).toEqual(["pending", "pending"]);
  await change({ departsAt: "2026-01-02T07:00:00Z" });
  await app.call("DELETE", `/rides/${rides[1].id}`, { as: drivers[1], body: { reason: "Ill" } });
  expect(await states()).toEqual(["withdrawn", "withdrawn"]);
  expect((await offers[0].accept()).body.code).toBe("status_already_set");
  expect((await listOffers(app, seeker, request)).body.items[0]?.reason).toBe("Ill");
});

test("[domain/offer:ride-follows] a changed vehicle or luggage space withdraws the offer, the same values do not", async () => {
  const segment = { origin: towns.mainz, destination: towns.koeln };
  const { app, seeker, request } = await createOpenRequest({ ...segment, needs: ["wheelchair"] });
  const driver = await app.createUser();
  const fit = {
    make: "VW",
    model: "Caddy",
    colour: "white",
    plate: "FR A 1",
    seats: 5,
    comfort: ["wheelchair"],
  };
  const body = { vehicles: [fit, { ...fit, comfort: [] }] };
  const { vehicles } = (
    await app.call<Profile>("POST", "/firebase-auth/update-profile", { as: driver, body })
  ).body;
  const [vehicleId, bare] = vehicles.map(({ id }) => id);
  const ride = await hostRide(app, driver, { vehicleId, luggage: 1 });
  const offeredThen = async (change: object) => {
    await createOffer(app, request, seeker, { rideId: ride.id }, driver);
    expect((await app.call("PUT", `/rides/${ride.id}`, { as: driver, body: change })).status).toBe(
      200,
    );
    const [{ status, reason } = {}] = (await listOffers(app, seeker, request)).body.items;
    return { status, reason };
  };
  expect(await offeredThen({ vehicleId, luggage: 1 })).toEqual({ status: "pending", reason: null });
  const withdrawn = { status: "withdrawn", reason: "The ride was changed." };
  expect(await offeredThen({ luggage: 0 })).toEqual(withdrawn);
  expect(await offeredThen({ vehicleId: bare })).toEqual(withdrawn);
  const { made } = await createOffer(app, request, seeker, { rideId: ride.id }, driver);
  expect(made.body.code).toBe("access_missing");
});

test("[domain/privacy:offer-plate] the seeker sees the plate once the offer is accepted", async () => {
  const { app, seeker, request } = await createOpenRequest();
  const driver = await app.createUser();
  const vehicle = { make: "Škoda", model: "Octavia", colour: "green", plate: "FR-CL 42", seats: 5 };
  const { id: vehicleId } = await app.db
    .insertInto("vehicle")
    .values({ uid: driver.uid, ...vehicle })
    .returning("id")
    .executeTakeFirstOrThrow();
  const offer = await createOffer(app, request, seeker, { vehicleId }, driver);
  expect(offer.made.body.vehicle?.plate).toBe("FR-CL 42");
  const seen = async () => (await listOffers(app, seeker, request)).body.items[0]?.vehicle;
  expect(await seen()).toEqual({
    make: "Škoda",
    model: "Octavia",
    colour: "green",
    access: [],
    plate: null,
  });
  const { rideId } = (await offer.accept()).body;
  expect((await seen())?.plate).toBe("FR-CL 42");
  expect((await getRide(app, seeker, rideId)).vehicle?.plate).toBe("FR-CL 42");
});
