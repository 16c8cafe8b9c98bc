import type { Offer } from "@commonlane/contract/offers";
import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { distanceM } from "@commonlane/matching/geo";
import { expect, test } from "vitest";
import { allAlerted, saveSearch } from "../../../test/alerts.ts";
import { askForSeats, hostRide, offerOn, postRequest, TOMORROW, towns } from "../../../test/journeys.ts";
import { noticesOf } from "../../../test/notices.ts";
import { alike, toldOf } from "../../../test/told-rides.ts";
import { openWorld, type World } from "../../../test/world.ts";

interface List<Item> {
  items: Item[];
}
/** Two doors of one square of the grid, some 300 m apart. */
const HOME = { label: "Canary Lane 7", lat: 49.01947, lng: 8.41443 };
const NEIGHBOUR = { label: "Other Street 1", lat: 49.0213, lng: 8.4188 };
/** Without a list of towns an area is named by where it is. */
const AREA = "49.0, 8.4";
const OFFERED = { seats: 3, contribution: { amountMinor: 1000, currency: "EUR" } };

/** A ride made by an accepted offer on a request of somebody who starts at `home`. */
async function madeRide(world: World, home: object = HOME) {
  const seeker = await world.person({ firstName: "Amara" });
  const driver = await world.person({ firstName: "Jonas" });
  const request = await postRequest(world, seeker, { origin: home, destination: towns.bonn });
  const offer = await offerOn(world, request, seeker, OFFERED, driver);
  const { body } = await offer.accept();
  return { seeker, driver, made: offer.made.body, rideId: body.rideId ?? "", seatRequestId: body.seatRequestId };
}

const costsOf = ({ pickup, pickupAt, dropoffAt, detourM, detourS, contribution }: Offer | SeatRequest) =>
  JSON.stringify({ pickup, pickupAt, dropoffAt, detourM, detourS, contribution });

test("[domain/privacy:made-ride] a ride that begins at a seeker's door is told about where to strangers, and exactly to its host and its passengers", async () => {
  const world = await openWorld();
  const stranger = await world.person();
  await saveSearch(world, stranger, { origin: { ...towns.karlsruhe, lat: 49.02, lng: 8.42 } });
  world.world.now = new Date(world.now().getTime() + 60_000);
  const { seeker, driver, rideId } = await madeRide(world);
  const told = await toldOf(world, stranger, rideId, driver.uid);
  expect(told.rides).toHaveLength(4);
  expect(told.found).toHaveLength(1);
  expect(told.missed).toHaveLength(1);
  for (const ride of [...told.rides, ...told.found.map(({ ride }) => ride)]) {
    expect(ride.origin.label).toBe(AREA);
    expect(distanceM(ride.origin, HOME)).toBeGreaterThan(20);
    expect(distanceM(ride.origin, HOME)).toBeLessThan(400);
    expect(ride.status).toBe("scheduled");
  }
  for (const as of [seeker, driver]) {
    const { body } = await world.call<Ride>("GET", `/rides/${rideId}`, { as });
    expect(body.origin).toMatchObject(HOME);
  }
  await allAlerted(world.ctx);
  const [alert] = await noticesOf(world, stranger);
  expect(alert?.kind).toBe("ride.alerted");
  expect(JSON.stringify({ told, alert })).not.toMatch(/Canary|49\.0194|8\.4144/);
});

test("[domain/privacy:made-ride-same] whichever door of a square a ride begins at, strangers are told the same to the letter", async () => {
  const world = await openWorld();
  const stranger = await world.person();
  const [one, other] = [await madeRide(world, HOME), await madeRide(world, NEIGHBOUR)];
  const [told, toldOther] = [
    await toldOf(world, stranger, one.rideId, one.driver.uid),
    await toldOf(world, stranger, other.rideId, other.driver.uid),
  ];
  expect(alike(toldOther, other)).toEqual(alike(told, one));
  const ask = (rideId: string) =>
    world.call<SeatRequest>("POST", `/rides/${rideId}/request`, { as: stranger, body: { dropoff: towns.koblenz } });
  const [asked, askedOther] = [(await ask(one.rideId)).body, (await ask(other.rideId)).body];
  expect(asked.status).toBe("pending");
  expect(costsOf(askedOther)).toBe(costsOf(asked));
});

test("[domain/privacy:made-ride-asked] who asks for a seat learns where to be when the seat is theirs", async () => {
  const world = await openWorld();
  const { driver, rideId } = await madeRide(world);
  const ride = (await world.call<Ride>("GET", `/rides/${rideId}`, { as: driver })).body;
  const { seeker, asked, accept } = await askForSeats(world, ride, driver);
  const own = async () =>
    (await world.call<List<SeatRequest & { ride: Ride }>>("GET", "/rides/my-requests", { as: seeker })).body.items[0];
  expect(JSON.stringify([asked.body, await own(), await noticesOf(world, seeker)])).not.toContain("Canary");
  await accept();
  expect(await own()).toMatchObject({ pickup: HOME, ride: { origin: HOME } });
});

test("[domain/privacy:learned-place] what a host learned from a seeker stays about where in what they host later, until they begin elsewhere", async () => {
  const world = await openWorld();
  const stranger = await world.person();
  const { driver, rideId } = await madeRide(world);
  const seen = async (id: string) => (await world.call<Ride>("GET", `/rides/${id}`, { as: stranger })).body;
  const again = await hostRide(world, driver, { origin: HOME, stops: [], departsAt: "2026-01-05T06:45:00.000Z" });
  expect(again.origin).toMatchObject(HOME);
  expect((await seen(again.id)).origin.label).toBe(AREA);
  const change = (body: object) => world.call("PUT", `/rides/${rideId}`, { as: driver, body });
  expect((await change({ stops: [towns.mainz] })).status).toBe(200);
  expect((await seen(rideId)).origin.label).toBe(AREA);
  expect((await seen(rideId)).stops).toMatchObject([{ ...towns.mainz, placeId: null }]);
  const own = { label: "The host's own corner", lat: 49.021, lng: 8.42, shown: "exact" };
  expect((await change({ origin: own })).status).toBe(200);
  expect((await seen(rideId)).origin).toMatchObject(own);
});

test("[domain/privacy:offer-measured] what an offer costs follows from about where its request is", async () => {
  const world = await openWorld();
  const tried = async (home: object) => {
    const seeker = await world.person();
    const driver = await world.person();
    const request = await postRequest(world, seeker, { origin: home, destination: towns.bonn });
    const anew = await offerOn(world, request, seeker, { contribution: { amountMinor: 99_900, currency: "EUR" } });
    const whole = await offerOn(world, request, seeker, {}, driver);
    const host = await world.person();
    const ride = await hostRide(world, host, { departsAt: TOMORROW });
    const along = await offerOn(world, request, seeker, { rideId: ride.id }, host);
    return [anew.made.body.fields, ...[whole, along].map(({ made }) => costsOf(made.body))];
  };
  expect(await tried(NEIGHBOUR)).toEqual(await tried(HOME));
});
