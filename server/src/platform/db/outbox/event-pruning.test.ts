import { DAY_MS } from "@commonlane/contract/durations";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestContext } from "../../../../test/app/test-context.ts";
import { transaction } from "#platform/context.ts";
import { markConsumersActive, pruneEvents, removeStaleConsumers } from "./event-pruning.ts";
import { readCurrentOffset } from "./outbox.ts";
import { initializeOffset, advanceOffset } from "./consumer-offsets.ts";

/** Creates events of eight days ago, and consumers that started before them. */
async function openOld(count: number, ...followers: string[]) {
  const { ctx, clock } = await createTestContext();
  for (const name of followers) await initializeOffset(ctx.db, name);
  for (let n = 0; n < count; n++)
    await transaction(ctx, async (ctx) =>
      ctx.publish("ride-requests", { type: "ride-requests.changed" }),
    );
  clock.now = new Date(clock.now.getTime() + 8 * DAY_MS);
  await markConsumersActive(ctx.db, followers, clock.now);
  const ago = (days: number) => new Date(clock.now.getTime() - days * DAY_MS);
  const prune = (limit?: number) =>
    pruneEvents(ctx.db, { before: ago(7), unreadBefore: ago(21), activeSince: ago(1) }, limit);
  const left = async () => (await ctx.db.selectFrom("event").select("id").execute()).length;
  return { ctx, clock, ago, prune, left };
}

test("old events are deleted in batches, but for the newest", async () => {
  const { prune, left } = await openOld(5);
  expect([await prune(2), await left()]).toEqual([true, 3]);
  expect([await prune(2), await left()]).toEqual([true, 1]);
  expect([await prune(2), await left()]).toEqual([false, 1]);
});

test("events that a running consumer has not read stay until it has, up to a limit", async () => {
  const { ctx, clock, prune, left } = await openOld(3, "notices");
  await prune();
  expect(await left()).toBe(3);
  clock.now = new Date(clock.now.getTime() + 14 * DAY_MS);
  await markConsumersActive(ctx.db, ["notices"], clock.now);
  await prune();
  expect(await left()).toBe(1);
});

test("a consumer that no process runs any more retains no events, and is removed after a while", async () => {
  const { ctx, clock, ago, prune, left } = await openOld(3, "notices", "of-an-older-release");
  const { rows } = await sql<{
    xid: string;
    id: number;
  }>`select xid::text, id from event_consumer where name = 'notices.2'`.execute(ctx.db);
  await advanceOffset(
    ctx.db,
    { name: "notices", release: [1], now: clock.now },
    rows[0] ?? { xid: "", id: 0 },
    await readCurrentOffset(ctx.db),
  );
  await prune();
  expect(await left()).toBe(3);
  clock.now = new Date(clock.now.getTime() + 2 * DAY_MS);
  await markConsumersActive(ctx.db, ["notices"], clock.now);
  await prune();
  expect(await left()).toBe(1);
  expect(await removeStaleConsumers(ctx.db, ago(3))).toEqual([]);
  expect(await removeStaleConsumers(ctx.db, ago(1))).toEqual(["of-an-older-release.2"]);
});
