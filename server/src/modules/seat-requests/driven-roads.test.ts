import type { Ride, RideFound } from "@commonlane/contract/rides";
import type { Place } from "@commonlane/contract/shapes";
import { pointAlongLeg } from "@commonlane/matching/geo";
import { expect, test } from "vitest";
import { askForSeats, hostRide } from "../../../test/journeys.ts";
import { openPeer } from "../../../test/peers.ts";
import { madeRoadM, madeRoads, madeRoadS } from "../../../test/roads/made-roads.ts";
import { openWorld } from "../../../test/world.ts";

const origin = { label: "South", lat: 48, lng: 8 };
const destination = { label: "North", lat: 49.35, lng: 8 };

function beside(share: number, metres: number): Place {
  const { lat } = pointAlongLeg(origin, destination, share);
  const lng = 8 + metres / (111_195 * Math.cos((lat * Math.PI) / 180));
  return { label: `At ${share}`, lat: Number(lat.toFixed(5)), lng: Number(lng.toFixed(5)) };
}

/** The way through these, as the router would say it. */
const through = (places: readonly Place[], of: typeof madeRoadM) =>
  places.slice(1).reduce((sum, to, n) => sum + of(places[n] ?? to, to), 0);

test("[domain/matching:detour-total-roads] with a router the driven way is measured on roads, and so is what is left of the limit", async () => {
  const roads = await openPeer(madeRoads(() => Promise.resolve()));
  const settings = { ROUTER: { kind: "osrm" as const, url: roads.url }, PLACE_ROUNDED_TO_M: 0 };
  const world = await openWorld({ settings });
  const [host, looking] = [await world.person(), await world.person()];
  const said = { origin, destination, stops: [], approval: "instant", seatsTotal: 6, contribution: null };
  const ride = await hostRide(world, host, { ...said, maxDetourM: 15_000, maxDetourS: 800 });
  expect(ride.routed).toBe(true);
  const now = async () => (await world.call<Ride>("GET", `/rides/${ride.id}`, { as: host })).body;
  const found = async ({ lat: fromLat, lng: fromLng }: Place) => {
    const day = { departsAfter: "2026-01-01T23:00:00Z", departsBefore: "2026-01-02T23:00:00Z" };
    const query = { fromLat, fromLng, toLat: destination.lat, toLng: destination.lng, ...day };
    return (await world.call<{ items: RideFound[] }>("GET", "/rides/search", { as: looking, query })).body.items;
  };
  const onTheWay = beside(0.7, 0);
  const [first, next] = [beside(0.3, 18_000), beside(0.5, 12_000)];
  const walker = await askForSeats(world, ride, host, { pickup: onTheWay });
  expect(walker.asked.body).toMatchObject({ status: "accepted", detourM: 0, detourS: 0 });
  const far = await askForSeats(world, ride, host, { pickup: first });
  expect(far.asked.status).toBe(201);
  const driven = await now();
  expect(Math.abs(driven.distanceM - through([origin, first, onTheWay, destination], madeRoadM))).toBeLessThan(5);
  expect(Math.abs(driven.durationS - through([origin, first, onTheWay, destination], madeRoadS))).toBeLessThan(5);
  expect(driven.distanceM - ride.distanceM).toBe(far.asked.body.detourM);

  // Between the two the way goes over there anyway.
  const [match] = await found(next);
  const added = through([first, next, onTheWay], madeRoadM) - through([first, onTheWay], madeRoadM);
  expect(match?.match.routed).toBe(true);
  expect(Math.abs((match?.match.detourM ?? 0) - added)).toBeLessThan(5);
  const second = await askForSeats(world, ride, host, { pickup: next });
  expect(second.asked.status).toBe(201);
  const all = await now();
  expect(Math.abs(all.distanceM - through([origin, first, next, onTheWay, destination], madeRoadM))).toBeLessThan(5);
  const pickups = await world.db.selectFrom("seat_request").select(["id", "pickup_at"]).orderBy("pickup_at").execute();
  expect(pickups.map(({ id }) => id)).toEqual([far, second, walker].map(({ asked }) => asked.body.id));
  expect(await found(beside(0.4, -18_000))).toEqual([]);
  const refused = await askForSeats(world, ride, host, { pickup: beside(0.4, -18_000) });
  expect(refused.asked).toMatchObject({ status: 409, body: { code: "off_route" } });

  for (const { end } of [far, second, walker]) expect((await end()).status).toBe(200);
  expect(await now()).toMatchObject({ distanceM: ride.distanceM, arrivesAt: ride.arrivesAt, eta: ride.eta });
  expect(world.bugs).toEqual([]);
});
