import type { Fact } from "@commonlane/contract/live";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openContext } from "../../../test/bare-context.ts";
import { openTransactionElsewhere } from "../../../test/open-transaction.ts";
import { transaction } from "#platform/context.ts";
import { committedSince, seenNow, seenUpTo } from "./committed-events.ts";

const fact = (number: number): Fact => ({
  type: "ride.changed",
  rideId: `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`,
});
const numbersOf = (events: readonly { fact: Fact }[]) =>
  events.map(({ fact }) => ("rideId" in fact ? Number(fact.rideId.slice(-12)) : NaN));

async function openOutbox() {
  const { ctx } = await openContext();
  const announce = (...numbers: number[]) =>
    transaction(ctx, async (ctx) => numbers.forEach((number) => ctx.announce("rides", fact(number))));
  let seen = await seenNow(ctx.db);
  const readOn = async (most = 100) => {
    const read = await committedSince(ctx.db, "rides", seen, { most });
    seen = read.seen;
    return numbersOf(read.events);
  };
  return { ctx, announce, readOn };
}

test("every committed event is read once and at once, also beside a transaction of another database", async () => {
  const { ctx, announce, readOn } = await openOutbox();
  await openTransactionElsewhere();
  await announce(1, 2);
  expect(await readOn()).toEqual([1, 2]);
  expect(await readOn()).toEqual([]);
  await transaction(ctx, async (ctx) => ctx.announce("drivers", fact(3)));
  await announce(4);
  expect(await readOn()).toEqual([4]);
});

test("an event of a transaction that was running at the last reading is read once it commits", async () => {
  const { ctx, announce, readOn } = await openOutbox();
  await ctx.db.transaction().execute(async (older) => {
    await sql`select pg_current_xact_id()`.execute(older);
    await announce(2);
    expect(await readOn()).toEqual([2]);
    await older
      .insertInto("event")
      .values({ topic: "rides", fact: JSON.stringify(fact(1)), at: ctx.now() })
      .execute();
    expect(await readOn()).toEqual([]);
  });
  await announce(3);
  expect(await readOn()).toEqual([1, 3]);
});

test("more than fits on a page is read by pages, and what was seen is that of the first one", async () => {
  const { ctx, announce } = await openOutbox();
  const before = await seenNow(ctx.db);
  for (const number of [1, 2, 3]) await announce(number);
  const first = await committedSince(ctx.db, "rides", before, { most: 2 });
  await announce(4);
  const second = await committedSince(ctx.db, "rides", before, { after: first.events.at(-1), most: 2 });
  expect([numbersOf(first.events), numbersOf(second.events)]).toEqual([
    [1, 2],
    [3, 4],
  ]);
  const next = await committedSince(ctx.db, "rides", first.seen, { most: 2 });
  expect(numbersOf(next.events)).toEqual([4]);
});

test("a reader that goes on from a bookmark reads everything from that transaction on", async () => {
  const { ctx, announce, readOn } = await openOutbox();
  await announce(1);
  await announce(2, 3);
  const { events } = await committedSince(ctx.db, "rides", seenUpTo({ xid: "0", id: 0 }), { most: 9 });
  const [, second] = events;
  if (!second) throw new Error("There are three.");
  expect(numbersOf((await committedSince(ctx.db, "rides", seenUpTo(second), { most: 9 })).events)).toEqual([2, 3]);
  expect(await readOn()).toEqual([1, 2, 3]);
});
