import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestContext } from "../../../../test/app/test-context.ts";
import { pruneRateCounts } from "../../db/rate-counts.ts";
import { createSharedCounter } from "./shared-rate-counter.ts";

/** How many of so many tries, spread over the processes, are allowed. */
async function allowed(counters: readonly ((key: string) => Promise<number | undefined>)[], tries: number) {
  const waits = await Promise.all(
    Array.from(
      { length: tries },
      (_, n) => counters[n % counters.length]?.("ada") ?? Promise.reject(new Error("none")),
    ),
  );
  return waits.filter((waitMs) => waitMs === undefined).length;
}

test("[issue5/limits:shared] two processes together allow as much as one, try by try", async () => {
  const { ctx } = await createTestContext();
  const counters = [1, 2].map(() => createSharedCounter(ctx.db)("knock", 5, 60));
  expect(await allowed(counters, 20)).toBe(5);
  const waitMs = (await counters[0]?.("ada")) ?? 0;
  expect(waitMs).toBeGreaterThan(50_000);
  expect(waitMs).toBeLessThanOrEqual(60_000);
  expect(await counters[0]?.("bob")).toBeUndefined();
});

test("[issue5/limits:shared] what is frequent is counted exactly, however unevenly it is spread over the processes", async () => {
  const { ctx } = await createTestContext();
  const counters = [1, 2, 3].map(() => createSharedCounter(ctx.db)("search", 610, 60));
  const first = await allowed(counters.slice(2), 1);
  expect(first + (await allowed(counters.slice(0, 2), 2_000))).toBe(610);
});

test("a process that dies keeps nothing of a limit: the others may use all that it did not", async () => {
  const { ctx } = await createTestContext();
  const open = () => createSharedCounter(ctx.db)("search", 1_200, 600);
  // Each of them counts one try and is never heard of again.
  for (let n = 0; n < 10; n++) expect(await allowed([open()], 1)).toBe(1);
  expect(await allowed([open()], 1_300)).toBe(1_190);
});

test("[issue5/limits:shared] a new stretch begins when the old one is over, and what is over is forgotten", async () => {
  const { ctx } = await createTestContext();
  const open = () => createSharedCounter(ctx.db)("knock", 2, 60);
  expect(await allowed([open(), open()], 4)).toBe(2);
  await sql`update rate_count set ends_at = now() - interval '1 second'`.execute(ctx.db);
  expect(await allowed([open(), open()], 4)).toBe(2);
  expect(await pruneRateCounts(ctx.db)).toBe(false);
  const left = () => ctx.db.selectFrom("rate_count").selectAll().execute();
  expect(await left()).toHaveLength(1);
  await sql`update rate_count set ends_at = now() - interval '1 second'`.execute(ctx.db);
  await pruneRateCounts(ctx.db);
  expect(await left()).toEqual([]);
});
