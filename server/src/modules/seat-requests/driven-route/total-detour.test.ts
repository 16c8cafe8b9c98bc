import { HOUR_MS, MINUTE_MS } from "@commonlane/contract/durations";
import type { Ride, RideSearchResult, NearMissResult } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { LatLng, Place } from "@commonlane/contract/shapes";
import { pointAlongLeg } from "@commonlane/matching/geo";
import { expect, test } from "vitest";
import { requestSeats, hostRide, seatsLeft, sortedStatuses, TOMORROW } from "../../../../test/fixtures/rides.ts";
import { kindsOf, listNotifications } from "../../../../test/fixtures/notifications.ts";
import { seatRequestSweeps } from "../index.ts";
import { roundToGrid } from "#modules/places/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../../test/app/test-app.ts";

const origin = { label: "South", lat: 48, lng: 8 };
/** 150 km to the north. */
const destination = { label: "North", lat: 49.35, lng: 8 };
const terms = { origin, destination, stops: [], approval: "instant", seatsTotal: 8, contribution: null };

/** A place on the way, at a share of it, and so many metres east of it. */
function beside(share: number, metres: number): Place {
  const { lat, lng } = pointAlongLeg(origin, destination, share);
  return {
    label: `At ${share}`,
    lat: Number(lat.toFixed(5)),
    lng: Number((lng + metres / (111_195 * Math.cos((lat * Math.PI) / 180))).toFixed(5)),
  };
}
/** 18 km beside the way, on one side and the other by turns, so that nobody is near another one. */
const far = [0.2, 0.4, 0.6, 0.8].map((share, n) => beside(share, n % 2 === 0 ? 18_000 : -18_000));

const rideOf = async (app: TestApp, { id }: Ride, as: TestUser) =>
  (await app.call<Ride>("GET", `/rides/${id}`, { as })).body;

async function requestsOf(app: TestApp, { id }: Ride, as: TestUser): Promise<SeatRequest[]> {
  const { body } = await app.call<{ items: SeatRequest[] }>("GET", `/rides/${id}/requests`, { as });
  return body.items;
}
const accepted = async (app: TestApp, ride: Ride, host: TestUser) =>
  (await requestsOf(app, ride, host)).filter(({ status }) => status === "accepted");

const sumOf = (requests: readonly SeatRequest[], of: (request: SeatRequest) => number) =>
  requests.reduce((sum, request) => sum + of(request), 0);

async function found(app: TestApp, as: TestUser, from: LatLng): Promise<RideSearchResult[]> {
  const query = {
    fromLat: from.lat,
    fromLng: from.lng,
    toLat: destination.lat,
    toLng: destination.lng,
    departsAfter: "2026-01-01T23:00:00Z",
    departsBefore: "2026-01-02T23:00:00Z",
  };
  return (await app.call<{ items: RideSearchResult[] }>("GET", "/rides/search", { as, query })).body.items;
}

test.each([
  ["with ends that everybody sees", { shown: "exact" }, [201, "off_route", "off_route", "off_route"], 17_800],
  // From door to door the first and the third together are 9,920 m, which strangers see as a little less here.
  ["with ends shown as areas", {}, [201, "off_route", 201, "off_route"], 17_990],
] as const)(
  "[domain/matching:detour-total-booking] what is booked beside the way never exceeds the host's limit; later ones are refused and do not find the ride, %s",
  async (_, choice, expected, nextM) => {
    const app = await createTestApp();
    const [host, looking] = [await app.createUser(), await app.createUser()];
    const ends = { origin: { ...origin, ...choice }, destination: { ...destination, ...choice } };
    const ride = await hostRide(app, host, { ...terms, ...ends });
    const answers: unknown[] = [];
    for (const pickup of far) {
      const shown = await found(app, looking, pickup);
      const { asked } = await requestSeats(app, ride, host, { pickup });
      answers.push(asked.body.code ?? asked.status);
      expect(shown).toHaveLength(asked.status === 201 ? 1 : 0);
    }
    expect(answers).toEqual(expected);
    const aboard = await accepted(app, ride, host);
    expect(sumOf(aboard, ({ detourM }) => detourM)).toBeLessThanOrEqual(10_000);
    expect(sumOf(aboard, ({ detourS }) => detourS)).toBeLessThanOrEqual(600);
    // The way is as long as it is driven, and arrives so much later.
    const driven = await rideOf(app, ride, host);
    const laterS = (Date.parse(driven.arrivesAt) - Date.parse(ride.arrivesAt)) / 1000;
    expect(Math.abs(laterS - sumOf(aboard, ({ detourS }) => detourS))).toBeLessThan(1.5);
    expect(driven.eta.at(-1)).toBe(driven.arrivesAt);
    expect(Math.abs(driven.distanceM - ride.distanceM - sumOf(aboard, ({ detourM }) => detourM))).toBeLessThan(1.5);
    // Who lives next to the first one costs little, and is found and taken.
    const next = beside(0.2, nextM);
    expect(await found(app, looking, next)).toHaveLength(1);
    expect((await requestSeats(app, ride, host, { pickup: next })).asked.status).toBe(201);
    expect(app.bugs).toEqual([]);
  },
);

test("[domain/matching:detour-total-given-back] a seat that is given back gives back its detour, and everybody else is met as before", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host, terms);
  const onTheWay = await requestSeats(app, ride, host, { pickup: beside(0.7, 0) });
  const far18 = await requestSeats(app, ride, host, { pickup: beside(0.2, 18_000) });
  const before = (await accepted(app, ride, host)).find(({ id }) => id === onTheWay.asked.body.id);
  expect((await far18.end()).status).toBe(200);
  const [after] = await accepted(app, ride, host);
  const earlierS = (Date.parse(before?.pickupAt ?? "") - Date.parse(after?.pickupAt ?? "")) / 1000;
  expect(Math.abs(earlierS - far18.asked.body.detourS)).toBeLessThan(1);
  expect((await rideOf(app, ride, host)).arrivesAt).toBe(ride.arrivesAt);
  expect((await requestSeats(app, ride, host, { pickup: beside(0.4, -18_000) })).asked.status).toBe(201);
  expect((await onTheWay.end()).status).toBe(200);
  const row = await app.db.selectFrom("ride").select("driven_way").where("id", "=", ride.id).executeTakeFirst();
  expect(row?.driven_way?.stops).toHaveLength(1);
});

test("[domain/matching:detour-total-accepting] a host accepts no more than the limit, and the next one once the limit is raised", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host, { ...terms, approval: "manual" });
  const [first, second] = [
    await requestSeats(app, ride, host, { pickup: far[0] }),
    await requestSeats(app, ride, host, { pickup: far[1] }),
  ];
  expect((await first.accept()).status).toBe(200);
  const refused = await second.accept();
  expect(refused).toMatchObject({ status: 409, body: { code: "off_route" } });
  expect(await seatsLeft(app, ride, host)).toEqual([7]);
  const change = { maxDetourM: 60_000, maxDetourS: 3_600 };
  expect((await app.call("PUT", `/rides/${ride.id}`, { as: host, body: change })).status).toBe(200);
  const taken = await second.accept();
  expect(taken.status).toBe(200);
  // Fetched after the first one, they are met later than they asked for.
  expect(Date.parse(taken.body.pickupAt)).toBeGreaterThan(Date.parse(second.asked.body.pickupAt) + 5 * MINUTE_MS);
});

test("[domain/changed-ride:detour] whoever is met more than a quarter of an hour later because of others is asked, whoever less is shown it", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const departsAt = new Date(Date.parse(TOMORROW) + 48 * HOUR_MS).toISOString();
  const ride = await hostRide(app, host, { ...terms, departsAt, maxDetourM: 60_000, maxDetourS: 3_600 });
  const passenger = await requestSeats(app, ride, host, { pickup: beside(0.9, 0) });
  const own = async () => (await requestsOf(app, ride, host)).find(({ id }) => id === passenger.asked.body.id);
  const agreedAt = Date.parse(passenger.asked.body.pickupAt);
  const first = await requestSeats(app, ride, host, { pickup: beside(0.2, 18_000) });
  const shown = await own();
  expect(shown?.confirmBy).toBeNull();
  expect(Math.abs(Date.parse(shown?.pickupAt ?? "") - agreedAt - first.asked.body.detourS * 1000)).toBeLessThan(1000);
  expect(kindsOf(await listNotifications(app, passenger.seeker))[0]).toBe("ride.changed");
  const others = [
    await requestSeats(app, ride, host, { pickup: beside(0.4, -18_000) }),
    await requestSeats(app, ride, host, { pickup: beside(0.6, 18_000) }),
  ];
  const asked = await own();
  expect(asked?.confirmBy).not.toBeNull();
  expect(Date.parse(asked?.agreed?.pickupAt ?? "")).toBe(agreedAt);
  const [notice] = await listNotifications(app, passenger.seeker);
  expect(notice?.kind).toBe("ride.moved");
  // Back again nobody has to say anything.
  for (const { end } of [first, ...others]) expect((await end()).status).toBe(200);
  const back = await own();
  expect(back?.confirmBy).toBeNull();
  expect(Math.abs(Date.parse(back?.pickupAt ?? "") - agreedAt)).toBeLessThan(1000);
  expect(app.bugs).toEqual([]);
});

test("[domain/matching:detour-total-told] of two doors in one square strangers are told the same, and no call names the door", async () => {
  const app = await createTestApp();
  const told: string[] = [];
  const middle = roundToGrid({ lat: 48.6712, lng: 8.1021 }, app.ctx.settings.PLACE_ROUNDING_M);
  const start = roundToGrid(origin, app.ctx.settings.PLACE_ROUNDING_M);
  for (const off of [-0.0011, 0.0012]) {
    const host = await app.createUser();
    // The host's own door is in one square, too.
    const own = { label: "Canary Lane 1", lat: start.lat - off, lng: start.lng + off };
    const ride = await hostRide(app, host, { ...terms, origin: own });
    const door = { label: "Canary Lane 7", lat: middle.lat + off, lng: middle.lng + off };
    expect((await requestSeats(app, ride, host, { pickup: door })).asked.status).toBe(201);
    const stranger = await app.createUser();
    const seen: unknown[] = [];
    for (const from of [beside(0.4, 3_000), beside(0.5, 8_000), middle, beside(0.7, -2_000)]) {
      const items = await found(app, stranger, from);
      seen.push(items.filter((one) => one.ride.id === ride.id).map(({ match }) => match));
    }
    const { polyline, stops, eta, arrivesAt, distanceM, durationS } = await rideOf(app, ride, stranger);
    seen.push({ polyline, stops, eta, arrivesAt, distanceM, durationS });
    told.push(JSON.stringify(seen));
    const places = [door, own].flatMap(({ lat, lng }) => [lat.toFixed(4), lng.toFixed(4)]);
    expect(told.at(-1)).not.toMatch(new RegExp(["Canary", ...places].join("|")));
  }
  expect(told[1]).toBe(told[0]);
});

test("[domain/matching:detour-total-race] of many who book beside the way at once no more are taken than the limit allows, and all who were told yes are on the way", async () => {
  const app = await createTestApp();
  const crowd = await Promise.all(Array.from({ length: 16 }, () => app.createUser()));
  for (const round of [0, 1, 2]) {
    const host = await app.createUser();
    const ride = await hostRide(app, host, {
      ...terms,
      departsAt: new Date(Date.parse(TOMORROW) + round * 24 * HOUR_MS),
    });
    const asks = await Promise.all(
      crowd.map((seeker, n) =>
        requestSeats(
          app,
          ride,
          host,
          { pickup: beside((n + 1) / 18, (n % 2 === 0 ? 1 : -1) * (2_000 + 900 * n)) },
          seeker,
        ),
      ),
    );
    const answers = asks.map(({ asked }) => asked);
    expect(sortedStatuses(answers).every((status) => status === 201 || status === 409)).toBe(true);
    const yes = answers.filter(({ status }) => status === 201);
    const aboard = await accepted(app, ride, host);
    expect(aboard.map(({ id }) => id).toSorted()).toEqual(yes.map(({ body }) => body.id).toSorted());
    expect(yes.length).toBeGreaterThan(0);
    expect(await seatsLeft(app, ride, host)).toEqual([8 - yes.length]);
    const driven = await rideOf(app, ride, host);
    expect(driven.distanceM - ride.distanceM).toBeLessThanOrEqual(10_000);
    expect((Date.parse(driven.arrivesAt) - Date.parse(ride.arrivesAt)) / 1000).toBeLessThanOrEqual(600);
    const row = await app.db.selectFrom("ride").selectAll().where("id", "=", ride.id).executeTakeFirstOrThrow();
    expect(new Set(row.driven_way?.stops.map(({ id }) => id))).toEqual(new Set(aboard.map(({ id }) => id)));
  }
  expect(app.bugs).toEqual([]);
}, 120_000);

test("[domain/matching:detour-total-near-miss] what is missing of the detour is said by what is left of it", async () => {
  const app = await createTestApp();
  const [host, seeker] = [await app.createUser(), await app.createUser()];
  const ride = await hostRide(app, host, { ...terms, maxDetourM: 15_000, maxDetourS: 900 });
  await requestSeats(app, ride, host, { pickup: far[0] });
  const from = beside(0.6, -10_000);
  const query = {
    fromLat: from.lat,
    fromLng: from.lng,
    toLat: destination.lat,
    toLng: destination.lng,
    departsAfter: "2026-01-01T23:00:00Z",
    departsBefore: "2026-01-02T23:00:00Z",
  };
  const { body } = await app.call<{ items: NearMissResult[] }>("GET", "/rides/search/near-misses", {
    as: seeker,
    query,
  });
  expect(body.items.map(({ miss }) => miss.reasons)).toEqual([["detour"]]);
});

test("[domain/matching:detour-total-before] seats that were agreed before detours were counted together are counted, whatever they come to", async () => {
  const app = await createTestApp();
  const [host, looking] = [await app.createUser(), await app.createUser()];
  const ride = await hostRide(app, host, { ...terms, maxDetourM: 60_000, maxDetourS: 3_600 });
  for (const pickup of far.slice(0, 2)) await requestSeats(app, ride, host, { pickup });
  const driven = await rideOf(app, ride, host);
  const before = { driven_way: null, driven_n: 0, max_detour_m: 12_000, max_detour_s: 720 };
  await app.db
    .updateTable("ride")
    .set({ ...before, arrives_at: new Date(ride.arrivesAt) })
    .where("id", "=", ride.id)
    .execute();
  for (const sweep of seatRequestSweeps) if (sweep.name === "ride.detours") await runSweep(app.ctx, sweep);
  expect((await rideOf(app, ride, host)).distanceM).toBe(driven.distanceM);
  expect((await rideOf(app, ride, host)).arrivesAt).toBe(driven.arrivesAt);
  expect(await found(app, looking, beside(0.7, 9_000))).toEqual([]);
  expect(await found(app, looking, origin)).toHaveLength(1);
  expect(app.bugs).toEqual([]);
});

test("[domain/matching:detour-total-next-ride] a detour by which the host would miss their next ride is not taken", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host, { ...terms, approval: "manual" });
  // A ride counts as done after 0.8 of its time.
  const doneMs = Date.parse(ride.departsAt) + 0.8 * (Date.parse(ride.arrivesAt) - Date.parse(ride.departsAt));
  const back = { origin: destination, destination: origin, departsAt: new Date(doneMs + MINUTE_MS) };
  await hostRide(app, host, { ...terms, ...back });
  const { accept } = await requestSeats(app, ride, host, { pickup: far[0] });
  expect(await accept()).toMatchObject({ status: 409, body: { code: "already_travelling" } });
  const instant = { approval: "instant" };
  expect((await app.call("PUT", `/rides/${ride.id}`, { as: host, body: instant })).status).toBe(200);
  const { asked } = await requestSeats(app, ride, host, { pickup: far[0] });
  expect(asked).toMatchObject({ status: 409, body: { code: "off_route" } });
  expect(await seatsLeft(app, ride, host)).toEqual([8]);
});
