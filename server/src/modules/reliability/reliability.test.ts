import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type { DomainEvent, SeatRequestRef } from "@commonlane/contract/live";
import type { Profile, PublicProfile } from "@commonlane/contract/profiles";
import type { Reliability } from "@commonlane/contract/reliability";
import { createRandom } from "@commonlane/matching/testing/random-scenarios";
import type { Ride } from "@commonlane/contract/rides";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "#modules/seat-requests/instant-booking/instant-booking.ts";
import { requestSeats, hostRide } from "../../../test/fixtures/rides.ts";
import { estimatedArrivalMs, sweepRides } from "../../../test/fixtures/shared-rides.ts";
import { waitForConsumer } from "../../../test/app/wait-for-consumer.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../test/app/test-app.ts";
import { transaction } from "#platform/context.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { tripOutcomeSweeps } from "../trip-outcomes/index.ts";
import { recomputeReliability, reliabilityConsumer, reliabilitySweeps } from "./index.ts";

const allCounted = ({ ctx }: TestApp) =>
  waitForConsumer(ctx, "reliability", reliabilityConsumer(ctx));
const SAME = /^All \d+ users match\.$/;

/** As others see it from the next day on. */
async function reliabilityOf(
  app: TestApp,
  person: TestUser,
  as = person,
): Promise<Reliability | null> {
  await allCounted(app);
  for (const sweep of reliabilitySweeps) await runSweep(app.ctx, sweep);
  return (await app.call<PublicProfile>("GET", `/profiles/${person.uid}`, { as })).body.reliability;
}

const NOTHING = {
  completed: 0,
  commitments: 0,
  early: 0,
  late: 0,
  lastMinute: 0,
  absent: 0,
  weight: 0,
  requests: 0,
  answered: 0,
  answerS: null,
};

test("[domain/reliability:counted] weighs cancellations by lateness and absences most, and attributes each to the right user", async () => {
  const app = await createTestApp();
  const setClock = (ms: number) => (app.clock.now = new Date(ms));
  const host = await app.createUser();
  expect(await reliabilityOf(app, host)).toBeNull();
  const departsMs = app.now().getTime() + 3 * DAY_MS;
  const ride = await hostRide(app, host, {
    departsAt: new Date(departsMs).toISOString(),
    seatsTotal: 4,
  });
  const [early, late, lastMinute, absent, there] = await Promise.all(
    Array.from({ length: 5 }, () => app.createUser()),
  );
  if (!early || !late || !lastMinute || !absent || !there)
    throw new Error("Five people were made.");
  const addPassenger = async (seeker: TestUser) => {
    const ask = await requestSeats(app, ride, host, {}, seeker);
    await ask.accept();
    return ask;
  };
  await (await addPassenger(early)).end();
  const passengers = [
    await addPassenger(late),
    await addPassenger(lastMinute),
    await addPassenger(absent),
    await addPassenger(there),
  ] as const;
  setClock(departsMs - 5 * HOUR_MS);
  await passengers[0].end();
  setClock(departsMs - 2 * HOUR_MS);
  await passengers[1].end();
  setClock(estimatedArrivalMs(ride));
  await sweepRides(app);
  const report = { as: host, body: { fault: "passenger-absent" } };
  const outcomeId = passengers[2].response.body.id;
  expect((await app.call("POST", `/trip-outcomes/${outcomeId}/no-show`, report)).status).toBe(200);
  expect(await reliabilityOf(app, absent)).toMatchObject({ commitments: 0, completed: 0 });
  const agreed = { as: absent, body: { fault: "passenger-absent" } };
  await app.call("POST", `/trip-outcomes/${outcomeId}/no-show/answer`, agreed);

  expect(await reliabilityOf(app, early)).toEqual({ ...NOTHING, commitments: 1, early: 1 });
  expect(await reliabilityOf(app, late)).toEqual({
    ...NOTHING,
    commitments: 1,
    late: 1,
    weight: 1,
  });
  expect(await reliabilityOf(app, lastMinute)).toEqual({
    ...NOTHING,
    commitments: 1,
    lastMinute: 1,
    weight: 2,
  });
  expect(await reliabilityOf(app, absent)).toEqual({
    ...NOTHING,
    commitments: 1,
    absent: 1,
    weight: 3,
  });
  expect(await reliabilityOf(app, there)).toEqual({ ...NOTHING, commitments: 1, completed: 1 });
  const ofHost = { ...NOTHING, commitments: 1, completed: 1, requests: 5, answered: 5, answerS: 0 };
  expect(await reliabilityOf(app, host, there)).toEqual(ofHost);
  const own = await app.call<Profile>("GET", "/firebase-auth/profile", { as: host });
  expect(own.body.reliability).toEqual(ofHost);
  expect((await recomputeReliability(app.ctx, { write: false })).join()).toMatch(SAME);
});

test("[domain/reliability:once-a-day] others see how often somebody travelled or cancelled only from the next day on, the person at once", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host, { approval: "instant" });
  const booked = await requestSeats(app, ride, host);
  const viewer = await app.createUser();
  const listed = await app.call<{ items: Ride[] }>("GET", "/rides/all", { as: viewer });
  const shownTo = async (as: TestUser) =>
    (await app.call<PublicProfile>("GET", `/profiles/${booked.seeker.uid}`, { as })).body
      .reliability;
  const before = await shownTo(viewer);

  await booked.end();
  await allCounted(app);
  expect([before, await shownTo(viewer), await shownTo(host)]).toEqual([null, null, null]);
  expect(
    (await app.call<{ items: Ride[] }>("GET", "/rides/all", { as: viewer })).body.items[0]?.host,
  ).toEqual(listed.body.items[0]?.host);
  const own = await app.call<Profile>("GET", "/firebase-auth/profile", { as: booked.seeker });
  expect(own.body.reliability).toMatchObject({ commitments: 1 });

  for (const sweep of reliabilitySweeps) await runSweep(app.ctx, sweep);
  expect(await shownTo(viewer)).toMatchObject({ commitments: 1 });
});

test("[domain/reliability:early-completion] a host who never comes gains nothing by completing the ride at once", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const departsMs = app.now().getTime() + DAY_MS;
  const ride = await hostRide(app, host, { departsAt: new Date(departsMs).toISOString() });
  const passenger = await app.createUser();
  const ask = await requestSeats(app, ride, host, {}, passenger);
  await ask.accept();

  app.clock.now = new Date(departsMs + 60_000);
  expect((await app.call("POST", `/rides/${ride.id}/complete`, { as: host })).status).toBe(200);
  const report = { as: passenger, body: { fault: "host-absent" } };
  expect(
    (await app.call("POST", `/trip-outcomes/${ask.response.body.id}/no-show`, report)).status,
  ).toBe(200);
  app.clock.now = new Date(departsMs + 29 * HOUR_MS);
  for (const sweep of tripOutcomeSweeps) await runSweep(app.ctx, sweep);

  expect(await reliabilityOf(app, host, passenger)).toMatchObject({
    commitments: 1,
    absent: 1,
    weight: 3,
  });
  expect((await recomputeReliability(app.ctx, { write: false })).join()).toMatch(SAME);
});

test("[domain/reliability:moved] a host who moves and cancels a ride is counted by the agreed time; passengers asked to confirm are not", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const departsMs = app.now().getTime() + 3 * DAY_MS;
  const ride = await hostRide(app, host, {
    departsAt: new Date(departsMs).toISOString(),
    approval: "instant",
  });
  const cancelled = await requestSeats(app, ride, host);
  const booked = await requestSeats(app, ride, host);
  app.clock.now = new Date(departsMs - 2 * HOUR_MS);
  const departsAt = new Date(departsMs + 2 * DAY_MS).toISOString();
  expect(
    (await app.call("PUT", `/rides/${ride.id}`, { as: host, body: { departsAt } })).status,
  ).toBe(200);
  await cancelled.end();
  expect((await app.call("DELETE", `/rides/${ride.id}`, { as: host })).status).toBe(200);
  expect(await reliabilityOf(app, host)).toEqual({
    ...NOTHING,
    commitments: 1,
    lastMinute: 1,
    weight: 2,
  });
  for (const { seeker } of [cancelled, booked])
    expect(await reliabilityOf(app, seeker)).toEqual(NOTHING);
  expect((await recomputeReliability(app.ctx, { write: false })).join()).toMatch(SAME);
});

test("[domain/reliability:held] ending a reserved seat counts for neither side", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host, { approval: "instant", seatsTotal: 1 });
  const booked = await requestSeats(app, ride, host);
  const waiting = await app.createUser();
  await app.call("POST", `/rides/${ride.id}/standby`, { as: waiting, body: {} });
  await booked.end();
  expect((await app.call("DELETE", `/rides/${ride.id}`, { as: host })).status).toBe(200);
  expect(await reliabilityOf(app, host)).toEqual(NOTHING);
  expect(await reliabilityOf(app, waiting)).toEqual(NOTHING);
});

test("[domain/reliability:answers] expired requests count as unanswered, withdrawn ones do not count", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host);
  const slow = await requestSeats(app, ride, host);
  await (await requestSeats(app, ride, host)).end();
  app.clock.now = new Date(app.now().getTime() + HOUR_MS);
  await slow.reject();
  expect(await reliabilityOf(app, host)).toEqual({
    ...NOTHING,
    requests: 1,
    answered: 1,
    answerS: 3600,
  });
  expect(await reliabilityOf(app, slow.seeker)).toBeNull();
});

test("[domain/reliability:recomputed] after random histories the log gives the same numbers, and tampered ones are reported and fixed", async () => {
  const app = await createTestApp();
  const people = await Promise.all(Array.from({ length: 5 }, () => app.createUser()));
  const random = createRandom(20_251_121);
  const below = (n: number) => Math.floor(random() * n);
  const rides = Array.from({ length: 90 }, () => newId(app.now().getTime()));
  for (let batch = 0; batch < 12; batch++) {
    app.clock.now = new Date(app.now().getTime() + below(3) * HOUR_MS);
    await transaction(app.ctx, async (ctx) => {
      for (let n = 0; n < 60; n++) {
        const [seeker, host] = [below(people.length), below(people.length)].map(
          (at) => people[at]?.uid ?? "",
        );
        const ride = rides[below(rides.length)] ?? "";
        for (const payload of historyOf(below, app, ride, seeker ?? ""))
          for (const uid of [seeker, host]) ctx.publish(`user:${uid ?? ""}`, payload);
      }
    });
    if (below(2) === 0) await allCounted(app);
  }
  await allCounted(app);
  expect((await recomputeReliability(app.ctx, { write: false })).join()).toMatch(SAME);
  const [first, second] = await Promise.all(
    people.slice(0, 2).map((person) => reliabilityOf(app, person)),
  );
  expect(first).toMatchObject({ commitments: 20, requests: 20 });
  expect(first?.completed).toBeGreaterThan(20);
  expect(first?.weight).toBeGreaterThan(0);
  expect(second).not.toEqual(first);

  await sql`update profile set reliability = jsonb_set(reliability, '{late}', '0') || '{"completed": 99}'
    where uid = ${people[0]?.uid}`.execute(app.db);
  await expect(recomputeReliability(app.ctx, { write: false })).rejects.toThrow(
    `${people[0]?.uid}: stored`,
  );
  await sql`update profile set rating_count = 2, rating_sum = 10 where uid = ${people[1]?.uid}`.execute(
    app.db,
  );
  await expect(recomputeReliability(app.ctx, { write: false })).rejects.toThrow(
    `${people[1]?.uid}: stored 2 ratings with 10 stars, from the ratings 0 ratings with 0 stars`,
  );
  expect((await recomputeReliability(app.ctx, { write: true })).at(-1)).toBe(
    "All differences were fixed.",
  );
  expect((await recomputeReliability(app.ctx, { write: false })).join()).toMatch(SAME);
});

/** Random events of one seat request, as published to both sides. */
function historyOf(
  below: (n: number) => number,
  app: TestApp,
  rideId: string,
  seekerId: string,
): DomainEvent[] {
  const nowMs = app.now().getTime();
  const id = newId(nowMs);
  const instant = (ms: number) => new Date(nowMs + ms).toISOString();
  const endedBy = (["seeker", "host", "system"] as const)[below(3)];
  const seatRequest: SeatRequestRef = {
    id,
    rideId,
    seekerId,
    ...(endedBy && { endedBy }),
    ...(below(8) === 0 && { confirmationAsked: true }),
    createdAt: instant(-below(5_000) * 1000),
    pickupAt: instant(below(48) * HOUR_MS),
  };
  const by = (["host", "instant", "offer"] as const)[below(3)] ?? "host";
  const accepted: DomainEvent = { type: "seat-request.accepted", seatRequest, by };
  const report = { outcomeId: id, rideId, by: "host" } as const;
  const disputed: DomainEvent[] = [
    accepted,
    { type: "seat-request.completed", seatRequest },
    { type: "trip-outcome.disputed", ...report },
  ];
  const endings: DomainEvent[][] = [
    [accepted, { type: "seat-request.completed", seatRequest }],
    [accepted, { type: "seat-request.completed", seatRequest }],
    [accepted, { type: "seat-request.cancelled", seatRequest }],
    [{ type: "seat-request.rejected", seatRequest }],
    [{ type: "seat-request.expired", seatRequest }],
    disputed,
    [
      ...disputed,
      { type: "trip-outcome.settled", ...report, absentUid: below(2) === 0 ? seekerId : null },
    ],
  ];
  return endings[below(endings.length)] ?? [];
}
