import { HOUR_MS } from "@commonlane/contract/durations";
import type { Ride } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import {
  askForSeats,
  freiburgToKoeln,
  hostRide,
  offerOn,
  postRequest,
  statuses,
  TOMORROW,
  towns,
} from "../../../test/journeys.ts";
import { openWorld, type Person, type World } from "../../../test/world.ts";

interface Failed {
  code?: string;
  fields?: Record<string, string>;
}
const hoursLater = (hours: number) => new Date(Date.parse(TOMORROW) + hours * HOUR_MS).toISOString();
const tryToHost = (world: World, as: Person, said: object) =>
  world.call<Ride & Failed>("POST", "/rides", { as, body: { ...freiburgToKoeln, ...said } });

test("[domain/plausibility:one-way-at-once] a host cannot offer two rides that overlap, until the first is cancelled", async () => {
  const world = await openWorld();
  const host = await world.person();
  const first = await hostRide(world, host);
  const clash = await tryToHost(world, host, { departsAt: hoursLater(2) });
  expect(clash).toMatchObject({ status: 409, body: { code: "already_travelling" } });
  expect(clash.body.fields?.["departsAt"]).toContain("Freiburg im Breisgau to Köln");
  // 6.6 hours are reckoned; after 0.8 of them the ride counts as done.
  const back = await tryToHost(world, host, {
    departsAt: hoursLater(5.4),
    origin: towns.koeln,
    destination: towns.bonn,
  });
  expect(back.status).toBe(201);
  const earlier = await world.call<Failed>("PUT", `/rides/${back.body.id}`, {
    as: host,
    body: { departsAt: hoursLater(1) },
  });
  expect(earlier.body.code).toBe("already_travelling");
  await world.call("DELETE", `/rides/${first.id}`, { as: host });
  expect((await tryToHost(world, host, {})).status).toBe(201);
});

test("[domain/plausibility:one-way-at-once] of ten hosted at once one is", async () => {
  const world = await openWorld();
  const host = await world.person();
  const answers = await Promise.all(Array.from({ length: 10 }, () => tryToHost(world, host, {})));
  expect(statuses(answers)).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  expect(world.bugs).toEqual([]);
});

test("[domain/plausibility:passenger] who is aboard another ride hosts none meanwhile, and who hosts is not taken aboard", async () => {
  const world = await openWorld();
  const [host, traveller, third] = [await world.person(), await world.person(), await world.person()];
  const ride = await hostRide(world, host);
  const asked = await askForSeats(world, ride, host, {}, traveller);
  const own = await hostRide(world, traveller, { departsAt: hoursLater(1) });
  expect((await asked.accept()).body).toMatchObject({ code: "already_travelling" });
  await world.call("DELETE", `/rides/${own.id}`, { as: traveller });
  expect((await asked.accept()).body.status).toBe("accepted");
  expect((await tryToHost(world, traveller, { departsAt: hoursLater(1) })).body.code).toBe("already_travelling");
  // Two bookings at once may be for others.
  const other = await hostRide(world, third, { approval: "instant" });
  expect((await askForSeats(world, other, third, {}, traveller)).asked.status).toBe(201);
  await asked.end();
  await world.call("DELETE", `/rides/${other.id}`, { as: third });
  expect((await tryToHost(world, traveller, { departsAt: hoursLater(1) })).status).toBe(201);
});

test("[domain/plausibility:offer] an offer with a new ride is refused, and so is its acceptance, while the driver is under way", async () => {
  const world = await openWorld();
  const [seeker, driver] = [await world.person(), await world.person()];
  const request = await postRequest(world, seeker);
  const offer = await offerOn(world, request, seeker, {}, driver);
  const ride = await hostRide(world, driver);
  expect((await offer.accept()).body.code).toBe("already_travelling");
  const another = await postRequest(world, await world.person());
  expect((await offerOn(world, another, seeker, {}, driver)).made.body.code).toBe("already_travelling");
  await world.call("DELETE", `/rides/${ride.id}`, { as: driver });
  expect((await offer.accept()).body.status).toBe("accepted");
});

test("[domain/return-way:linked] the way back is hosted with the way there, reversed, at its own time, and each names the other", async () => {
  const world = await openWorld();
  const host = await world.person();
  const early = await tryToHost(world, host, { returnWay: { departsAt: hoursLater(-1) } });
  expect(early.body.fields).toHaveProperty("returnWay.departsAt");
  expect((await tryToHost(world, host, { returnWay: { departsAt: hoursLater(2) } })).body.code).toBe(
    "already_travelling",
  );
  expect(await world.db.selectFrom("ride").select("id").execute()).toEqual([]);
  const { body: there } = await tryToHost(world, host, {
    returnWay: { departsAt: hoursLater(48), contribution: { amountMinor: 1500, currency: "EUR" } },
  });
  const { body: back } = await world.call<Ride>("GET", `/rides/${there.returnId}`, { as: host });
  expect(back).toMatchObject({
    returnOf: there.id,
    origin: towns.koeln,
    stops: [towns.mainz],
    destination: towns.freiburg,
    departsAt: hoursLater(48),
    contribution: { amountMinor: 1500, currency: "EUR" },
  });
});
