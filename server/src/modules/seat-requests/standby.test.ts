import { HOUR_MS } from "@commonlane/contract/durations";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { StandbyPlace } from "@commonlane/contract/standby";
import type { Ride } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { askForSeats, hostRide, seatsLeft, statuses, towns } from "../../../test/journeys.ts";
import { kindsOf, noticesOf } from "../../../test/notices.ts";
import { openWorld, type Person, type World } from "../../../test/world.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { seatRequestSweeps } from "./index.ts";

interface Line {
  waiting: number;
  own: StandbyPlace | null;
  items: StandbyPlace[];
}
type Joined = StandbyPlace & { code?: string };

const join = (world: World, ride: Ride, as: Person, body: object = {}) =>
  world.call<Joined>("POST", `/rides/${ride.id}/standby`, { as, body });
const line = async (world: World, ride: Ride, as: Person) =>
  (await world.call<Line>("GET", `/rides/${ride.id}/standby`, { as })).body;
const requestOf = async (world: World, ride: Ride, as: Person): Promise<SeatRequest | undefined> =>
  (await world.call<{ items: SeatRequest[] }>("GET", "/rides/my-requests", { as, query: { rideId: ride.id } })).body
    .items[0];
const sweep = async ({ ctx }: World, name: string) => {
  for (const one of seatRequestSweeps) if (one.name === name) await runSweep(ctx, one);
};

/** A ride whose seats are all taken, one by each of its passengers. */
async function fullRide(said: object = {}) {
  const world = await openWorld();
  const host = await world.person();
  const ride = await hostRide(world, host, { seatsTotal: 2, ...said });
  const aboard = [await askForSeats(world, ride, host), await askForSeats(world, ride, host)] as const;
  for (const ask of aboard) await ask.accept();
  return { world, host, ride, aboard };
}
const three = async (world: World) => [await world.person(), await world.person(), await world.person()] as const;
const people = (world: World, count: number) => Promise.all(Array.from({ length: count }, () => world.person()));

test("[issue6/standby:join] one waits where no seat is free on one's part, once, knows one's place, and leaves", async () => {
  const { world, host, ride } = await fullRide();
  const [first, second] = await three(world);
  expect((await join(world, ride, first)).body).toMatchObject({
    status: "waiting",
    position: 1,
    seats: 1,
    kept: false,
  });
  expect((await join(world, ride, second)).body.position).toBe(2);
  expect((await join(world, ride, second)).body.code).toBe("already_waiting");
  expect((await join(world, ride, host)).body.code).toBe("own_ride");
  expect((await join(world, ride, await world.person(), { seats: 3 })).body.code).toBe("ride_full");
  expect((await join(world, ride, await world.person(), { pickup: towns.bonn, dropoff: towns.mainz })).body.code).toBe(
    "off_route",
  );
  expect(await line(world, ride, host)).toMatchObject({
    waiting: 2,
    own: null,
    items: [{ position: 1 }, { position: 2 }],
  });
  expect(await line(world, ride, second)).toMatchObject({ waiting: 2, own: { position: 2 }, items: [{ position: 2 }] });
  expect((await noticesOf(world, host)).filter(({ kind }) => kind === "standby.joined")).toHaveLength(2);
  const { own } = await line(world, ride, first);
  const leave = (as: Person) => world.call<Joined>("DELETE", `/rides/standby/${own?.id}`, { as });
  expect((await leave(second)).body.code).toBe("not_found");
  expect((await leave(first)).body.status).toBe("left");
  expect((await leave(first)).body.code).toBe("status_already_set");
  expect((await line(world, ride, second)).own?.position).toBe(1);
});

test("[issue6/standby:free] where a seat is free nobody waits, and who has asked need not", async () => {
  const { world, ride, aboard } = await fullRide({ seatsTotal: 3 });
  expect((await join(world, ride, await world.person())).body.code).toBe("seats_free");
  expect((await join(world, ride, aboard[0].seeker, { seats: 2 })).body.code).toBe("already_requested");
});

test("[issue6/standby:asked] a seat that comes back is asked for out of the line, in order, one request for each seat, and the next one when the host declines", async () => {
  const { world, host, ride, aboard } = await fullRide();
  const [pair, one, two] = await three(world);
  await join(world, ride, pair, { seats: 2 });
  await join(world, ride, one);
  await join(world, ride, two);
  await aboard[0].end();
  // Two seats are not free yet, so the next one whose seats fit is put forward, and nobody else.
  expect(await requestOf(world, ride, pair)).toBeUndefined();
  const asked = await requestOf(world, ride, one);
  expect(asked).toMatchObject({ status: "pending", held: false });
  expect(await requestOf(world, ride, two)).toBeUndefined();
  expect(kindsOf(await noticesOf(world, one))).toContain("standby.asked");
  expect(kindsOf(await noticesOf(world, host))).toContain("seat-request.created");
  await world.call("POST", `/rides/${ride.id}/requests/${asked?.id}/reject`, { as: host });
  expect(await requestOf(world, ride, two)).toMatchObject({ status: "pending" });
  await aboard[1].end();
  expect(await requestOf(world, ride, pair)).toBeUndefined();
  // Withdrawn: now both seats are there for who was first all the time.
  await world.call("DELETE", `/rides/requests/${(await requestOf(world, ride, two))?.id}`, { as: two });
  expect(await requestOf(world, ride, pair)).toMatchObject({ status: "pending", seats: 2 });
  expect(await line(world, ride, host)).toMatchObject({ waiting: 0 });
});

test("[issue6/standby:held] on a ride that takes whoever asks a seat is held for who is next, bound to nothing until they confirm, and goes on to the next one", async () => {
  const { world, host, ride, aboard } = await fullRide({ approval: "instant" });
  const [first, second] = await three(world);
  await join(world, ride, first);
  await join(world, ride, second);
  await aboard[0].end();
  const held = await requestOf(world, ride, first);
  const until = new Date(world.now().getTime() + HOUR_MS).toISOString();
  expect(held).toMatchObject({ status: "accepted", held: true, confirmBy: until });
  expect(await seatsLeft(world, ride, host)).toEqual([0, 0]);
  expect(kindsOf(await noticesOf(world, first))).toContain("standby.held");
  // They may take another way meanwhile; what was not confirmed goes on.
  world.world.now = new Date(world.now().getTime() + 3_600_001);
  await sweep(world, "seat-request.lapsed");
  expect(await requestOf(world, ride, first)).toMatchObject({ status: "cancelled", endedBy: "system" });
  const next = await requestOf(world, ride, second);
  expect(next).toMatchObject({ status: "accepted", held: true });
  const path = `/rides/requests/${next?.id}/confirm`;
  const confirmed = await world.call<SeatRequest>("POST", path, { as: second, body: { pickupAt: next?.pickupAt } });
  expect(confirmed.body).toMatchObject({ status: "accepted", held: false, confirmBy: null });
});

test("[issue6/standby:ride-grows] more seats on a ride are for the line first", async () => {
  const { world, host, ride } = await fullRide({ approval: "instant" });
  const waiting = await people(world, 2);
  for (const person of waiting) await join(world, ride, person);
  const { body } = await world.call<Ride>("PUT", `/rides/${ride.id}`, { as: host, body: { seatsTotal: 5 } });
  expect(body.seatsLeft).toBe(1);
  for (const person of waiting) expect(await requestOf(world, ride, person)).toMatchObject({ held: true });
});

test("[issue6/standby:change-keeps-hold] a held seat stays to be confirmed when the ride is changed a little", async () => {
  const { world, host, ride, aboard } = await fullRide({ approval: "instant" });
  const next = await world.person();
  await join(world, ride, next);
  await aboard[0].end();
  const departsAt = new Date(Date.parse(ride.departsAt) + 5 * 60_000).toISOString();
  expect((await world.call("PUT", `/rides/${ride.id}`, { as: host, body: { departsAt } })).status).toBe(200);
  expect(await requestOf(world, ride, next)).toMatchObject({ held: true, confirmBy: expect.any(String) });
});

test("[issue6/standby:race] however many give back, join and book at once, no seat is given twice and nobody is passed over", async () => {
  const { world, host, ride, aboard } = await fullRide({ approval: "instant", seatsTotal: 4 });
  const others = [await askForSeats(world, ride, host), await askForSeats(world, ride, host)];
  const waiting = await people(world, 8);
  for (const person of waiting) expect((await join(world, ride, person)).status).toBe(201);
  const rivals = await people(world, 6);
  const answers = await Promise.all([
    ...[...aboard, ...others].map((ask) => ask.end()),
    ...rivals.map((as) => world.call("POST", `/rides/${ride.id}/request`, { as, body: {} })),
  ]);
  expect(statuses(answers)).toEqual([...Array.from({ length: 4 }, () => 200), ...Array.from({ length: 6 }, () => 409)]);
  const requests = await Promise.all(waiting.map((person) => requestOf(world, ride, person)));
  expect(requests.map((request) => request?.held ?? false)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(await seatsLeft(world, ride, host)).toEqual([0, 0]);
  expect((await line(world, ride, host)).waiting).toBe(4);
  expect(world.bugs).toEqual([]);
});

test("[issue6/standby:apart] [issue6/standby:ended] who is blocked is passed over, a swept ride serves the next, and who waited in vain is told in time", async () => {
  const { world, host, ride, aboard } = await fullRide();
  const [blocked, next, last] = await three(world);
  for (const person of [blocked, next, last]) await join(world, ride, person);
  // A block made while their turn was being decided, so that they are in line still.
  await world.db
    .insertInto("block")
    .values({ blocker_id: host.uid, blocked_id: blocked.uid, at: world.now() })
    .execute();
  await aboard[0].end();
  expect(await requestOf(world, ride, next)).toMatchObject({ status: "pending" });
  world.world.now = new Date(world.now().getTime() + 3 * HOUR_MS + 1);
  await sweep(world, "seat-request.expired");
  expect(await requestOf(world, ride, last)).toBeUndefined();
  await sweep(world, "standby.served");
  expect(await requestOf(world, ride, last)).toMatchObject({ status: "pending" });
  world.world.now = new Date(Date.parse(ride.departsAt) - 29 * 60_000);
  await sweep(world, "standby.ended");
  expect(kindsOf(await noticesOf(world, blocked))).not.toContain("standby.held");
  expect(await line(world, ride, host)).toMatchObject({ waiting: 0 });
  expect((await join(world, ride, await world.person())).body.code).toBe("standby_closed");
});
