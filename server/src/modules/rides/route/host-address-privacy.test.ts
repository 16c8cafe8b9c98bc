import type { CostShare } from "@commonlane/contract/cost-share";
import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { distanceM } from "@commonlane/matching/geo";
import { expect, test } from "vitest";
import { approximatePosition } from "#modules/privacy/approximate/index.ts";
import { decodePolyline } from "@commonlane/contract/polyline";
import { saveSearch } from "../../../../test/fixtures/alerts.ts";
import { offsetPosition } from "../../../../test/fixtures/drivers.ts";
import {
  requestSeats,
  hostRide,
  createOffer,
  postRequest,
  towns,
} from "../../../../test/fixtures/rides.ts";
import { kindsOf, listNotifications } from "../../../../test/fixtures/notifications.ts";
import { withoutIdentifiers, collectRideViews } from "../../../../test/fixtures/public-rides.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../../test/app/test-app.ts";

const MIDDLE = approximatePosition({ lat: 49.01947, lng: 8.41443 }, 500);
/** Two homes in opposite corners of one square. */
const HOME = { label: "Canary Lane 7", ...offsetPosition(MIDDLE, -230, -230) };
const NEIGHBOUR = { label: "Other Street 1", ...offsetPosition(MIDDLE, 230, 230) };
const APPROXIMATE = "49.0, 8.4";
const fromHome = { origin: HOME, destination: towns.bonn, stops: [] };

const rideAs = async (app: TestApp, as: TestUser, id: string) =>
  (await app.call<Ride>("GET", `/rides/${id}`, { as })).body;

test("[domain/privacy:host-end] shows the approximate place of a host's private address to strangers and waiting seekers, in lists and on the line, and the address to host and passengers", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const stranger = await app.createUser();
  const ride = await hostRide(app, host, fromHome);
  const views = await collectRideViews(app, stranger, ride.id, host.uid);
  expect([views.rides.length, views.found.length, views.missed.length]).toEqual([4, 1, 1]);
  for (const seen of [...views.rides, ...views.found.map(({ ride }) => ride)]) {
    expect(seen.origin).toMatchObject({ label: APPROXIMATE, ...MIDDLE });
    expect(decodePolyline(seen.polyline)[0]).toMatchObject(MIDDLE);
  }
  const { seeker, response: seatRequest, accept } = await requestSeats(app, ride, host);
  const own = async () =>
    (
      await app.call<{ items: (SeatRequest & { ride: Ride })[] }>("GET", "/rides/my-requests", {
        as: seeker,
      })
    ).body;
  const waiting = [
    views,
    seatRequest.body,
    await own(),
    await rideAs(app, seeker, ride.id),
    await listNotifications(app, seeker),
  ];
  expect(JSON.stringify(waiting)).not.toContain("Canary");
  await accept();
  expect((await own()).items[0]).toMatchObject({ pickup: HOME, ride: { origin: HOME } });
  expect(await rideAs(app, host, ride.id)).toMatchObject({ origin: HOME, destination: towns.bonn });
});

test("[domain/privacy:host-end-same] strangers get an identical response for every address in a square", async () => {
  const app = await createTestApp();
  const stranger = await app.createUser();
  const seen = [];
  for (const origin of [HOME, NEIGHBOUR]) {
    const driver = await app.createUser();
    const ride = await hostRide(app, driver, { ...fromHome, origin });
    const views = await collectRideViews(app, stranger, ride.id, driver.uid);
    const { response: seatRequest } = await requestSeats(
      app,
      ride,
      driver,
      { dropoff: towns.koblenz },
      stranger,
    );
    const { pickup, pickupAt, dropoffAt, detourM, contribution, status } = seatRequest.body;
    expect(status).toBe("pending");
    const costs = { pickup, pickupAt, dropoffAt, detourM, contribution };
    seen.push(withoutIdentifiers({ told: views, costs }, { rideId: ride.id, driver }));
  }
  expect(seen[1]).toEqual(seen[0]);
});

test("[domain/privacy:host-end-choice] a host chooses what strangers see of an end; by default towns, public places and stops are shown, except near the host's own places", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const stranger = await app.createUser();
  const station = { lat: 48.99354, lng: 8.40194 };
  const poi = { placeId: "poi:N21769883:48.99354:8.40194", label: "Karlsruhe Hbf", ...station };
  // Strangers see no id: it could contain a phone number.
  const named = { ...station, label: poi.label, placeId: null };
  const moved = { ...poi, ...offsetPosition(poi, 60, 0) };
  let hour = 0;
  const shownOf = async (terms: object, as = host) => {
    hour += 24;
    const departsAt = new Date(Date.parse("2026-01-02T06:45:00Z") + hour * 3_600_000).toISOString();
    const { id } = await hostRide(app, as, { ...fromHome, ...terms, departsAt });
    return rideAs(app, stranger, id);
  };
  expect((await shownOf({ origin: poi })).origin).toMatchObject(named);
  expect((await shownOf({ origin: moved })).origin.label).toBe(APPROXIMATE);
  expect((await shownOf({ origin: { ...poi, shown: "approximate" } })).origin.label).not.toBe(
    poi.label,
  );
  expect((await shownOf({ origin: { ...HOME, shown: "exact" } })).origin).toMatchObject(HOME);
  expect((await shownOf({ origin: towns.freiburg, stops: [NEIGHBOUR] })).stops).toMatchObject([
    NEIGHBOUR,
  ]);
  const other = await app.createUser();
  await saveSearch(app, other, { origin: { label: "Home", ...offsetPosition(station, 200, 0) } });
  expect((await shownOf({ origin: poi }, other)).origin.label).not.toBe(poi.label);
  expect((await shownOf({ origin: { ...poi, shown: "exact" } }, other)).origin).toMatchObject(
    named,
  );
});

test("[domain/privacy:host-end-changed] the choice can be changed later; passengers keep their seats and are not notified", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const stranger = await app.createUser();
  const ride = await hostRide(app, host, fromHome);
  const { seeker, accept } = await requestSeats(app, ride, host);
  await accept();
  const before = await listNotifications(app, seeker);
  const show = (shown: string) =>
    app.call<Ride>("PUT", `/rides/${ride.id}`, { as: host, body: { origin: { ...HOME, shown } } });
  expect((await show("exact")).body.seatsLeftByLeg).toEqual(
    ride.seatsLeftByLeg.map((seats) => seats - 1),
  );
  expect((await rideAs(app, stranger, ride.id)).origin).toMatchObject(HOME);
  expect((await show("approximate")).body.origin).toMatchObject({ ...HOME, shown: "approximate" });
  expect((await rideAs(app, stranger, ride.id)).origin.label).toBe(APPROXIMATE);
  expect(kindsOf(await listNotifications(app, seeker))).toEqual(kindsOf(before));
});

test("[domain/privacy:host-end-learned] never shows an address that the host learned from a seeker, regardless of the host's choice", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  const driver = await app.createUser();
  const stranger = await app.createUser();
  const request = await postRequest(app, seeker, { origin: HOME, destination: towns.bonn });
  await (await createOffer(app, request, seeker, { seats: 3 }, driver)).accept();
  const departsAt = "2026-01-05T06:45:00.000Z";
  const laterRide = await hostRide(app, driver, {
    ...fromHome,
    origin: { ...HOME, shown: "exact" },
    departsAt,
  });
  expect((await rideAs(app, stranger, laterRide.id)).origin.label).toBe(APPROXIMATE);
});

test("[domain/privacy:host-end-price] calculates the maximum price from the same route that the ride's price is checked against", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const near = {
    origin: HOME,
    destination: { label: "Near", ...offsetPosition(HOME, 9000, 0) },
    stops: [],
  };
  const body = { ...near, seatsTotal: 3 };
  const { maximum } = (await app.call<CostShare>("POST", "/rides/cost-share", { as: host, body }))
    .body;
  const ride = await hostRide(app, host, { ...near, contribution: maximum });
  expect(ride.contribution).toEqual(maximum);
  expect(distanceM(ride.origin, HOME)).toBe(0);
});
