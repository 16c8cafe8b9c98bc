import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type { Ride } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import {
  requestSeats,
  freiburgToKoeln,
  hostRide,
  seatsLeft,
  TOMORROW,
  towns,
} from "../../../test/fixtures/rides.ts";
import { createTestApp } from "../../../test/app/test-app.ts";

interface List<Item = Ride> {
  items: Item[];
  nextCursor: string | null;
}

test("[spec/7-rides:create] a hosted ride is shown with its route, times and free seats on each leg", async () => {
  const app = await createTestApp();
  const host = await app.createUser({ firstName: "Amara", lastName: "Lindqvist" });
  const ride = await hostRide(app, host, { hostId: host.uid });
  expect(ride).toMatchObject({
    hostId: host.uid,
    host: { displayName: "Amara L.", initials: "AL", rating: { mean: null, count: 0 } },
    origin: towns.freiburg,
    destination: towns.koeln,
    stops: [towns.mainz],
    departsAt: TOMORROW,
    timeZone: "Europe/Berlin",
    seatsTotal: 3,
    seatsLeft: 3,
    seatsLeftByLeg: [3, 3],
    contribution: { amountMinor: 1800, currency: "EUR" },
    approval: "manual",
    maxDetourM: 10_000,
    maxDetourS: 600,
    status: "scheduled",
  });
  expect(ride.eta).toHaveLength(3);
  expect(ride.eta.at(-1)).toBe(ride.arrivesAt);
  // Two legs of more than 30 km: each has 4 km at 30 km/h and 26 km at 55 km/h (domain.md, Matching).
  expect(ride.durationS).toBeCloseTo(
    2 * (480 + 1_701.8) + (ride.distanceM - 60_000) / (114 / 3.6),
    -1,
  );
  const read = await app.call<Ride>("GET", `/rides/${ride.id}/`, { as: await app.createUser() });
  expect(read).toMatchObject({ status: 200, body: { id: ride.id } });
});

test("[domain/ride:host-guards] a ride needs an adult host, a future departure, a route and a complete profile", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const offer = (body: object, as = host) =>
    app.call("POST", "/rides", { as, body: { ...freiburgToKoeln, ...body } });
  const past = await offer({ departsAt: "2025-12-31T08:00:00Z" });
  expect(past).toMatchObject({
    status: 400,
    body: { code: "invalid_input", fields: { departsAt: expect.any(String) } },
  });
  const still = await offer({ stops: [towns.freiburg] });
  expect(still).toMatchObject({ status: 400, body: { fields: { "stops.0": expect.any(String) } } });
  expect(await offer({ seatsTotal: 9 })).toMatchObject({
    status: 400,
    body: { fields: { seatsTotal: expect.any(String) } },
  });
  expect(await offer({ hostId: (await app.createUser()).uid })).toMatchObject({
    status: 403,
    body: { code: "not_yours" },
  });
  expect(await offer({}, await app.createUser({ adult: false }))).toMatchObject({
    status: 403,
    body: { code: "profile_incomplete" },
  });
  expect(await offer({ audience: "sameGender" })).toMatchObject({
    status: 400,
    body: { fields: { audience: expect.any(String) } },
  });
  expect((await app.call("POST", "/rides", { body: freiburgToKoeln })).status).toBe(401);
});

test("[spec/7-rides:update] a change keeps fields that are not given; seats change every leg and never go below the accepted ones", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host, { note: "By the A5" });
  const change = (body: object, as = host) =>
    app.call<Ride & { code?: string }>("PUT", `/rides/${ride.id}`, { as, body });
  const passenger = await requestSeats(app, ride, host, { seats: 2, dropoff: towns.mainz });
  await passenger.accept();
  expect((await change({ seatsTotal: 1 })).body.code).toBe("seats_taken");
  expect((await change({ stops: [] })).body.code).toBe("ride_has_passengers");
  expect((await change({ seatsTotal: 4, note: null })).body).toMatchObject({
    seatsLeftByLeg: [2, 4],
    note: null,
    stops: [towns.mainz],
  });
  expect((await change({ note: "x" }, passenger.seeker)).body.code).toBe("not_yours");
  const events = app.recordEventsOf(passenger.seeker.uid);
  await change({ departsAt: "2026-01-02T07:00:00Z" });
  await app.waitForEvents();
  expect(events).toContainEqual({ type: "ride.changed", rideId: ride.id });
});

test("[spec/7-rides:delete] cancelling ends all requests, notifies everyone, and leaves the page visible to participants only", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host);
  const aboard = await requestSeats(app, ride, host);
  const waiting = await requestSeats(app, ride, host);
  const stranger = await app.createUser();
  await aboard.accept();
  const events = [app.recordEventsOf(aboard.seeker.uid), app.recordEventsOf(waiting.seeker.uid)];
  const cancel = (as = host) =>
    app.call<Ride & { code?: string }>("DELETE", `/rides/${ride.id}`, {
      as,
      body: { reason: "The car broke down" },
    });
  expect((await cancel(stranger)).body.code).toBe("not_yours");
  expect((await cancel()).body.status).toBe("cancelled");
  expect(await cancel()).toMatchObject({ status: 409, body: { code: "status_already_set" } });
  await app.waitForEvents();
  expect(events.map((payloads) => payloads.at(-1)?.type)).toEqual([
    "seat-request.cancelled",
    "seat-request.rejected",
  ]);
  const own = await app.call<List<{ reason: string }>>("GET", "/rides/my-requests", {
    as: aboard.seeker,
    query: { rideId: ride.id },
  });
  expect(own.body.items.map(({ reason }) => reason)).toEqual(["The car broke down"]);
  const other = await app.call<List>("GET", "/rides/my-requests", {
    as: aboard.seeker,
    query: { rideId: host.uid },
  });
  expect(other.body.items).toEqual([]);
  const read = (as: typeof host) => app.call("GET", `/rides/${ride.id}`, { as });
  expect((await read(aboard.seeker)).status).toBe(200);
  expect((await read(stranger)).status).toBe(404);
});

test("[spec/7-rides:complete] the host completes a departed ride once, and its passengers arrive with it", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host);
  const passenger = await requestSeats(app, ride, host);
  await passenger.accept();
  const complete = (as = host) =>
    app.call<Ride & { code?: string }>("POST", `/rides/${ride.id}/complete`, { as });
  expect((await complete()).body.code).toBe("too_early");
  app.clock.now = new Date(Date.parse(TOMORROW) + HOUR_MS);
  expect((await complete(passenger.seeker)).body.code).toBe("not_yours");
  expect((await complete()).body.status).toBe("completed");
  expect((await complete()).body.code).toBe("status_already_set");
});

test("[spec/7-rides:nearby] lists rides that depart within the radius (default 25 km), nearest first", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const from = async (lat: number, lng: number) =>
    hostRide(app, await app.createUser(), {
      origin: { label: "Somewhere", lat, lng, shown: "exact" },
    });
  const near = await from(48.1, 7.85);
  const nearer = await from(48.0, 7.86);
  await from(48.3, 7.85);
  const { body } = await app.call<List<Ride & { distanceKm: number }>>("GET", "/rides/nearby", {
    as: await app.createUser(),
    query: { lat: 47.9959, lng: 7.8522 },
  });
  expect(body.items.map(({ id }) => id)).toEqual([nearer.id, near.id]);
  expect(body.items[0]?.distanceKm).toBeCloseTo(0.74, 1);
  const wide = await app.call<List>("GET", "/rides/nearby", {
    as: host,
    query: { lat: 47.9959, lng: 7.8522, radius_km: 60 },
  });
  expect(wide.body.items).toHaveLength(3);
});

test("[spec/7-rides:nearby-antimeridian] finds rides across the antimeridian", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host, {
    origin: { label: "East of it", lat: -17, lng: -179.95 },
  });
  const { body } = await app.call<List>("GET", "/rides/nearby", {
    as: host,
    query: { lat: -17, lng: 179.95 },
  });
  expect(body.items.map(({ id }) => id)).toEqual([ride.id]);
});

test("[spec/7-rides:all] pages neither skip nor repeat a ride", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const rides = [];
  for (let n = 0; n < 7; n++) {
    const departsAt = new Date(Date.parse(TOMORROW) + (n % 3) * 60_000);
    rides.push(await hostRide(app, await app.createUser(), { departsAt }));
  }
  const collected: string[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string | number> = { limit: 3, ...(cursor && { cursor }) };
    const { body }: { body: List } = await app.call<List>("GET", "/rides/all", { as: host, query });
    collected.push(...body.items.map(({ id }) => id));
    cursor = body.nextCursor;
  } while (cursor);
  expect(collected).toHaveLength(7);
  expect(new Set(collected)).toEqual(new Set(rides.map(({ id }) => id)));
  const bad = await app.call("GET", "/rides/all", { as: host, query: { cursor: "nonsense" } });
  expect(bad).toMatchObject({ status: 400, body: { code: "invalid_input" } });
});

test("[spec/7-rides:my] shows all of the caller's own rides, and only the upcoming ones of others", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const departed = await hostRide(app, host);
  await app.call("DELETE", `/rides/${departed.id}`, { as: host });
  const coming = await hostRide(app, host);
  const list = async (as: typeof host) =>
    (await app.call<List>("GET", `/rides/my/${host.uid}`, { as })).body.items.map(({ id }) => id);
  expect(new Set(await list(host))).toEqual(new Set([departed.id, coming.id]));
  expect(await list(await app.createUser())).toEqual([coming.id]);
});

const after = (days: number) => ({ departsAt: new Date(Date.parse(TOMORROW) + days * DAY_MS) });

test("lists a host's next rides first, and past rides separately", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const cancelled = await hostRide(app, host, after(3));
  const later = await hostRide(app, host, after(1));
  const next = await hostRide(app, host, after(0));
  const last = await hostRide(app, host, after(2));
  await app.call("DELETE", `/rides/${cancelled.id}`, { as: host });
  const read = async (query: Record<string, string | number>) =>
    (await app.call<List>("GET", `/rides/my/${host.uid}`, { as: host, query })).body;
  const first = await read({ coming: "true", limit: 2 });
  expect(first.items.map(({ id }) => id)).toEqual([next.id, later.id]);
  const rest = await read({ coming: "true", limit: 2, cursor: first.nextCursor ?? "" });
  expect(rest).toMatchObject({ items: [{ id: last.id }], nextCursor: null });
  expect((await read({ coming: "false" })).items.map(({ id }) => id)).toEqual([cancelled.id]);
  expect((await read({})).items).toHaveLength(4);
});

test("[domain/privacy:plate] shows the plate to the host and to passengers only", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const vehicle = { make: "Škoda", model: "Octavia", colour: "green", plate: "FR-CL 42", seats: 5 };
  const { id: vehicleId } = await app.db
    .insertInto("vehicle")
    .values({ uid: host.uid, ...vehicle })
    .returning("id")
    .executeTakeFirstOrThrow();
  const ride = await hostRide(app, host, { vehicleId });
  const passenger = await requestSeats(app, ride, host);
  const plateFor = async (as: typeof host) =>
    (await app.call<Ride>("GET", `/rides/${ride.id}`, { as })).body.vehicle?.plate;
  expect(await plateFor(host)).toBe("FR-CL 42");
  expect(await plateFor(passenger.seeker)).toBeNull();
  await passenger.accept();
  expect(await plateFor(passenger.seeker)).toBe("FR-CL 42");
  expect(await seatsLeft(app, ride, host)).toEqual([2, 2]);
});
