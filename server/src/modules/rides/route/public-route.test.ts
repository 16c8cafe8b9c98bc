import type { Offer } from "@commonlane/contract/offers";
import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { distanceM } from "@commonlane/matching/geo";
import { expect, test } from "vitest";
import { waitForAlerts, saveSearch } from "../../../../test/fixtures/alerts.ts";
import {
  requestSeats,
  hostRide,
  createOffer,
  postRequest,
  TOMORROW,
  towns,
} from "../../../../test/fixtures/rides.ts";
import { listNotifications } from "../../../../test/fixtures/notifications.ts";
import { withoutIdentifiers, collectRideViews } from "../../../../test/fixtures/public-rides.ts";
import { createTestApp, type TestApp } from "../../../../test/app/test-app.ts";

interface List<Item> {
  items: Item[];
}
/** Two addresses in one square of the grid, some 300 m apart. */
const HOME = { label: "Canary Lane 7", lat: 49.01947, lng: 8.41443 };
const NEIGHBOUR = { label: "Other Street 1", lat: 49.0213, lng: 8.4188 };
/** Without a list of towns an approximate place is named by its coordinates. */
const APPROXIMATE = "49.0, 8.4";
const OFFERED = { seats: 3, contribution: { amountMinor: 1000, currency: "EUR" } };

/** A ride created by an accepted offer on a request of a seeker who starts at `home`. */
async function createAgreedRide(app: TestApp, home: object = HOME) {
  const seeker = await app.createUser({ firstName: "Amara" });
  const driver = await app.createUser({ firstName: "Jonas" });
  const request = await postRequest(app, seeker, { origin: home, destination: towns.bonn });
  const offer = await createOffer(app, request, seeker, OFFERED, driver);
  const { body } = await offer.accept();
  return {
    seeker,
    driver,
    made: offer.made.body,
    rideId: body.rideId ?? "",
    seatRequestId: body.seatRequestId,
  };
}

const costsOf = ({
  pickup,
  pickupAt,
  dropoffAt,
  detourM,
  detourS,
  contribution,
}: Offer | SeatRequest) =>
  JSON.stringify({ pickup, pickupAt, dropoffAt, detourM, detourS, contribution });

test("[domain/privacy:made-ride] shows the start at a seeker's address approximately to strangers, and exactly to host and passengers", async () => {
  const app = await createTestApp();
  const stranger = await app.createUser();
  await saveSearch(app, stranger, { origin: { ...towns.karlsruhe, lat: 49.02, lng: 8.42 } });
  app.clock.now = new Date(app.now().getTime() + 60_000);
  const { seeker, driver, rideId } = await createAgreedRide(app);
  const views = await collectRideViews(app, stranger, rideId, driver.uid);
  expect(views.rides).toHaveLength(4);
  expect(views.found).toHaveLength(1);
  expect(views.missed).toHaveLength(1);
  for (const ride of [...views.rides, ...views.found.map(({ ride }) => ride)]) {
    expect(ride.origin.label).toBe(APPROXIMATE);
    expect(distanceM(ride.origin, HOME)).toBeGreaterThan(20);
    expect(distanceM(ride.origin, HOME)).toBeLessThan(400);
    expect(ride.status).toBe("scheduled");
  }
  for (const as of [seeker, driver]) {
    const { body } = await app.call<Ride>("GET", `/rides/${rideId}`, { as });
    expect(body.origin).toMatchObject(HOME);
  }
  await waitForAlerts(app.ctx);
  const [alert] = await listNotifications(app, stranger);
  expect(alert?.kind).toBe("ride.alerted");
  expect(JSON.stringify({ told: views, alert })).not.toMatch(/Canary|49\.0194|8\.4144/);
});

test("[domain/privacy:made-ride-same] strangers get an identical response for every address in a square", async () => {
  const app = await createTestApp();
  const stranger = await app.createUser();
  const one = await createAgreedRide(app, HOME);
  const other = await createAgreedRide(app, NEIGHBOUR);
  const views = await collectRideViews(app, stranger, one.rideId, one.driver.uid);
  const otherViews = await collectRideViews(app, stranger, other.rideId, other.driver.uid);
  expect(withoutIdentifiers(otherViews, other)).toEqual(withoutIdentifiers(views, one));
  const ask = (rideId: string) =>
    app.call<SeatRequest>("POST", `/rides/${rideId}/request`, {
      as: stranger,
      body: { dropoff: towns.koblenz },
    });
  const seatRequest = (await ask(one.rideId)).body;
  const otherSeatRequest = (await ask(other.rideId)).body;
  expect(seatRequest.status).toBe("pending");
  expect(costsOf(otherSeatRequest)).toBe(costsOf(seatRequest));
});

test("[domain/privacy:made-ride-asked] a seeker learns the exact pickup once the seat is confirmed", async () => {
  const app = await createTestApp();
  const { driver, rideId } = await createAgreedRide(app);
  const ride = (await app.call<Ride>("GET", `/rides/${rideId}`, { as: driver })).body;
  const { seeker, response: seatRequest, accept } = await requestSeats(app, ride, driver);
  const own = async () =>
    (
      await app.call<List<SeatRequest & { ride: Ride }>>("GET", "/rides/my-requests", {
        as: seeker,
      })
    ).body.items[0];
  expect(
    JSON.stringify([seatRequest.body, await own(), await listNotifications(app, seeker)]),
  ).not.toContain("Canary");
  await accept();
  expect(await own()).toMatchObject({ pickup: HOME, ride: { origin: HOME } });
});

test("[domain/privacy:learned-place] a place learned from a seeker stays approximate in the host's later rides, until they start elsewhere", async () => {
  const app = await createTestApp();
  const stranger = await app.createUser();
  const { driver, rideId } = await createAgreedRide(app);
  const readRide = async (id: string) =>
    (await app.call<Ride>("GET", `/rides/${id}`, { as: stranger })).body;
  const laterRide = await hostRide(app, driver, {
    origin: HOME,
    stops: [],
    departsAt: "2026-01-05T06:45:00.000Z",
  });
  expect(laterRide.origin).toMatchObject(HOME);
  expect((await readRide(laterRide.id)).origin.label).toBe(APPROXIMATE);
  const change = (body: object) => app.call("PUT", `/rides/${rideId}`, { as: driver, body });
  expect((await change({ stops: [towns.mainz] })).status).toBe(200);
  expect((await readRide(rideId)).origin.label).toBe(APPROXIMATE);
  expect((await readRide(rideId)).stops).toMatchObject([{ ...towns.mainz, placeId: null }]);
  const own = { label: "The host's own corner", lat: 49.021, lng: 8.42, shown: "exact" };
  expect((await change({ origin: own })).status).toBe(200);
  expect((await readRide(rideId)).origin).toMatchObject(own);
});

test("[domain/privacy:offer-measured] calculates an offer from the approximate places of its request", async () => {
  const app = await createTestApp();
  const tried = async (home: object) => {
    const seeker = await app.createUser();
    const driver = await app.createUser();
    const request = await postRequest(app, seeker, { origin: home, destination: towns.bonn });
    const withNewRide = await createOffer(app, request, seeker, {
      contribution: { amountMinor: 99_900, currency: "EUR" },
    });
    const withWholeRide = await createOffer(app, request, seeker, {}, driver);
    const host = await app.createUser();
    const ride = await hostRide(app, host, { departsAt: TOMORROW });
    const along = await createOffer(app, request, seeker, { rideId: ride.id }, host);
    return [
      withNewRide.made.body.fields,
      ...[withWholeRide, along].map(({ made }) => costsOf(made.body)),
    ];
  };
  expect(await tried(NEIGHBOUR)).toEqual(await tried(HOME));
});
