import { expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../test/app/test-app.ts";
import { freiburgToKoeln, hostRide, requestSeats } from "../../../test/fixtures/rides.ts";
import { createSeries, type SeriesError } from "../../../test/fixtures/series.ts";

/** The way there arrives at about 11:45. */
const EVENING = "2026-01-02T17:00:00.000Z";

async function createWorld() {
  const app = await createTestApp();
  const host = await app.createUser();
  const other = await app.createUser();
  return { app, host, other };
}

/** A ride there and back is not hosted; returns the refusal. */
async function refuseReturn(app: TestApp, as: TestUser, returnWay: object): Promise<SeriesError> {
  const body = { ...freiburgToKoeln, returnWay };
  const reply = await app.call<SeriesError>("POST", "/rides", { as, body });
  expect(reply.status).toBeGreaterThanOrEqual(400);
  const rides = await app.db
    .selectFrom("ride")
    .select("id")
    .where("host_id", "=", as.uid)
    .execute();
  return {
    ...reply.body,
    fields: reply.body.fields ?? {},
    ...(rides.length > 0 && { code: "a ride was hosted" }),
  };
}

test.each([
  [
    "departs before the way there",
    { departsAt: "2026-01-02T06:00:00.000Z" },
    "invalid_input",
    "departsAt",
  ],
  [
    "departs together with it",
    { departsAt: freiburgToKoeln.departsAt },
    "invalid_input",
    "departsAt",
  ],
  [
    "departs before it arrives",
    { departsAt: "2026-01-02T08:00:00.000Z" },
    "already_travelling",
    "departsAt",
  ],
  [
    "is more than a year ahead",
    { departsAt: "2027-02-01T08:00:00.000Z" },
    "invalid_input",
    "departsAt",
  ],
  [
    "costs too much",
    { departsAt: EVENING, contribution: { amountMinor: 99_000, currency: "EUR" } },
    "contribution_too_high",
    "contribution",
  ],
  [
    "has another currency",
    { departsAt: EVENING, contribution: { amountMinor: 100, currency: "CHF" } },
    "invalid_input",
    "contribution.currency",
  ],
] as const)(
  "[domain/return-way:errors] an error names the return's field: it %s",
  async (_, returnWay, code, field) => {
    const { app, host } = await createWorld();
    const refusal = await refuseReturn(app, host, returnWay);
    expect([refusal.code, Object.keys(refusal.fields ?? {})]).toEqual([
      code,
      [`returnWay.${field}`],
    ]);
  },
);

test("a return at the time of another own ride, or of a seat on another's, names the return's departure", async () => {
  const { app, host, other } = await createWorld();
  const theirs = await hostRide(app, other, { departsAt: EVENING });
  await (await requestSeats(app, theirs, other, {}, host)).accept();
  const refusal = await refuseReturn(app, host, { departsAt: EVENING });
  expect([refusal.code, Object.keys(refusal.fields ?? {})]).toEqual([
    "already_travelling",
    ["returnWay.departsAt"],
  ]);

  const { app: second, host: driver } = await createWorld();
  await hostRide(second, driver, { departsAt: EVENING });
  const body = { ...freiburgToKoeln, returnWay: { departsAt: "2026-01-02T18:00:00.000Z" } };
  const reply = await second.call<SeriesError>("POST", "/rides", { as: driver, body });
  expect([reply.body.code, Object.keys(reply.body.fields ?? {})]).toEqual([
    "already_travelling",
    ["returnWay.departsAt"],
  ]);
});

test("an error about both ways names the field of both", async () => {
  const { app, host } = await createWorld();
  const body = {
    ...freiburgToKoeln,
    departsAt: "2027-02-01T08:00:00.000Z",
    returnWay: { departsAt: "2027-02-02T08:00:00.000Z" },
  };
  const reply = await app.call<SeriesError>("POST", "/rides", { as: host, body });
  expect(Object.keys(reply.body.fields ?? {})).toEqual(["departsAt"]);
});

test.each([
  ["before the way there", { time: "07:00" }, "invalid_input", "time"],
  ["while the way there takes, on all days", { time: "08:30" }, "already_travelling", "time"],
  [
    "too expensive",
    { time: "18:00", contribution: { amountMinor: 99_000, currency: "EUR" } },
    "contribution_too_high",
    "contribution",
  ],
] as const)(
  "the return of a series: an error names its field: %s",
  async (_, returnWay, code, field) => {
    const { app, host } = await createWorld();
    const { body } = await createSeries(app, host, { returnWay });
    expect([body.code, Object.keys(body.fields ?? {})]).toEqual([code, [`returnWay.${field}`]]);
    expect(await app.db.selectFrom("ride_series").select("id").execute()).toEqual([]);
  },
);
