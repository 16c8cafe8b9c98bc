import type { Ride } from "@commonlane/contract/rides";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { plantBlock } from "../../../test/fixtures/blocks.ts";
import {
  requestSeats,
  hostRide,
  seatsLeft,
  sortedStatuses,
  towns,
} from "../../../test/fixtures/rides.ts";
import { isWaitingForLock } from "../../../test/app/is-waiting-for-lock.ts";
import { createTestApp, type TestUser } from "../../../test/app/test-app.ts";
import { suspendByOperator } from "#modules/moderation/index.ts";

const RACES = Number(process.env["RACES"] ?? 4);

test(`of 50 concurrent acceptances of the last seat exactly one succeeds, ${RACES} times`, async () => {
  const app = await createTestApp();
  const crowd = await Promise.all(Array.from({ length: 50 }, () => app.createUser()));
  for (let round = 0; round < RACES; round++) {
    const host = await app.createUser();
    const ride = await hostRide(app, host, { seatsTotal: 1 });
    const asks = await Promise.all(
      crowd.map((seeker) => requestSeats(app, ride, host, {}, seeker)),
    );
    const answers = await Promise.all(asks.map(({ accept }) => accept()));
    expect(sortedStatuses(answers)).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(
      new Set([undefined, "ride_full"]),
    );
    expect(await seatsLeft(app, ride, host)).toEqual([0, 0]);
  }
  expect(app.bugs).toEqual([]);
}, 120_000);

test("repeating an acceptance with its key changes nothing and returns the same reply", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host);
  const { response } = await requestSeats(app, ride, host, { seats: 2 });
  const path = `/rides/${ride.id}/requests/${response.body.id}/accept`;
  const accept = () =>
    app.call("POST", path, { as: host, headers: { "idempotency-key": "one tap" } });
  const first = await accept();
  const again = await accept();
  expect(first.status).toBe(200);
  expect(again).toMatchObject({ status: 200, body: first.body });
  expect(await seatsLeft(app, ride, host)).toEqual([1, 1]);
});

test("[domain/apart:agreement] a request cannot be accepted after a block or suspension that missed it; the host can still decline it", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host);
  const asks = [await requestSeats(app, ride, host), await requestSeats(app, ride, host)] as const;
  // Without what a block ends: as if the request had been made while the block was stored.
  await plantBlock(app, { blocker: asks[0].seeker, blocked: host });
  const suspended = app.db.updateTable("account").where("uid", "=", asks[1].seeker.uid);
  await suspended.set({ suspended_at: app.now() }).execute();
  const refused = {
    status: 409,
    body: { code: "ride_over", error: "This person can't join anymore." },
  };
  for (const { accept } of asks) expect(await accept()).toMatchObject(refused);
  expect(await seatsLeft(app, ride, host)).toEqual([3, 3]);
  expect((await asks[0].reject()).body.status).toBe("rejected");
  await suspended.set({ suspended_at: null }).execute();
  expect((await asks[1].accept()).body.status).toBe("accepted");
});

test.each(["host", "seekers"])(
  "[domain/apart:pending] requests that are being stored at the moment of a suspension do not stay pending, and later ones are refused: %s",
  async (who) => {
    const app = await createTestApp();
    const host = await app.createUser();
    const ride = await hostRide(app, host);
    const crowd = await Promise.all(Array.from({ length: 4 }, () => app.createUser()));
    const request = () => crowd.map((seeker) => requestSeats(app, ride, host, {}, seeker));
    const suspend = ({ uid }: TestUser) =>
      suspendByOperator(app.ctx, uid, { reason: "test", fraud: false });
    const suspended = who === "host" ? [host] : crowd;

    // Every transaction that publishes an event waits before its commit.
    const holding = app.db.transaction().execute(async (db) => {
      await sql`lock table event in share mode`.execute(db);
      const requests = request();
      await vi.waitUntil(() => isWaitingForLock(app, crowd.length));
      const suspensions = suspended.map(suspend);
      await vi.waitUntil(() => isWaitingForLock(app, crowd.length + suspended.length));
      return [...requests, ...suspensions];
    });
    await Promise.all(await holding);
    const later = await Promise.all(request());

    const statuses = await app.db.selectFrom("seat_request").select("status").execute();
    expect(statuses).toEqual(
      crowd.map(() => ({ status: who === "host" ? "rejected" : "withdrawn" })),
    );
    expect(later.map(({ response }) => response.status)).toEqual(crowd.map(() => 404));
  },
);

/** A ride of four legs through five towns, and users with random concurrent actions. */
const points = [towns.freiburg, towns.karlsruhe, towns.mainz, towns.koblenz, towns.koeln];
const seatsTotal = 3;
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("ask" as const),
      first: fc.nat(3),
      legs: fc.integer({ min: 1, max: 4 }),
      seats: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("accept" as const), which: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("end" as const), which: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reject" as const), which: fc.nat(30) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("seats" as const),
      seats: fc.integer({ min: 1, max: 5 }),
    }),
  },
);

test("[domain/seat-request:never-overbooked] concurrent requests, acceptances, withdrawals and cancellations never overbook a leg", async () => {
  const app = await createTestApp();
  const crowd = await Promise.all(Array.from({ length: 12 }, () => app.createUser()));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 }),
      async (bursts) => {
        const host = await app.createUser();
        const ride = await hostRide(app, host, { stops: points.slice(1, -1), seatsTotal });
        const asks: Awaited<ReturnType<typeof requestSeats>>[] = [];
        for (const burst of bursts) {
          const done = burst.map(async (doing, n) => {
            if (doing.do === "ask") {
              const last = Math.min(4, doing.first + doing.legs);
              const part = {
                pickup: points[doing.first],
                dropoff: points[last],
                seats: doing.seats,
              };
              const ask = await requestSeats(
                app,
                ride,
                host,
                part,
                crowd[(asks.length + n) % crowd.length],
              );
              if (ask.response.status === 201) asks.push(ask);
              return ask.response;
            }
            if (doing.do === "seats") {
              return app.call("PUT", `/rides/${ride.id}`, {
                as: host,
                body: { seatsTotal: doing.seats },
              });
            }
            return asks[doing.which % Math.max(1, asks.length)]?.[doing.do]();
          });
          await Promise.all(done);
          expect(app.bugs).toEqual([]);
        }
        await ledgerAddsUp(app, ride);
      },
    ),
    { numRuns: 25, seed: 20261120 },
  );
  expect(app.bugs).toEqual([]);
}, 120_000);

/** On each leg, free seats plus accepted seats equal the ride's seats, and free seats are never negative. */
async function ledgerAddsUp(
  app: Awaited<ReturnType<typeof createTestApp>>,
  { id }: Ride,
): Promise<void> {
  const { seats_left, seats_total } = await app.db
    .selectFrom("ride")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const accepted = await app.db
    .selectFrom("seat_request")
    .selectAll()
    .where("ride_id", "=", id)
    .where("status", "=", "accepted")
    .execute();
  seats_left.forEach((left, leg) => {
    const taken = accepted
      .filter(({ first_leg, last_leg }) => first_leg <= leg && leg <= last_leg)
      .reduce((sum, { seats }) => sum + seats, 0);
    expect({ leg, left, taken: seats_total - left }).toEqual({ leg, left, taken });
    expect(left).toBeGreaterThanOrEqual(0);
  });
}
