import type { DomainEvent } from "@commonlane/contract/live";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestContext } from "../../../../test/app/test-context.ts";
import { openTransactionInOtherDatabase } from "../../../../test/app/open-transaction.ts";
import { transaction } from "#platform/context.ts";
import { readCommittedSince, readSeenTransactions, seenUpToOffset } from "./committed-events.ts";
import { appendEvents } from "./outbox.ts";

const payload = (number: number): DomainEvent => ({
  type: "ride.changed",
  rideId: `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`,
});
const numbersOf = (events: readonly { payload: DomainEvent }[]) =>
  events.map(({ payload }) => ("rideId" in payload ? Number(payload.rideId.slice(-12)) : NaN));

async function openOutbox() {
  const { ctx } = await createTestContext();
  const publish = (...numbers: number[]) =>
    transaction(ctx, async (ctx) =>
      numbers.forEach((number) => ctx.publish("rides", payload(number))),
    );
  let snapshot = await readSeenTransactions(ctx.db);
  const readOn = async (limit = 100) => {
    const read = await readCommittedSince(ctx.db, "rides", snapshot, { limit });
    snapshot = read.seenTransactions;
    return numbersOf(read.events);
  };
  return { ctx, announce: publish, readOn };
}

test("reads every committed event once and at once, even next to a transaction of another database", async () => {
  const { ctx, announce: publish, readOn } = await openOutbox();
  await openTransactionInOtherDatabase();
  await publish(1, 2);
  expect(await readOn()).toEqual([1, 2]);
  expect(await readOn()).toEqual([]);
  await transaction(ctx, async (ctx) => ctx.publish("drivers", payload(3)));
  await publish(4);
  expect(await readOn()).toEqual([4]);
});

test("reads an event of a transaction that was running at the last reading once it commits", async () => {
  const { ctx, announce: publish, readOn } = await openOutbox();
  await ctx.db.transaction().execute(async (older) => {
    await sql`select pg_current_xact_id()`.execute(older);
    await publish(2);
    expect(await readOn()).toEqual([2]);
    await appendEvents(older, ctx.now(), [{ topic: "rides", payload: payload(1) }]);
    expect(await readOn()).toEqual([]);
  });
  await publish(3);
  expect(await readOn()).toEqual([1, 3]);
});

test("reads more events than fit on a page in pages, and reports the snapshot of the first page", async () => {
  const { ctx, announce: publish } = await openOutbox();
  const before = await readSeenTransactions(ctx.db);
  for (const number of [1, 2, 3]) await publish(number);
  const first = await readCommittedSince(ctx.db, "rides", before, { limit: 2 });
  await publish(4);
  const second = await readCommittedSince(ctx.db, "rides", before, {
    after: first.events.at(-1),
    limit: 2,
  });
  expect([numbersOf(first.events), numbersOf(second.events)]).toEqual([
    [1, 2],
    [3, 4],
  ]);
  const next = await readCommittedSince(ctx.db, "rides", first.seenTransactions, { limit: 2 });
  expect(numbersOf(next.events)).toEqual([4]);
});

test("a reader that continues from an offset reads everything from that transaction on", async () => {
  const { ctx, announce: publish, readOn } = await openOutbox();
  await publish(1);
  await publish(2, 3);
  const { events } = await readCommittedSince(
    ctx.db,
    "rides",
    seenUpToOffset({ xid: "0", id: 0 }),
    { limit: 9 },
  );
  const [, second] = events;
  if (!second) throw new Error("There are three.");
  expect(
    numbersOf(
      (await readCommittedSince(ctx.db, "rides", seenUpToOffset(second), { limit: 9 })).events,
    ),
  ).toEqual([2, 3]);
  expect(await readOn()).toEqual([1, 2, 3]);
});
