import type { Replacement } from "@commonlane/contract/rescue";
import type { Ride } from "@commonlane/contract/rides";
import type { StandbyPlace } from "@commonlane/contract/standby";
import { expect, test } from "vitest";
import { askForSeats, hostRide, offerOn, postRequest, TOMORROW, towns } from "../../../test/journeys.ts";
import { kindsOf, noticesOf } from "../../../test/notices.ts";
import { untilRead } from "../../../test/until-read.ts";
import { openWorld, type Person, type World } from "../../../test/world.ts";
import { RideIndex } from "#modules/rides/index.ts";
import { rescues } from "./index.ts";

const rescued = ({ ctx }: World) => untilRead(ctx, "rescue", rescues(ctx, new RideIndex(ctx)));
const later = (minutes: number) => ({ departsAt: new Date(Date.parse(TOMORROW) + minutes * 60_000).toISOString() });

async function replacements(world: World, as: Person, requestId: string) {
  const path = `/rides/requests/${requestId}/replacements`;
  const { status, body } = await world.call<{ items?: Replacement[]; code?: string }>("GET", path, { as });
  return { status, code: body.code, items: (body.items ?? []).map(({ ride, full }) => [ride.id, full]) };
}

/** A passenger aboard a ride that its host may cancel. */
async function aboard() {
  const world = await openWorld();
  const [host, passenger] = [await world.person({ gender: "male" }), await world.person({ gender: "female" })];
  const ride = await hostRide(world, host);
  const ask = await askForSeats(world, ride, host, {}, passenger);
  await ask.accept();
  const cancel = () => world.call("DELETE", `/rides/${ride.id}`, { as: host });
  const other = async (said: object = {}, by?: Person) => {
    const driver = by ?? (await world.person({ gender: "male" }));
    return { driver, ride: await hostRide(world, driver, said) };
  };
  return { world, host, passenger, ride, requestId: ask.asked.body.id, cancel, other };
}

test("[issue6/rescue:found] whom a host cancels on gets rides they may see, with seats first, and a place in line where one is full", async () => {
  const { world, host, passenger, requestId, cancel, other } = await aboard();
  const free = await other(later(40));
  const full = await other({ ...later(20), seatsTotal: 1, approval: "instant" });
  const taken = await askForSeats(world, full.ride, full.driver);
  await other({ ...later(10), audience: "sameGender" });
  const blocked = await other(later(15));
  await world.call("PUT", `/blocks/${blocked.driver.uid}`, { as: passenger });
  await other({ ...later(30), origin: towns.koeln, destination: towns.freiburg });
  await other(later(12 * 60));
  expect((await replacements(world, passenger, requestId)).items).toEqual([]);
  await cancel();
  await rescued(world);

  const expected = [
    [free.ride.id, false],
    [full.ride.id, true],
  ];
  expect(await replacements(world, passenger, requestId)).toMatchObject({ status: 200, items: expected });
  expect((await replacements(world, host, requestId)).code).toBe("not_yours");
  const notice = (await noticesOf(world, passenger)).find(({ kind }) => kind === "rescue.found");
  expect(notice).toMatchObject({ title: "2 other rides fit" });
  expect(notice?.text).toContain("(full: you wait in line)");
  const line = await world.call<{ own: StandbyPlace | null }>("GET", `/rides/${full.ride.id}/standby`, {
    as: passenger,
  });
  expect(line.body.own).toMatchObject({ kept: true, position: 1 });
  expect(kindsOf(await noticesOf(world, full.driver))).toContain("standby.joined");
  expect(kindsOf(await noticesOf(world, blocked.driver))).not.toContain("standby.joined");

  // With another ride of about that time they need the seat no more, and it stays free.
  const ask = await askForSeats(world, free.ride, free.driver, {}, passenger);
  await ask.accept();
  await taken.end();
  const seats = await world.call<Ride>("GET", `/rides/${full.ride.id}`, { as: full.driver });
  expect(seats.body.seatsLeft).toBe(1);
});

test("[issue6/rescue:three] at most three are named, the nearest to what was agreed first; who ended it themselves needs none", async () => {
  const { world, passenger, requestId, cancel, other } = await aboard();
  const far = (await other(later(240))).ride;
  const rides: Ride[] = [];
  for (const minutes of [20, 60, 120]) rides.push((await other(later(minutes))).ride);
  await cancel();
  await rescued(world);
  const nearest = rides.map(({ id }) => [id, false]);
  expect((await replacements(world, passenger, requestId)).items).toEqual(nearest);

  const own = await askForSeats(world, far, passenger, {}, await world.person());
  await own.end();
  await rescued(world);
  expect((await replacements(world, own.seeker, own.asked.body.id)).items).toEqual([]);
  expect(kindsOf(await noticesOf(world, own.seeker))).not.toContain("rescue.found");
});

test("[issue6/rescue:drivers] who drives and waits for news of that way is told, about where; nobody else", async () => {
  const { world, host, passenger, cancel } = await aboard();
  const [driver, walker, kept] = [await world.person(), await world.person(), await world.person()];
  const vehicles = [{ make: "Ford", model: "Ka", colour: "red", plate: "X 1", seats: 3, comfort: [] }];
  for (const as of [driver, kept])
    await world.call("POST", "/firebase-auth/update-profile", { as, body: { vehicles } });
  for (const as of [driver, walker, kept]) {
    const body = { origin: towns.freiburg, destination: towns.koeln };
    expect((await world.call("POST", "/saved-searches", { as, body })).status).toBe(201);
  }
  await world.call("PUT", `/blocks/${passenger.uid}`, { as: kept });
  await cancel();
  await rescued(world);
  const told = (await noticesOf(world, driver)).find(({ kind }) => kind === "rescue.wanted");
  expect(told?.path).toMatch(/^\/host\?from=/);
  // Without the names of places in a test, an area is told by its degrees.
  expect(told?.text).toContain("48.0 → 50.9");
  for (const person of [walker, kept, host])
    expect(kindsOf(await noticesOf(world, person))).not.toContain("rescue.wanted");
});

test("[domain/privacy:rescued] who was left without a seat is told other rides from about where the ride of somebody else began, and never from their door", async () => {
  const world = await openWorld();
  const [resident, driver, other] = [await world.person(), await world.person(), await world.person()];
  const door = { label: "Canary Lane 7", lat: 49.01947, lng: 8.41443 };
  const request = await postRequest(world, resident, { origin: door, destination: towns.bonn });
  const offer = await offerOn(world, request, resident, { seats: 3 }, driver);
  const { rideId } = (await offer.accept()).body;
  const made = await world.call<Ride>("GET", `/rides/${rideId}`, { as: driver });
  const instead = await hostRide(world, other);
  const ask = await askForSeats(world, made.body, driver);
  await ask.reject();
  const path = `/rides/requests/${ask.asked.body.id}/replacements`;
  const found = await world.call<{ items: Replacement[] }>("GET", path, { as: ask.seeker });
  // Without the names of places in a test, an area is told by its degrees.
  expect(found.body.items).toMatchObject([{ ride: { id: instead.id }, match: { pickup: { label: "49.0, 8.4" } } }]);
  expect(JSON.stringify(found.body)).not.toMatch(/Canary|49\.0194|8\.4144/);

  const aboard = await askForSeats(world, made.body, driver);
  await aboard.accept();
  await world.call("DELETE", `/rides/${rideId}`, { as: driver });
  await rescued(world);
  const notice = (await noticesOf(world, aboard.seeker)).find(({ kind }) => kind === "rescue.found");
  expect(notice?.text).toContain("Instead of 49.0 → ");
  expect(JSON.stringify(notice)).not.toContain("Canary");
});
