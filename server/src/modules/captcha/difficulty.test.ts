import { expect, onTestFinished, test } from "vitest";
import type { Context } from "#platform/context.ts";
import { connect } from "#platform/db/database.ts";
import { listNetworks } from "#platform/http/rate-limits/rate-limits.ts";
import { createTestContext } from "../../../test/app/test-context.ts";
import { difficultyFor, sweepChallengeCounts } from "./difficulty.ts";

/** Difficulty of the last of `count` challenges. */
async function last(ctx: Context, network: string, count: number): Promise<number> {
  let harder = 0;
  for (let n = 0; n < count; n++) harder = await difficultyFor(ctx, listNetworks(network));
  return harder;
}

const open = async (factor = 1) => {
  const opened = await createTestContext({ RATE_LIMIT_FACTOR: String(factor) });
  const begin = opened.clock.now.getTime();
  return {
    ...opened,
    after: (minutes: number) => void (opened.clock.now = new Date(begin + minutes * 60_000)),
  };
};

test("twenty challenges are free, each twenty more double the work, up to sixteen times", async () => {
  const { ctx } = await open();
  expect(await last(ctx, "192.0.2.1", 20)).toBe(1);
  expect(await last(ctx, "192.0.2.1", 20)).toBeCloseTo(2);
  expect(await last(ctx, "192.0.2.1", 20)).toBeCloseTo(4);
  expect(await last(ctx, "192.0.2.1", 60)).toBeCloseTo(16);
  expect(await last(ctx, "192.0.2.2", 1)).toBe(1);
});

test("the work decreases over time and is normal again within the hour", async () => {
  const { ctx, after } = await open();
  await last(ctx, "192.0.2.1", 120);
  after(10);
  expect(await difficultyFor(ctx, ["192.0.2.1"])).toBeCloseTo(2 ** 3.05);
  after(20);
  expect(await difficultyFor(ctx, ["192.0.2.1"])).toBeLessThan(2 ** 2.2);
  after(60);
  expect(await difficultyFor(ctx, ["192.0.2.1"])).toBe(1);
});

test("a community that shares few addresses gets a higher limit", async () => {
  const { ctx } = await open(1.5);
  expect(await last(ctx, "192.0.2.1", 30)).toBe(1);
  expect(await last(ctx, "192.0.2.1", 30)).toBeCloseTo(2);
});

test("challenges of a whole IPv6 /48 are counted together: eighty are free, each eighty more double the work", async () => {
  const { ctx } = await open();
  const harder: number[] = [];
  for (let n = 0; n < 240; n++)
    harder.push(await last(ctx, `2001:db8:1:${(0x100 * (n % 200) + n).toString(16)}::1`, 1));
  expect(Math.max(...harder.slice(0, 80))).toBe(1);
  expect(harder[159]).toBeCloseTo(2);
  expect(harder[239]).toBeCloseTo(4);
  expect(await last(ctx, "2001:db8:2::1", 1)).toBe(1);
});

test("a network's challenges are counted over all processes, each once", async () => {
  const { ctx, connection } = await open();
  const db = connect(connection);
  onTestFinished(() => db.destroy());
  const processes = [ctx, { ...ctx, db }];
  await Promise.all(processes.map((ctx) => last(ctx, "192.0.2.1", 20)));
  expect(await difficultyFor(ctx, ["192.0.2.1"])).toBeCloseTo(2 ** (21 / 20));
});

test("a process with a slow clock does not increase the difficulty, and counts are deleted within the hour", async () => {
  const { ctx, after } = await open();
  await last(ctx, "192.0.2.1", 19);
  after(-1);
  expect(await last(ctx, "192.0.2.1", 1)).toBe(1);
  after(60);
  await sweepChallengeCounts(ctx);
  const storedHashes = () => ctx.db.selectFrom("pow_rate").select("network_hash").execute();
  expect(await storedHashes()).toHaveLength(1);
  after(61);
  await sweepChallengeCounts(ctx);
  expect(await storedHashes()).toEqual([]);
});
