import { HOUR_MS } from "@commonlane/contract/durations";
import type { Ride } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import {
  requestSeats,
  freiburgToKoeln,
  hostRide,
  createOffer,
  postRequest,
  sortedStatuses,
  TOMORROW,
  towns,
} from "../../../../test/fixtures/rides.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../../test/app/test-app.ts";

interface Failed {
  code?: string;
  fields?: Record<string, string>;
}
const hoursLater = (hours: number) =>
  new Date(Date.parse(TOMORROW) + hours * HOUR_MS).toISOString();
const tryToHost = (app: TestApp, as: TestUser, overrides: object) =>
  app.call<Ride & Failed>("POST", "/rides", { as, body: { ...freiburgToKoeln, ...overrides } });

test("[domain/plausibility:one-way-at-once] a host cannot offer two overlapping rides until the first is cancelled", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const first = await hostRide(app, host);
  const clash = await tryToHost(app, host, { departsAt: hoursLater(2) });
  expect(clash).toMatchObject({ status: 409, body: { code: "already_travelling" } });
  expect(clash.body.fields?.["departsAt"]).toContain("Freiburg im Breisgau to Köln");
  // The estimate is 6.6 hours. The ride counts as complete after 80 % of that time.
  const laterRide = await tryToHost(app, host, {
    departsAt: hoursLater(5.4),
    origin: towns.koeln,
    destination: towns.bonn,
  });
  expect(laterRide.status).toBe(201);
  const earlier = await app.call<Failed>("PUT", `/rides/${laterRide.body.id}`, {
    as: host,
    body: { departsAt: hoursLater(1) },
  });
  expect(earlier.body.code).toBe("already_travelling");
  await app.call("DELETE", `/rides/${first.id}`, { as: host });
  expect((await tryToHost(app, host, {})).status).toBe(201);
});

test("[domain/plausibility:one-way-at-once] only one of ten simultaneous overlapping rides is created", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const replies = await Promise.all(Array.from({ length: 10 }, () => tryToHost(app, host, {})));
  expect(sortedStatuses(replies)).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  expect(app.bugs).toEqual([]);
});

test("[domain/plausibility:passenger] a passenger cannot host an overlapping ride, and a host cannot join one", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const traveller = await app.createUser();
  const third = await app.createUser();
  const ride = await hostRide(app, host);
  const booking = await requestSeats(app, ride, host, {}, traveller);
  const own = await hostRide(app, traveller, { departsAt: hoursLater(1) });
  expect((await booking.accept()).body).toMatchObject({ code: "already_travelling" });
  await app.call("DELETE", `/rides/${own.id}`, { as: traveller });
  expect((await booking.accept()).body.status).toBe("accepted");
  expect((await tryToHost(app, traveller, { departsAt: hoursLater(1) })).body.code).toBe(
    "already_travelling",
  );
  // Two bookings at once may be for other people.
  const other = await hostRide(app, third, { approval: "instant" });
  expect((await requestSeats(app, other, third, {}, traveller)).response.status).toBe(201);
  await booking.end();
  await app.call("DELETE", `/rides/${other.id}`, { as: third });
  expect((await tryToHost(app, traveller, { departsAt: hoursLater(1) })).status).toBe(201);
});

test("[domain/plausibility:offer] rejects an offer with a new ride, and its acceptance, while the driver is on another ride", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  const driver = await app.createUser();
  const request = await postRequest(app, seeker);
  const offer = await createOffer(app, request, seeker, {}, driver);
  const ride = await hostRide(app, driver);
  expect((await offer.accept()).body.code).toBe("already_travelling");
  const another = await postRequest(app, await app.createUser());
  expect((await createOffer(app, another, seeker, {}, driver)).made.body.code).toBe(
    "already_travelling",
  );
  await app.call("DELETE", `/rides/${ride.id}`, { as: driver });
  expect((await offer.accept()).body.status).toBe("accepted");
});

test("[domain/return-way:linked] hosts the reversed return ride at its own time and links both rides", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const tooEarly = await tryToHost(app, host, { returnWay: { departsAt: hoursLater(-1) } });
  expect(tooEarly.body.fields).toHaveProperty("returnWay.departsAt");
  expect((await tryToHost(app, host, { returnWay: { departsAt: hoursLater(2) } })).body.code).toBe(
    "already_travelling",
  );
  expect(await app.db.selectFrom("ride").select("id").execute()).toEqual([]);
  const { body: outward } = await tryToHost(app, host, {
    returnWay: { departsAt: hoursLater(48), contribution: { amountMinor: 1500, currency: "EUR" } },
  });
  const { body: returnRide } = await app.call<Ride>("GET", `/rides/${outward.returnId}`, {
    as: host,
  });
  expect(returnRide).toMatchObject({
    returnOf: outward.id,
    origin: towns.koeln,
    stops: [towns.mainz],
    destination: towns.freiburg,
    departsAt: hoursLater(48),
    contribution: { amountMinor: 1500, currency: "EUR" },
  });
});
