import type { Ride } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { rideSweeps } from "#modules/rides/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { askForSeats, hostRide, seatsLeft, statuses, TOMORROW, towns } from "../../../test/journeys.ts";
import { openWorld, type Person, type World } from "../../../test/world.ts";
import { rideFollowUp, seatRequestSweeps } from "./follow-up.ts";

async function openRide(said: object = {}): Promise<{ world: World; host: Person; ride: Ride }> {
  const world = await openWorld();
  const host = await world.person({ firstName: "Amara", lastName: "Lindqvist" });
  return { world, host, ride: await hostRide(world, host, said) };
}

const sweep = async ({ ctx }: World) => {
  for (const due of [...rideSweeps(rideFollowUp), ...seatRequestSweeps]) await runSweep(ctx, due);
};

test("[domain/seat-request:request] asking takes no seat and both sides hear of it", async () => {
  const { world, host, ride } = await openRide();
  const heard = world.hear(host.uid);
  const { asked, seeker } = await askForSeats(world, ride, host, { seats: 2, message: "Two of us" });
  expect(asked).toMatchObject({
    status: 201,
    body: { status: "pending", seats: 2, seekerId: seeker.uid, message: "Two of us" },
  });
  expect(asked.body.contribution).toEqual({ amountMinor: 1800, currency: "EUR" });
  expect(await seatsLeft(world, ride, host)).toEqual([3, 3]);
  await world.allTold();
  expect(heard.map(({ type }) => type).filter((type) => type.startsWith("seat-request"))).toEqual([
    "seat-request.created",
  ]);
});

test("[domain/seat-request:request-guards] not on one's own ride, not twice, not after the departure, not under 18", async () => {
  const { world, host, ride } = await openRide();
  const first = await askForSeats(world, ride, host);
  const again = await askForSeats(world, ride, host, {}, first.seeker);
  expect(again.asked).toMatchObject({ status: 409, body: { code: "already_requested" } });
  const own = await askForSeats(world, ride, host, {}, host);
  expect(own.asked).toMatchObject({ status: 403, body: { code: "own_ride" } });
  const young = await askForSeats(world, ride, host, {}, await world.person({ adult: false }));
  expect(young.asked).toMatchObject({
    status: 403,
    body: { code: "profile_incomplete", fields: { birthDate: expect.any(String) } },
  });
  const other = await askForSeats(world, ride, host, { seekerId: host.uid });
  expect(other.asked).toMatchObject({ status: 403, body: { code: "not_yours" } });
  world.world.now = new Date(TOMORROW);
  const late = await askForSeats(world, ride, host);
  expect(late.asked).toMatchObject({ status: 409, body: { code: "ride_over" } });
});

test("[domain/seat-request:audience] a ride for one gender is closed to others", async () => {
  const world = await openWorld();
  const host = await world.person({ gender: "female" });
  const ride = await hostRide(world, host, { audience: "sameGender" });
  const man = await askForSeats(world, ride, host, {}, await world.person({ gender: "male" }));
  expect(man.asked).toMatchObject({ status: 403, body: { code: "audience_closed" } });
  const woman = await askForSeats(world, ride, host, {}, await world.person({ gender: "female" }));
  expect(woman.asked.status).toBe(201);
});

test("[domain/seat-request:instant] on an instant ride the seats are taken at once, or the ride is full", async () => {
  const { world, host, ride } = await openRide({ approval: "instant", seatsTotal: 2 });
  const first = await askForSeats(world, ride, host, { seats: 2 });
  expect(first.asked.body.status).toBe("accepted");
  expect(await seatsLeft(world, ride, host)).toEqual([0, 0]);
  const second = await askForSeats(world, ride, host);
  expect(second.asked).toMatchObject({ status: 409, body: { code: "ride_full" } });
});

test("[domain/seat-request:accept] accepting takes seats on the legs of the part only, and gives them back when it is cancelled", async () => {
  const { world, host, ride } = await openRide();
  const part = await askForSeats(world, ride, host, { seats: 2, pickup: towns.karlsruhe, dropoff: towns.bonn });
  expect(part.asked.body).toMatchObject({ firstLeg: 0, lastLeg: 1 });
  expect((await part.accept()).body.status).toBe("accepted");
  expect(await seatsLeft(world, ride, host)).toEqual([1, 1]);

  const overlapping = await askForSeats(world, ride, host, { seats: 2, pickup: towns.freiburg, dropoff: towns.mainz });
  expect(overlapping.asked).toMatchObject({ status: 409, body: { code: "ride_full" } });

  const heard = world.hear(host.uid);
  expect((await part.end()).body).toMatchObject({ status: "cancelled", endedBy: "seeker" });
  expect(await seatsLeft(world, ride, host)).toEqual([3, 3]);
  await world.allTold();
  expect(heard.map(({ type }) => type)).toContain("seat-request.cancelled");
});

test("[domain/seat-request:legs] two people who overlap on no leg share the same seats", async () => {
  const { world, host, ride } = await openRide({ seatsTotal: 2 });
  const south = await askForSeats(world, ride, host, { seats: 2, dropoff: towns.mainz });
  const north = await askForSeats(world, ride, host, { seats: 2, pickup: towns.mainz });
  expect(statuses([await south.accept(), await north.accept()])).toEqual([200, 200]);
  expect(await seatsLeft(world, ride, host)).toEqual([0, 0]);
});

test("[domain/seat-request:full] an acceptance that finds the ride full changes nothing and tells nobody", async () => {
  const { world, host, ride } = await openRide({ seatsTotal: 1 });
  const [first, second] = [await askForSeats(world, ride, host), await askForSeats(world, ride, host)];
  await first.accept();
  const heard = world.hear(second.seeker.uid);
  expect(await second.accept()).toMatchObject({ status: 409, body: { code: "ride_full" } });
  await world.allTold();
  expect(heard.filter(({ type }) => type === "seat-request.accepted")).toEqual([]);
  const listed = await world.call<{ items: { status: string }[] }>("GET", "/rides/my-requests", { as: second.seeker });
  expect(listed.body.items.map(({ status }) => status)).toEqual(["pending"]);
});

test("[domain/seat-request:already-set] a decision that stands is answered with the record as it is", async () => {
  const { world, host, ride } = await openRide();
  const { accept, reject } = await askForSeats(world, ride, host);
  await accept();
  expect(await accept()).toMatchObject({
    status: 409,
    body: { code: "status_already_set", current: { status: "accepted" } },
  });
  expect(await reject()).toMatchObject({ status: 409, body: { code: "status_already_set" } });
  expect(await seatsLeft(world, ride, host)).toEqual([2, 2]);
});

test("[domain/seat-request:reject] the host rejects with a reason, and only the host may decide", async () => {
  const { world, host, ride } = await openRide();
  const { seeker, accept, reject, end } = await askForSeats(world, ride, host);
  const stranger = await world.person();
  expect((await accept(seeker)).body.code).toBe("not_yours");
  expect((await reject(stranger)).body.code).toBe("not_yours");
  expect((await end(stranger)).body.code).toBe("not_yours");
  expect((await reject(host, { reason: "No luggage space" })).body).toMatchObject({
    status: "rejected",
    reason: "No luggage space",
  });
  const again = await askForSeats(world, ride, host, {}, seeker);
  expect(again.asked.status).toBe(201);
});

test("[domain/seat-request:withdraw] the seeker withdraws what is pending, once", async () => {
  const { world, host, ride } = await openRide();
  const { end, accept } = await askForSeats(world, ride, host);
  expect(statuses(await Promise.all([end(), end()]))).toEqual([200, 409]);
  expect((await accept()).body.code).toBe("status_already_set");
});

test("[domain/seat-request:expiry] what nobody answers in time expires, 3 hours on or half an hour before departure", async () => {
  const { world, host, ride } = await openRide();
  const normal = await askForSeats(world, ride, host);
  expect(normal.asked.body.expiresAt).toBe("2026-01-01T11:00:00.000Z");
  const patient = await askForSeats(world, ride, host, { expiresInS: 7 * 86_400 });
  expect(patient.asked.body.expiresAt).toBe("2026-01-02T06:15:00.000Z");
  const heard = world.hear(normal.seeker.uid);
  world.world.now = new Date("2026-01-01T11:00:00.000Z");
  expect(await normal.accept()).toMatchObject({ status: 409 });
  await sweep(world);
  await sweep(world);
  await world.allTold();
  expect(heard.filter(({ type }) => type === "seat-request.expired")).toHaveLength(1);
});

test("[domain/seat-request:ran-out] what ran out of time can be decided no more, before anybody has noticed and while the ride is on its way", async () => {
  const { world, host, ride } = await openRide();
  const ask = await askForSeats(world, ride, host);
  const heard = world.hear(ask.seeker.uid);
  const overAt = Date.parse(ask.asked.body.expiresAt);
  for (const now of [overAt, Date.parse(TOMORROW) + 60_000]) {
    world.world.now = new Date(now);
    for (const refused of [await ask.reject(host, { reason: "No." }), await ask.end(host)]) {
      const error = "The time to answer this request is over.";
      expect(refused).toMatchObject({ status: 409, body: { code: "status_already_set", error } });
    }
  }
  await sweep(world);
  await world.allTold();
  expect(heard.map(({ type }) => type)).toContain("seat-request.expired");
  expect(heard.map(({ type }) => type)).not.toContain("seat-request.rejected");
  const inTime = await askForSeats(world, await hostRide(world, host, { departsAt: LATER }), host);
  world.world.now = new Date(Date.parse(inTime.asked.body.expiresAt) - 1);
  expect((await inTime.reject()).body.status).toBe("rejected");
});

const LATER = "2026-01-09T06:45:00.000Z";

test("[domain/seat-request:completed] a ride departs and completes by itself, and its passengers with it; nobody cancels after departure", async () => {
  const { world, host, ride } = await openRide();
  const { accept, end, seeker } = await askForSeats(world, ride, host);
  await accept();
  world.world.now = new Date(Date.parse(TOMORROW) + 60_000);
  expect(await end()).toMatchObject({ status: 409, body: { code: "ride_over" } });
  await sweep(world);
  expect((await world.call<Ride>("GET", `/rides/${ride.id}`, { as: seeker })).body.status).toBe("departed");
  world.world.now = new Date(Date.parse(TOMORROW) + ride.durationS * 800 + 1000);
  await sweep(world);
  expect((await world.call<Ride>("GET", `/rides/${ride.id}`, { as: seeker })).body.status).toBe("completed");
  const mine = await world.call<{ items: { status: string }[] }>("GET", "/rides/my-requests", { as: seeker });
  expect(mine.body.items.map(({ status }) => status)).toEqual(["completed"]);
});
