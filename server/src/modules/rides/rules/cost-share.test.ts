import type { CostShare } from "@commonlane/contract/cost-share";
import type { Ride } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import {
  requestSeats,
  freiburgToKoeln,
  hostRide,
  createOffer,
  postRequest,
  TOMORROW,
  towns,
} from "../../../../test/fixtures/rides.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../../test/app/test-app.ts";
import { readSettings } from "#platform/settings.ts";

interface Failed {
  code?: string;
  fields?: Record<string, string>;
}
const euros = (amount: number) => ({ amountMinor: Math.round(amount * 100), currency: "EUR" });
const { origin, destination, stops } = freiburgToKoeln;
const shareOf = (app: TestApp, as: TestUser, overrides: object = {}) =>
  app.call<CostShare>("POST", "/rides/cost-share", {
    as,
    body: { origin, destination, stops, seatsTotal: 3, ...overrides },
  });
const tryToHost = (app: TestApp, as: TestUser, overrides: object) =>
  app.call<Ride & Failed>("POST", "/rides", { as, body: { ...freiburgToKoeln, ...overrides } });

test("[domain/contribution:suggested] suggests distance x cost per km / (seats + 1), rounded, and allows at most 1.15 times that", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const { body } = await shareOf(app, host);
  const cost = Math.floor((body.distanceM / 1000) * 30);
  expect(body.runningCost).toEqual({ amountMinor: cost, currency: "EUR" });
  expect(body.suggested.amountMinor).toBe(Math.round(cost / 4 / 50) * 50);
  expect(body.maximum.amountMinor).toBe(Math.floor((1.15 * cost) / 4));
  for (const seatsTotal of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const { maximum: most, runningCost } = (await shareOf(app, host, { seatsTotal })).body;
    expect(most.amountMinor * seatsTotal).toBeLessThanOrEqual(runningCost.amountMinor);
  }
});

test("[domain/contribution:coins] suggests coins that exist for a short way, and nothing where the most is less than a coin", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const from = { label: "Here", lat: 47.9959, lng: 7.8522 };
  const northM = async (metres: number) => {
    const to = { label: "There", lat: from.lat + metres / 111_195, lng: from.lng };
    const { body } = await shareOf(app, host, { origin: from, destination: to, stops: [] });
    return body;
  };
  const short = await northM(3_000);
  expect(short.suggested.amountMinor).toBe(Math.floor(short.maximum.amountMinor / 10) * 10);
  expect(short.suggested.amountMinor).toBeGreaterThan(0);
  expect((await northM(400)).suggested.amountMinor).toBe(0);
});

test("[domain/contribution:ceiling] rejects more than 1.15 of a share when a ride is hosted, changed or offered", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const seeker = await app.createUser();
  const { maximum: most } = (await shareOf(app, host)).body;
  const dear = { amountMinor: most.amountMinor + 1, currency: "EUR" };
  const refused = await tryToHost(app, host, { contribution: dear });
  expect(refused).toMatchObject({ status: 400, body: { code: "contribution_too_high" } });
  expect(refused.body.fields?.["contribution"]).toContain(
    `€${(most.amountMinor / 100).toFixed(2)}`,
  );
  const foreign = await tryToHost(app, host, {
    contribution: { amountMinor: 100, currency: "USD" },
  });
  expect(foreign.body.fields).toHaveProperty("contribution.currency");
  const ride = await hostRide(app, host, { contribution: most });
  const change = (body: object) => app.call<Failed>("PUT", `/rides/${ride.id}`, { as: host, body });
  expect((await change({ contribution: dear })).body.code).toBe("contribution_too_high");
  // With more seats the same amount is more than a share.
  expect((await change({ seatsTotal: 4 })).body.code).toBe("contribution_too_high");
  expect((await change({ note: "By the A5" })).status).toBe(200);
  const request = await postRequest(app, seeker);
  expect(
    (await createOffer(app, request, seeker, { contribution: euros(200) })).made.body.code,
  ).toBe("contribution_too_high");
  const joined = await createOffer(
    app,
    request,
    seeker,
    { rideId: ride.id, contribution: most },
    host,
  );
  expect(joined.made.body.code).toBe("contribution_too_high");
});

test("[domain/contribution:never-exceeds] passengers together never promise more than the trip costs, regardless of the price when they asked", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const dear = (await shareOf(app, host, { seatsTotal: 1 })).body.maximum;
  const ride = await hostRide(app, host, { seatsTotal: 1, contribution: dear });
  await (await requestSeats(app, ride, host)).accept();
  const cheaper = (await shareOf(app, host, { seatsTotal: 4 })).body.maximum;
  const change = { seatsTotal: 4, contribution: cheaper };
  await app.call("PUT", `/rides/${ride.id}`, { as: host, body: change });
  // 0.575 of the costs are promised, and each of these would add 0.23.
  const more = await Promise.all([1, 2, 3].map(() => requestSeats(app, ride, host)));
  const answers = await Promise.all(more.map(({ accept }) => accept()));
  expect(answers.map(({ body }) => body.code ?? body.status).toSorted()).toEqual([
    "accepted",
    "cost_covered",
    "cost_covered",
  ]);
  const { promised_minor, running_cost_minor } = await app.db
    .selectFrom("ride")
    .select(["promised_minor", "running_cost_minor"])
    .executeTakeFirstOrThrow();
  expect(promised_minor).toBe(dear.amountMinor + cheaper.amountMinor);
  expect(promised_minor).toBeLessThanOrEqual(running_cost_minor ?? 0);
  const aboard = more[answers.findIndex(({ body }) => body.status === "accepted")];
  await aboard?.end();
  const left = await app.db.selectFrom("ride").select("promised_minor").executeTakeFirstOrThrow();
  expect(left.promised_minor).toBe(dear.amountMinor);
});

test("[domain/contribution:by-country] uses the configured cost per kilometre of the country where the route begins", async () => {
  const { COSTS_PER_KM } = readSettings({ COSTS_PER_KM: "CH=70 CHF, GB=45.5 GBP" });
  const app = await createTestApp({ settings: { COSTS_PER_KM } });
  const host = await app.createUser();
  const zurich = { label: "Zürich", lat: 47.3769, lng: 8.5417 };
  const { body } = await shareOf(app, host, { origin: zurich });
  expect(body.runningCost).toEqual({
    amountMinor: Math.floor((body.distanceM / 1000) * 70),
    currency: "CHF",
  });
  expect((await shareOf(app, host)).body.runningCost.currency).toBe("EUR");
  // A host who crosses a border may use the currency of the other side if its cost is configured.
  const routeToKarlsruhe = {
    origin: zurich,
    departsAt: TOMORROW,
    destination: towns.karlsruhe,
    stops: [],
  };
  expect(
    (await tryToHost(app, host, { ...routeToKarlsruhe, contribution: euros(200) })).body.code,
  ).toBe("contribution_too_high");
  const dollars = { amountMinor: 100, currency: "USD" };
  expect(
    (await tryToHost(app, host, { ...routeToKarlsruhe, contribution: dollars })).body.fields,
  ).toHaveProperty("contribution.currency");
  expect((await tryToHost(app, host, { ...routeToKarlsruhe, contribution: euros(5) })).status).toBe(
    201,
  );
  for (const wrong of ["CH=70", "Swiss=70 CHF", "CH=70 CHF;GB=45 GBP"]) {
    expect(() => readSettings({ COSTS_PER_KM: wrong })).toThrow("COSTS_PER_KM");
  }
});
