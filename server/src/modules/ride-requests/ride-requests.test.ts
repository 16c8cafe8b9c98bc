import type { RideRequest } from "@commonlane/contract/ride-requests";
import { expect, test } from "vitest";
import { approximatePosition } from "#modules/privacy/approximate/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import {
  createOffer,
  karlsruheToBonn,
  postRequest,
  sortedStatuses,
  towns,
} from "../../../test/fixtures/rides.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../test/app/test-app.ts";
import { rideRequestSweeps } from "./ride-hooks.ts";
import { type Answer, mine, near, withdraw } from "../../../test/fixtures/own-requests.ts";

const post = (app: TestApp, as: TestUser | undefined, overrides: object = {}) =>
  app.call<Answer>("POST", "/requests", { as, body: { ...karlsruheToBonn, ...overrides } });

const change = (app: TestApp, as: TestUser, { id }: RideRequest, body: object) =>
  app.call<Answer>("PUT", `/requests/${id}`, { as, body });

const read = (app: TestApp, as: TestUser, { id }: RideRequest) =>
  app.call<Answer>("GET", `/requests/${id}`, { as });

const sweep = async ({ ctx }: TestApp) => {
  for (const due of rideRequestSweeps) await runSweep(ctx, due);
};

test("[spec/7-requests:post] a posted request is open, is published to its seeker, and is not repeated under the same key", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser({ firstName: "Amara", lastName: "Lindqvist" });
  await app.waitForEvents();
  const events = app.recordEventsOf(seeker.uid);
  const body = {
    ...karlsruheToBonn,
    maxContribution: { amountMinor: 1500, currency: "EUR" },
    note: "One small bag",
  };
  const call = () =>
    app.call<Answer>("POST", "/requests", {
      as: seeker,
      body,
      headers: { "idempotency-key": "tap" },
    });
  const posted = await call();
  expect(posted).toMatchObject({
    status: 201,
    body: {
      ...karlsruheToBonn,
      seekerId: seeker.uid,
      seeker: { displayName: "Amara L." },
      timeZone: "Europe/Berlin",
      seats: 1,
      maxContribution: { amountMinor: 1500, currency: "EUR" },
      audience: "everyone",
      note: "One small bag",
      status: "open",
      matchedRideId: null,
    },
  });
  expect((await call()).body).toEqual(posted.body);
  expect((await mine(app, seeker)).items).toEqual([posted.body]);
  await app.waitForEvents();
  expect(events).toEqual([{ type: "ride-request.posted", rideRequest: { id: posted.body.id } }]);
});

test("[domain/ride-request:once] posts the same route in an overlapping window only once and returns the existing request", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(app, seeker)));
  expect(sortedStatuses(answers)).toEqual([201, 409, 409, 409, 409]);
  const { items } = await mine(app, seeker);
  expect(items).toHaveLength(1);
  const again = await post(app, seeker, {
    departsAfter: "2026-01-02T11:00:00Z",
    departsBefore: "2026-01-02T15:00:00Z",
  });
  expect(again.body).toMatchObject({ code: "already_posted", current: { id: items[0]?.id } });
  const evening = { departsAfter: "2026-01-02T18:00:00Z", departsBefore: "2026-01-02T20:00:00Z" };
  expect((await post(app, seeker, evening)).status).toBe(201);
  expect((await post(app, await app.createUser())).status).toBe(201);
  if (items[0]) await withdraw(app, seeker, items[0]);
  expect((await post(app, seeker)).status).toBe(201);
});

test("[domain/ride-request:guards] requires an adult with a complete profile, a future window and a route", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  const fieldsOf = async (overrides: object, as = seeker) =>
    Object.keys((await post(app, as, overrides)).body.fields ?? {});
  expect(
    await fieldsOf({ departsAfter: "2025-12-31T06:00:00Z", departsBefore: "2026-01-01T08:00:00Z" }),
  ).toEqual(["departsBefore"]);
  expect(await fieldsOf({ departsBefore: "2026-01-02T05:00:00Z" })).toEqual(["departsBefore"]);
  expect(await fieldsOf({ departsBefore: "2026-03-02T05:00:00Z" })).toEqual(["departsBefore"]);
  expect(
    await fieldsOf({ departsAfter: "2027-02-02T05:00:00Z", departsBefore: "2027-02-02T06:00:00Z" }),
  ).toEqual(["departsAfter"]);
  expect(await fieldsOf({ destination: towns.karlsruhe })).toEqual(["destination"]);
  expect(await fieldsOf({ audience: "sameGender" })).toEqual(["audience"]);
  expect(await fieldsOf({}, await app.createUser({ adult: false }))).toEqual(["birthDate"]);
  expect((await post(app, seeker, { seekerId: (await app.createUser()).uid })).body.code).toBe(
    "not_yours",
  );
  expect((await post(app, undefined)).status).toBe(401);
  expect((await mine(app, seeker)).items).toEqual([]);
});

test("[domain/ride-request:audience] a request for one's own gender is shown to drivers of that gender, and only they can answer", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser({ gender: "female" });
  const woman = await app.createUser({ gender: "female" });
  const man = await app.createUser({ gender: "male" });
  const request = await postRequest(app, seeker, { audience: "sameGender" });
  expect((await near(app, woman)).items).toHaveLength(1);
  expect((await near(app, man)).items).toEqual([]);
  expect(sortedStatuses([await read(app, woman, request), await read(app, man, request)])).toEqual([
    200, 404,
  ]);
  const refused = await createOffer(app, request, seeker, {}, man);
  expect(refused.made).toMatchObject({ status: 404, body: { code: "not_found" } });
  const offer = await createOffer(app, request, seeker, {}, woman);
  const { body } = await offer.accept();
  const ride = await app.call<{ audience: string }>("GET", `/rides/${body.rideId}`, { as: woman });
  expect(ride.body.audience).toBe("sameGender");
});

test("[domain/privacy:request-approximate] strangers see approximate places, and the driver sees exact ones once the offer is accepted", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  const driver = await app.createUser();
  const stranger = await app.createUser();
  const home = { label: "Blumenweg 7", lat: 49.01234, lng: 8.40567 };
  const request = await postRequest(app, seeker, { origin: home });
  expect(request.origin).toMatchObject(home);
  const seen = (await near(app, stranger)).items[0];
  expect(seen?.origin).toMatchObject(approximatePosition(home, 500));
  expect(JSON.stringify(seen)).not.toMatch(/Blumenweg|49\.0123|8\.4056/);
  const offer = await createOffer(app, request, seeker, {}, driver);
  expect(offer.made.body.pickup).toEqual(seen?.origin);
  await app.waitForEvents();
  const events = app.recordEventsOf(driver.uid);
  await offer.accept();
  expect((await read(app, driver, request)).body).toMatchObject({
    origin: home,
    status: "matched",
  });
  expect((await read(app, stranger, request)).status).toBe(404);
  await app.waitForEvents();
  expect(events.find(({ type }) => type === "offer.accepted")).toMatchObject({
    offer: { requestId: request.id },
  });
  expect(JSON.stringify(events)).not.toMatch(/Blumenweg|49\.0123|8\.4056/);
});

test("[domain/ride-request:change] changes the given fields; places, times and seats only while no offer is pending", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  const request = await postRequest(app, seeker, { note: "One bag" });
  expect((await change(app, seeker, request, { seats: 2 })).body).toMatchObject({
    seats: 2,
    note: "One bag",
  });
  const offer = await createOffer(app, request, seeker);
  expect((await change(app, seeker, request, { seats: 1 })).body.code).toBe("request_has_offers");
  expect((await change(app, seeker, request, { note: null })).body).toMatchObject({
    seats: 2,
    note: null,
  });
  await offer.end();
  expect((await change(app, seeker, request, { origin: towns.mainz })).body.origin).toEqual(
    towns.mainz,
  );
  expect((await change(app, await app.createUser(), request, { note: "x" })).body.code).toBe(
    "not_yours",
  );
  await withdraw(app, seeker, request);
  expect((await change(app, seeker, request, { note: "x" })).body.code).toBe("request_over");
});

test("[domain/ride-request:cancel] the seeker withdraws an open request once; its offers are declined and their drivers notified", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  const request = await postRequest(app, seeker);
  const offer = await createOffer(app, request, seeker);
  await app.waitForEvents();
  const events = app.recordEventsOf(offer.driver.uid);
  expect((await withdraw(app, offer.driver, request)).body.code).toBe("not_yours");
  const answers = await Promise.all([
    withdraw(app, seeker, request),
    withdraw(app, seeker, request),
  ]);
  expect(sortedStatuses(answers)).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: "status_already_set",
    current: { status: "cancelled" },
  });
  expect((await offer.accept()).body).toMatchObject({
    code: "status_already_set",
    current: { status: "declined" },
  });
  expect((await createOffer(app, request, seeker)).made.body.code).toBe("not_found");
  await app.waitForEvents();
  expect(events.map(({ type }) => type)).toEqual(["offer.declined"]);
});

test("[domain/ride-request:expiry] a request expires after its window, and no offer can be accepted from then on", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  const request = await postRequest(app, seeker);
  await app.waitForEvents();
  const events = app.recordEventsOf(seeker.uid);
  app.clock.now = new Date(karlsruheToBonn.departsBefore);
  expect((await near(app, await app.createUser())).items).toEqual([]);
  expect((await createOffer(app, request, seeker)).made.body.code).toBe("not_found");
  expect((await withdraw(app, seeker, request)).status).toBe(409);
  await sweep(app);
  await sweep(app);
  await app.waitForEvents();
  expect(events.map(({ type }) => type)).toEqual(["ride-request.expired"]);
  expect((await read(app, seeker, request)).body.status).toBe("expired");
});
