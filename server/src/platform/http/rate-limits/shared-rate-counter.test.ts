import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestContext } from "../../../../test/app/test-context.ts";
import { pruneRateCounts } from "../../db/rate-counts.ts";
import { createSharedCounter } from "./rate-limits.ts";

/** Number of allowed attempts, spread over the processes. */
async function allowed(
  counters: readonly ((key: string) => Promise<number | undefined>)[],
  tries: number,
) {
  const waits = await Promise.all(
    Array.from(
      { length: tries },
      (_, n) => counters[n % counters.length]?.("ada") ?? Promise.reject(new Error("none")),
    ),
  );
  return waits.filter((waitMs) => waitMs === undefined).length;
}

test("two processes together allow exactly as much as one", async () => {
  const { ctx } = await createTestContext();
  const counters = [1, 2].map(() => createSharedCounter(ctx.db)("knock", 5, 60));
  expect(await allowed(counters, 20)).toBe(5);
  const waitMs = (await counters[0]?.("ada")) ?? 0;
  expect(waitMs).toBeGreaterThan(50_000);
  expect(waitMs).toBeLessThanOrEqual(60_000);
  expect(await counters[0]?.("bob")).toBeUndefined();
});

test("frequent attempts are counted exactly, however unevenly spread over the processes", async () => {
  const { ctx } = await createTestContext();
  const counters = [1, 2, 3].map(() => createSharedCounter(ctx.db)("search", 610, 60));
  const first = await allowed(counters.slice(2), 1);
  expect(first + (await allowed(counters.slice(0, 2), 2_000))).toBe(610);
});

test("a process that crashes takes nothing of a limit with it: the others may use the rest", async () => {
  const { ctx } = await createTestContext();
  const open = () => createSharedCounter(ctx.db)("search", 1_200, 600);
  // Each counts one attempt and then disappears.
  for (let n = 0; n < 10; n++) expect(await allowed([open()], 1)).toBe(1);
  expect(await allowed([open()], 1_300)).toBe(1_190);
});

test("a new window starts when the old one has ended, and ended windows are deleted", async () => {
  const { ctx } = await createTestContext();
  const open = () => createSharedCounter(ctx.db)("knock", 2, 60);
  expect(await allowed([open(), open()], 4)).toBe(2);
  await sql`update rate_count set ends_at = now() - interval '1 second'`.execute(ctx.db);
  expect(await allowed([open(), open()], 4)).toBe(2);
  expect(await pruneRateCounts(ctx.db)).toBe(false);
  const listCounts = () => ctx.db.selectFrom("rate_count").selectAll().execute();
  expect(await listCounts()).toHaveLength(1);
  await sql`update rate_count set ends_at = now() - interval '1 second'`.execute(ctx.db);
  await pruneRateCounts(ctx.db);
  expect(await listCounts()).toEqual([]);
});

test("a refused caller is refused from memory until the window ends, by this limit only", async () => {
  const { ctx } = await createTestContext();
  const open = createSharedCounter(ctx.db);
  const knock = open("knock", 1, 60);
  const search = open("search", 1, 60);
  expect(await allowed([knock], 2)).toBe(1);
  await ctx.db.deleteFrom("rate_count").execute();
  expect(await knock("ada")).toBeGreaterThan(50_000);
  expect(await search("ada")).toBeUndefined();
});
