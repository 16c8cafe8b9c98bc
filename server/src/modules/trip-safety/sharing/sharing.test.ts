import { randomUUID } from "node:crypto";
import { HOUR_MS } from "@commonlane/contract/durations";
import type { FollowedRide, TripSafety, RideShare } from "@commonlane/contract/trip-safety";
import type { Ride } from "@commonlane/contract/rides";
import { expect, onTestFinished, test } from "vitest";
import { arrivalMs, requestSeats, hostRide, towns } from "../../../../test/fixtures/rides.ts";
import { createBookedRide } from "../../../../test/fixtures/shared-rides.ts";
import type { TestUser } from "../../../../test/app/test-app.ts";
import { NewEventSignal } from "#platform/events/polling.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { decodePolyline } from "@commonlane/contract/polyline";
import { tripSafetySweeps } from "../index.ts";
import { shareRide } from "./shares.ts";

type Shared = RideShare & { url: string; code?: string };
type Followed = FollowedRide & { code?: string };

async function openShare() {
  const booking = await createBookedRide();
  const { app, ride } = booking;
  const share = (as: TestUser) => app.call<Shared>("POST", `/rides/${ride.id}/shares`, { as });
  const follow = (url: string) =>
    app.call<Followed>("POST", "/followed-rides", { body: { token: new URL(url).hash.slice(1) } });
  const read = async (as: TestUser) =>
    (await app.call<TripSafety>("GET", `/rides/${ride.id}/trip-safety`, { as })).body;
  const tell = (as: TestUser, at: object) =>
    app.call<{ code?: string }>("PUT", `/rides/${ride.id}/shares/position`, { as, body: at });
  const arrive = (as: TestUser) =>
    app.call<TripSafety & { code?: string }>("POST", `/rides/${ride.id}/arrived`, { as, body: {} });
  const sweep = async () => {
    for (const one of tripSafetySweeps) await runSweep(app.ctx, one);
  };
  const leave = () => booking.setClock(ride.departsAt);
  return { ...booking, share, follow, read, tell, arrive, sweep, leave };
}

test("[domain/access:at-once] a session that ended since the call was admitted makes no link", async () => {
  const { app, ride, passenger } = await openShare();
  const thief = { uid: passenger.uid, sessionId: randomUUID(), emailVerified: true };
  await expect(shareRide(app.ctx, thief, ride.id)).rejects.toMatchObject({ code: "signed_out" });
});

const position = { lat: towns.mainz.lat, lng: towns.mainz.lng };

test("a link opens an hour before departure, shows host, vehicle, route and times, and expires", async () => {
  const { ride, passenger, share, follow, setClock, sweep, app } = await openShare();
  const { body: link, status } = await share(passenger);
  expect(status).toBe(201);
  const departsMs = Date.parse(ride.departsAt);
  setClock(departsMs - HOUR_MS - 1000);
  expect((await follow(link.url)).body).toEqual({
    state: "early",
    opensAt: new Date(departsMs - HOUR_MS).toISOString(),
    trip: {
      sharer: "Jonas W.",
      // The name of the nearest town, of which this test has no list.
      to: "50.9, 7.0",
      startsAt: ride.departsAt,
      timeZone: "Europe/Berlin",
    },
  });
  setClock(departsMs - HOUR_MS);
  const { body, headers } = await follow(link.url);
  expect(headers["cache-control"]).toBe("no-store");
  expect(body).toMatchObject({
    state: "open",
    sharer: "Jonas W.",
    host: "Amara O.",
    sharerHosts: false,
  });
  if (body.state !== "open") throw new Error("It is open.");
  expect(body.points.map(({ label }) => label)).toEqual([
    towns.freiburg.label,
    towns.mainz.label,
    towns.koeln.label,
  ]);
  expect(body.points.at(-1)?.eta).toBe(ride.arrivesAt);
  expect([body.departsAt, body.routed]).toEqual([ride.departsAt, false]);
  const endsMs = arrivalMs(ride) + 2 * HOUR_MS;
  expect(body.endsAt).toBe(new Date(endsMs).toISOString());
  setClock(endsMs - 1000);
  expect((await follow(link.url)).status).toBe(200);
  setClock(endsMs);
  expect((await follow(link.url)).body.code).toBe("link_over");
  await sweep();
  const stored = await app.db.selectFrom("ride_share").selectAll().execute();
  expect(stored).toEqual([]);
});

test("stores no token, and unknown links answer like expired ones", async () => {
  const { app, ride, passenger, share, follow, leave } = await openShare();
  const { body: link } = await share(passenger);
  const token = new URL(link.url).hash.slice(1);
  expect(token).toMatch(/^[\w-]{43}$/);
  leave();
  const tables = [
    await app.db.selectFrom("ride_share").selectAll().execute(),
    await app.db.selectFrom("event").selectAll().execute(),
    await app.db.selectFrom("idempotency_key").selectAll().execute(),
  ];
  expect(JSON.stringify(tables)).not.toContain(token);
  const none = await follow(`https://x.test/follow#${"A".repeat(43)}`);
  await app.call("DELETE", `/rides/${ride.id}/shares/${link.id}`, { as: passenger });
  const over = await follow(link.url);
  expect([none.status, over.status]).toEqual([400, 400]);
  expect({ ...none.body, requestId: "" }).toEqual({ ...over.body, requestId: "" });
  expect(JSON.stringify(app.lines)).not.toContain(token);
});

test("followers of a passenger see only that passenger's segment and no one else", async () => {
  const { app, host, passenger, follow, setClock } = await openShare();
  const vehicles = [{ make: "VW", model: "ID.3", colour: "red", plate: "FR X 1", seats: 5 }];
  const profile = await app.call<{ vehicles: { id: string }[] }>(
    "POST",
    "/firebase-auth/update-profile",
    {
      as: host,
      body: { vehicles, phone: "+4930998877665" },
    },
  );
  const ride: Ride = await hostRide(app, host, {
    departsAt: "2026-01-05T06:45:00.000Z",
    vehicleId: profile.body.vehicles[0]?.id,
    note: "canary note",
  });
  const segment = { pickup: towns.karlsruhe, dropoff: towns.koblenz };
  await (await requestSeats(app, ride, host, segment, passenger)).accept();
  const other = await app.createUser({ firstName: "Canary" });
  await (await requestSeats(app, ride, host, {}, other)).accept();
  const { body: link } = await app.call<Shared>("POST", `/rides/${ride.id}/shares`, {
    as: passenger,
  });
  setClock(ride.departsAt);
  const { body } = await follow(link.url);
  if (body.state !== "open") throw new Error("It is open.");
  expect(body.points.map(({ label }) => label)).toEqual([
    towns.karlsruhe.label,
    towns.mainz.label,
    towns.koblenz.label,
  ]);
  expect(body.vehicle).toMatchObject({ make: "VW", plate: "FR X 1" });
  const text = JSON.stringify(body);
  for (const canary of ["canary", "Canary", "+4930998877665", "Freiburg", "Köln", "Okafor"]) {
    expect(text).not.toContain(canary);
  }
  const polyline = decodePolyline(body.polyline);
  expect(polyline.at(0)?.lat).toBeCloseTo(towns.karlsruhe.lat, 4);
  expect(polyline.at(-1)?.lat).toBeCloseTo(towns.koblenz.lat, 4);
});

test("shows the last position while a link is valid and deletes it with the last link or on arrival", async () => {
  const { app, ride, host, passenger, share, follow, tell, read, arrive, leave } =
    await openShare();
  const { body: link } = await share(passenger);
  expect((await tell(passenger, position)).body.code).toBe("nobody_follows");
  leave();
  expect((await tell(passenger, position)).status).toBe(200);
  expect((await follow(link.url)).body).toMatchObject({
    position: { ...position, at: app.now().toISOString() },
  });
  expect((await read(host)).position).toBeNull();
  await app.call("DELETE", `/rides/${ride.id}/shares/${link.id}`, { as: passenger });
  expect((await read(passenger)).position).toBeNull();
  const { body: again } = await share(passenger);
  expect((await follow(again.url)).body).toMatchObject({ position: null });
  await tell(passenger, position);
  expect((await arrive(passenger)).body.position).toBeNull();
  expect((await follow(again.url)).body).toEqual({
    state: "arrived",
    sharer: "Jonas W.",
    arrivedAt: app.now().toISOString(),
  });
  expect((await share(passenger)).body.code).toBe("ride_over");
  const stored = await app.db
    .selectFrom("trip_progress")
    .select(["lat", "lng", "position_at"])
    .execute();
  expect(
    stored.every(
      ({ lat, lng, position_at }) => lat === null && lng === null && position_at === null,
    ),
  ).toBe(true);
});

test("[domain/trip-safety:eta] the expected arrival follows a recent position on the route, and is the planned one otherwise", async () => {
  const { ride, passenger, share, follow, tell, leave, setClock } = await openShare();
  const { body: link } = await share(passenger);
  const arrivesAt = async () => {
    const { body } = await follow(link.url);
    if (body.state !== "open") throw new Error("It is open.");
    return Date.parse(body.arrivesAt);
  };
  const startMs = Date.parse(ride.departsAt);
  const plannedMs = Date.parse(ride.arrivesAt);
  setClock(startMs - 1000);
  await tell(passenger, { lat: towns.freiburg.lat, lng: towns.freiburg.lng });
  expect(await arrivesAt()).toBe(plannedMs);
  leave();
  // Half an hour after the departure still at the start.
  setClock(startMs + HOUR_MS / 2);
  await tell(passenger, { lat: towns.freiburg.lat, lng: towns.freiburg.lng });
  expect(await arrivesAt()).toBe(plannedMs + HOUR_MS / 2);
  setClock(startMs + HOUR_MS);
  await tell(passenger, { lat: towns.koeln.lat, lng: towns.koeln.lng });
  expect(await arrivesAt()).toBe(startMs + HOUR_MS);
  // Far off the route, or too old.
  await tell(passenger, { lat: 52.52, lng: 13.405 });
  expect(await arrivesAt()).toBe(plannedMs);
  await tell(passenger, { lat: towns.koeln.lat, lng: towns.koeln.lng });
  setClock(startMs + 1.25 * HOUR_MS);
  expect(await arrivesAt()).toBe(plannedMs);
});

test("[domain/trip-safety:cancelled] a link says that the ride was cancelled, and nothing else; a seat given up ends it", async () => {
  const { app, ride, host, passenger, share, follow, tell, sweep, setClock } = await openShare();
  const other = await app.createUser();
  const leaver = await requestSeats(app, ride, host, {}, other);
  await leaver.accept();
  const { body: link } = await share(passenger);
  const { body: otherLink } = await share(other);
  const { body: hostsLink } = await share(host);
  await leaver.end();
  expect((await follow(otherLink.url)).body.code).toBe("link_over");
  setClock(Date.parse(ride.departsAt) - 60_000);
  await tell(passenger, position);
  await app.call("DELETE", `/rides/${ride.id}`, { as: host });
  await sweep();
  for (const { url } of [link, hostsLink])
    expect((await follow(url)).body).toEqual({ state: "cancelled" });
  expect((await follow(otherLink.url)).body.code).toBe("link_over");
  const stored = await app.db.selectFrom("trip_progress").select("position_at").execute();
  expect(stored.filter(({ position_at }) => position_at !== null)).toEqual([]);
  setClock(arrivalMs(ride) + 2 * HOUR_MS);
  await sweep();
  expect((await follow(link.url)).body.code).toBe("link_over");
});

test("links belong to their owner: at most five, with the time of opening, and empty when the ride is cancelled", async () => {
  const { app, ride, host, passenger, share, follow, read, leave } = await openShare();
  const stranger = await app.createUser();
  expect((await share(stranger)).status).toBe(404);
  const made = await Promise.all(Array.from({ length: 8 }, () => share(passenger)));
  expect(made.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(made.filter(({ body }) => body.code === "shares_enough")).toHaveLength(3);
  const { body: link } = made.find(({ status }) => status === 201) ?? { body: undefined };
  if (!link) throw new Error("Five were made.");
  const remove = (as: TestUser) =>
    app.call("DELETE", `/rides/${ride.id}/shares/${link.id}`, { as });
  expect((await remove(host)).status).toBe(404);
  expect((await read(host)).shares).toEqual([]);
  leave();
  await follow(link.url);
  const seen = (await read(passenger)).shares.find(({ id }) => id === link.id);
  expect(seen?.openedAt).toBe(app.now().toISOString());
  app.clock.now = new Date(Date.parse(ride.departsAt) - 60_000);
  await app.call("DELETE", `/rides/${ride.id}`, { as: host });
  expect((await follow(link.url)).body).toEqual({ state: "cancelled" });
});

test("[domain/drive:pushed] a follower's call waits for the next position, and for the arrival", async () => {
  const { app, passenger, share, follow, tell, arrive, leave } = await openShare();
  const signal = await NewEventSignal.open(app.connection, (payload) =>
    app.tripWaits.receive(payload),
  );
  onTestFinished(() => signal.close());
  const { body: link } = await share(passenger);
  const token = new URL(link.url).hash.slice(1);
  leave();
  const wait = (positionAt: string | null) =>
    app.call<Followed>("POST", "/followed-rides", {
      body: { token, known: { state: "open", positionAt } },
    });
  expect((await follow(link.url)).body).toMatchObject({ state: "open", position: null });

  let isAnswered = false;
  const waiting = wait(null).finally(() => (isAnswered = true));
  await app.call("GET", "/profiles/me", { as: passenger });
  expect(isAnswered).toBe(false);
  await tell(passenger, position);
  const { body } = await waiting;
  expect(body).toMatchObject({ state: "open", position });

  if (body.state !== "open" || !body.position) throw new Error("It has a position.");
  // What a page does not know yet is answered at once.
  expect((await wait(null)).body).toEqual(body);
  const arriving = wait(body.position.at);
  await arrive(passenger);
  expect((await arriving).body.state).toBe("arrived");
});
