import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS } from "@commonlane/contract/durations";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestContext } from "../../../test/app/test-context.ts";
import { transaction } from "../context.ts";
import { forEachInTransaction, startSweeps, runSweep, type Sweep } from "./sweeps.ts";

const PATIENCE = { timeout: 10_000, interval: 5 };

test("a sweep repeats while it reports that there is more", async () => {
  const { ctx } = await createTestContext();
  let remaining = 3;
  await runSweep(ctx, { name: "test.swept", everyS: 60, run: async () => --remaining > 0 });
  expect(remaining).toBe(0);
});

test("[domain/work:each-item] items of a sweep that fail are in nobody's way, and are logged", async () => {
  const { ctx, logged } = await createTestContext();
  const done: number[] = [];
  await forEachInTransaction(ctx, [1, 2, 3], async (ctx, item) => {
    ctx.publish("ride-requests", { type: "ride-requests.changed" });
    if (item === 1) throw new Error("not this one");
    done.push(item);
  });
  expect(done).toEqual([2, 3]);
  expect(await ctx.db.selectFrom("event").select("id").execute()).toHaveLength(2);
  expect(logged.join("")).toContain("not this one");
});

test("if two processes run the same sweep at once, one does it and the other skips it", async () => {
  const { ctx } = await createTestContext();
  const lockHeld = Promise.withResolvers<void>();
  let runs = 0;
  const sweep: Sweep = {
    name: "test.swept",
    everyS: 60,
    run: () => {
      runs++;
      return lockHeld.promise;
    },
  };
  const first = runSweep(ctx, sweep);
  await vi.waitUntil(() => runs === 1, PATIENCE);
  await runSweep(ctx, sweep);
  expect(runs).toBe(1);
  lockHeld.resolve();
  await first;
  await runSweep(ctx, sweep);
  expect(runs).toBe(2);
});

test("sweeps start at once, survive a failure, and stop after the current run", async () => {
  const { ctx, clock, logged } = await createTestContext();
  clock.now = new Date();
  let runs = 0;
  const stop = startSweeps(ctx, [
    {
      name: "test.swept",
      everyS: 0.01,
      run: async () => {
        if (++runs === 1) throw new Error("not now");
      },
    },
  ]);
  await vi.waitUntil(() => runs > 2, PATIENCE);
  await stop();
  const runsBefore = runs;
  await transaction(ctx, async () => {});
  expect(runs).toBe(runsBefore);
  expect(logged.join("")).toContain("a sweep failed");
});

test("sweeps that are due together run one after the other", async () => {
  const { ctx, clock } = await createTestContext();
  clock.now = new Date();
  const order: string[] = [];
  const stop = startSweeps(
    ctx,
    ["a", "b"].map((name) => ({
      name: `test.${name}`,
      everyS: 60,
      run: async () => {
        order.push(`${name} begins`);
        await sleep(20);
        order.push(`${name} ends`);
      },
    })),
  );
  onTestFinished(stop);
  await vi.waitUntil(() => order.length === 4, PATIENCE);
  expect(order).toEqual(["a begins", "a ends", "b begins", "b ends"]);
});

test("no sweep runs while the clocks of server and database differ by more than a minute; sweeps resume once they agree", async () => {
  const { ctx, clock, logged } = await createTestContext();
  const swept = vi.fn<() => Promise<void>>(async () => {});
  const looks = vi.fn<() => void>();
  const now = () => (looks(), clock.now);
  const stop = startSweeps({ ...ctx, now }, [{ name: "test.swept", everyS: 0.01, run: swept }]);
  onTestFinished(stop);
  for (const apartMs of [3 * DAY_MS, -2 * 60_000]) {
    clock.now = new Date(Date.now() + apartMs);
    looks.mockClear();
    await vi.waitUntil(() => looks.mock.calls.length > 6, PATIENCE);
    expect(swept).not.toHaveBeenCalled();
  }
  expect(
    logged.filter((line) =>
      line.includes("The clocks of this server and of its database differ by"),
    ),
  ).toHaveLength(1);
  clock.now = new Date();
  await vi.waitUntil(() => swept.mock.calls.length > 0, PATIENCE);
  expect(logged.join("")).toContain("agree again");
});
