import type { Offer } from "@commonlane/contract/offers";
import type { StandbyEntry } from "@commonlane/contract/standby";
import { expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../test/app/test-app.ts";
import { listNotifications } from "../../../test/fixtures/notifications.ts";
import { hostRide, postRequest, requestSeats } from "../../../test/fixtures/rides.ts";
import { seatRequestSweeps } from "#modules/seat-requests/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";

/** A full ride with a passenger, an open request and a standby entry; and a ride that was offered. */
async function createWorld() {
  const app = await createTestApp();
  const host = await app.createUser({ firstName: "Amara" });
  const ride = await hostRide(app, host, { seatsTotal: 1 });
  const pending = await requestSeats(app, ride, host);
  const accepted = await requestSeats(app, ride, host);
  await accepted.accept();
  const waiting = await app.createUser();
  const standby = await app.call<StandbyEntry>("POST", `/rides/${ride.id}/standby`, {
    as: waiting,
    body: {},
  });

  const offered = await hostRide(app, host, { departsAt: "2026-01-03T06:45:00.000Z" });
  const searcher = await app.createUser();
  const window = {
    departsAfter: "2026-01-03T04:00:00.000Z",
    departsBefore: "2026-01-03T10:00:00.000Z",
  };
  const request = await postRequest(app, searcher, window);
  const body = { rideId: offered.id };
  const offer = await app.call<Offer>("POST", `/rides/requests/${request.id}/offer`, {
    as: host,
    body,
  });

  const people = { host, passenger: accepted.seeker, asker: pending.seeker, waiting, searcher };
  const ids = {
    ride: ride.id,
    offered: offered.id,
    booking: accepted.response.body.id,
    asked: pending.response.body.id,
    standby: standby.body.id,
    request: request.id,
    offer: offer.body.id,
  };
  return { app, people, ids };
}

type World = Awaited<ReturnType<typeof createWorld>>;
type Person = keyof World["people"];
type Method = "GET" | "POST" | "PUT" | "DELETE";

async function cancelRides({ app, people, ids }: World, body?: object): Promise<void> {
  for (const id of [ids.ride, ids.offered])
    expect((await app.call("DELETE", `/rides/${id}`, { as: people.host, body })).status).toBe(200);
  for (const sweep of seatRequestSweeps) await runSweep(app.ctx, sweep);
  await app.waitForEvents();
}

/** Every call about a ride that is refused once it was cancelled: who calls, what, and the code. */
const CALLS = [
  ["host", "PUT", "/rides/:ride", { note: "x" }, "ride_over"],
  ["host", "PUT", "/rides/:ride/public", { isPublic: true }, "ride_over"],
  ["host", "DELETE", "/rides/:ride", undefined, "status_already_set"],
  ["host", "POST", "/rides/:ride/complete", undefined, "status_already_set"],
  ["host", "POST", "/rides/:ride/requests/:asked/accept", undefined, "status_already_set"],
  ["host", "POST", "/rides/:ride/requests/:asked/reject", undefined, "status_already_set"],
  ["host", "POST", "/rides/:ride/requests/:booking/accept", undefined, "status_already_set"],
  ["host", "DELETE", "/rides/requests/:booking", undefined, "status_already_set"],
  ["host", "POST", "/trip-outcomes/:booking/pickup", { pin: "1234" }, "not_found"],
  ["host", "POST", "/rides/:ride/shares", undefined, "not_found"],
  ["host", "GET", "/rides/:ride/calendar", undefined, "not_found"],
  ["host", "POST", "/rides/requests/:request/offer", { rideId: ":offered" }, "ride_over"],
  ["host", "DELETE", "/rides/offers/:offer", undefined, "status_already_set"],
  ["passenger", "POST", "/rides/:ride/request", {}, "ride_over"],
  ["passenger", "POST", "/rides/:ride/standby", {}, "ride_over"],
  ["passenger", "POST", "/rides/requests/:booking/confirm", undefined, "status_already_set"],
  ["passenger", "DELETE", "/rides/requests/:booking", undefined, "status_already_set"],
  ["passenger", "GET", "/rides/:ride/calendar", undefined, "not_found"],
  ["passenger", "GET", "/rides/:ride/trip-safety", undefined, "not_found"],
  ["passenger", "POST", "/rides/:ride/arrived", undefined, "not_found"],
  ["passenger", "POST", "/rides/:ride/shares", undefined, "not_found"],
  ["passenger", "PUT", "/rides/:ride/shares/position", { lat: 48, lng: 8 }, "not_found"],
  ["passenger", "GET", "/rides/:ride/conversation", undefined, "not_found"],
  ["passenger", "POST", "/trip-outcomes/:booking/no-show", { fault: "host-absent" }, "not_found"],
  ["passenger", "POST", "/trip-outcomes/:booking/paid", { paid: true }, "not_found"],
  ["asker", "DELETE", "/rides/requests/:asked", undefined, "status_already_set"],
  ["asker", "POST", "/rides/requests/:asked/confirm", undefined, "status_already_set"],
  ["asker", "POST", "/rides/:ride/request", {}, "ride_over"],
  ["asker", "POST", "/rides/:ride/standby", {}, "ride_over"],
  ["asker", "GET", "/rides/:ride/calendar", undefined, "not_found"],
  ["waiting", "DELETE", "/rides/standby/:standby", undefined, "status_already_set"],
  ["waiting", "POST", "/rides/:ride/standby", {}, "ride_over"],
  ["waiting", "POST", "/rides/:ride/request", {}, "ride_over"],
  [
    "searcher",
    "POST",
    "/rides/requests/:request/offers/:offer/accept",
    undefined,
    "status_already_set",
  ],
  [
    "searcher",
    "POST",
    "/rides/requests/:request/offers/:offer/decline",
    undefined,
    "status_already_set",
  ],
] as const satisfies readonly (readonly [Person, Method, string, object | undefined, string])[];

test("[domain/ride:cancelled] every refused call about a cancelled ride says that it was cancelled", async () => {
  const world = await createWorld();
  await cancelRides(world);
  const { app, people, ids } = world;
  const fill = (text: string) =>
    text.replaceAll(/:(\w+)/g, (whole, name: keyof typeof ids) => ids[name] ?? whole);
  for (const [person, method, path, body, code] of CALLS) {
    const filled: unknown = body && JSON.parse(fill(JSON.stringify(body)));
    const reply = await app.call<{ code?: string; error?: string }>(method, fill(path), {
      as: people[person],
      body: filled,
    });
    const said = [person, method, path, reply.body.code, reply.body.error];
    expect(said).toEqual([person, method, path, code, "This ride was cancelled."]);
  }
});

test("who had part in a cancelled ride, asked for a seat or waited for one reads that it was cancelled; others find none", async () => {
  const world = await createWorld();
  await cancelRides(world);
  const { app, people, ids } = world;
  const read = async (as: TestUser) =>
    (await app.call<{ status?: string; code?: string }>("GET", `/rides/${ids.ride}`, { as })).body;
  for (const person of ["host", "passenger", "asker", "waiting"] as const)
    expect([person, (await read(people[person])).status]).toEqual([person, "cancelled"]);
  expect((await read(await app.createUser())).code).toBe("not_found");
});

const titlesOf = async (app: TestApp, as: TestUser): Promise<string[]> =>
  (await listNotifications(app, as)).map(({ title }) => title);

test("notifications call a cancelled ride cancelled, whatever reason the host gave", async () => {
  const world = await createWorld();
  await cancelRides(world, { reason: "The car is broken." });
  const { app, people } = world;
  for (const person of ["passenger", "asker", "waiting", "searcher"] as const) {
    const titles = await titlesOf(app, people[person]);
    expect([person, titles[0]]).toEqual([
      person,
      expect.stringMatching(/^Amara .*cancelled the ride$/),
    ]);
  }
});

test("a ride that has departed is called departed", async () => {
  const { app, people, ids } = await createWorld();
  app.clock.now = new Date("2026-01-02T07:00:00.000Z");
  const { body } = await app.call<{ error?: string }>("PUT", `/rides/${ids.ride}`, {
    as: people.host,
    body: { note: "x" },
  });
  expect(body.error).toBe("This ride has departed.");
});
