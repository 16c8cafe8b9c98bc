import { DAY_MS } from "@commonlane/contract/durations";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openContext } from "../../../test/bare-context.ts";
import { transaction } from "#platform/context.ts";
import { nameFollowers, pruneEvents, removeFollowers } from "./event-pruning.ts";
import { beginAtPresent, bookmarkNow, movePlace } from "./outbox.ts";

/** Events of eight days ago, and followers that began before them. */
async function openOld(count: number, ...followers: string[]) {
  const { ctx, clock } = await openContext();
  for (const name of followers) await beginAtPresent(ctx.db, name);
  for (let n = 0; n < count; n++)
    await transaction(ctx, async (ctx) => ctx.announce("ride-requests", { type: "ride-requests.changed" }));
  clock.now = new Date(clock.now.getTime() + 8 * DAY_MS);
  await nameFollowers(ctx.db, followers, clock.now);
  const ago = (days: number) => new Date(clock.now.getTime() - days * DAY_MS);
  const prune = (limit?: number) =>
    pruneEvents(ctx.db, { before: ago(7), unreadBefore: ago(21), runsSince: ago(1) }, limit);
  const left = async () => (await ctx.db.selectFrom("event").select("id").execute()).length;
  return { ctx, clock, ago, prune, left };
}

test("old events are deleted by batches", async () => {
  const { prune, left } = await openOld(5);
  expect([await prune(2), await left()]).toEqual([true, 3]);
  expect([await prune(2), await left()]).toEqual([true, 1]);
  expect([await prune(2), await left()]).toEqual([false, 0]);
});

test("events that a running follower has not read stay, until it has, and not for ever", async () => {
  const { ctx, clock, prune, left } = await openOld(3, "notices");
  await prune();
  expect(await left()).toBe(3);
  clock.now = new Date(clock.now.getTime() + 14 * DAY_MS);
  await nameFollowers(ctx.db, ["notices"], clock.now);
  await prune();
  expect(await left()).toBe(0);
});

test("a follower that no process runs any more keeps no events, and is removed after a while", async () => {
  const { ctx, clock, ago, prune, left } = await openOld(3, "notices", "of-an-older-release");
  const { rows } = await sql<{
    xid: string;
    id: number;
  }>`select xid::text, id from follower where name = 'notices'`.execute(ctx.db);
  await movePlace(ctx.db, "notices", rows[0] ?? { xid: "", id: 0 }, await bookmarkNow(ctx.db));
  await prune();
  expect(await left()).toBe(3);
  clock.now = new Date(clock.now.getTime() + 2 * DAY_MS);
  await nameFollowers(ctx.db, ["notices"], clock.now);
  await prune();
  expect(await left()).toBe(0);
  expect(await removeFollowers(ctx.db, ago(3))).toEqual([]);
  expect(await removeFollowers(ctx.db, ago(1))).toEqual(["of-an-older-release"]);
});
