import { DAY_MS } from "@commonlane/contract/durations";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { createTestContext } from "../../../test/app/test-context.ts";
import { type OutsideContext, transaction } from "../context.ts";
import { openJobQueue } from "./job-queue.ts";
import { defineJob } from "./jobs.ts";
import { createWorker } from "./worker.ts";

const PATIENCE = { timeout: 15_000, interval: 20 };
const greet = defineJob({
  name: "test.greet",
  data: z.object({ number: z.number() }),
  retries: 2,
  retryAfterS: 1,
});

async function openTestQueue(run: (number: number) => void = () => {}) {
  const { ctx: bare, connection, logged } = await createTestContext();
  const completed: number[] = [];
  const workers = [
    createWorker(greet, async (_, { number }) => {
      run(number);
      completed.push(number);
    }),
  ];
  const open = async () => {
    const running = await openJobQueue(connection, workers, bare.log, { pollS: 0.5 });
    onTestFinished(() => running.close());
    const ctx: OutsideContext = { ...bare, jobs: running.jobs };
    return { ctx, work: () => running.startWorkers(ctx) };
  };
  return { done: completed, logged, open };
}

test("a job runs after the commit, and never after a rollback", async () => {
  const { done: completed, open } = await openTestQueue();
  const { ctx, work } = await open();
  await work();
  const failing = transaction(ctx, async (ctx) => {
    await ctx.jobs.send(ctx, greet, { number: 1 });
    throw new Error("changed its mind");
  });
  await expect(failing).rejects.toThrow("changed its mind");
  await transaction(ctx, async (ctx) => {
    await ctx.jobs.send(ctx, greet, { number: 2 });
    expect(completed).toEqual([]);
  });
  await vi.waitUntil(() => completed.length > 0, PATIENCE);
  await ctx.jobs.send(ctx, greet, { number: 3 });
  await vi.waitUntil(() => completed.length > 1, PATIENCE);
  expect(completed).toEqual([2, 3]);
});

test("a failing job is retried, and given up if it always fails", async () => {
  const tries: number[] = [];
  const {
    done: completed,
    logged,
    open,
  } = await openTestQueue((number) => {
    tries.push(number);
    if (number === 1 || tries.filter((attempt) => attempt === 2).length < 2)
      throw new Error("ada@example.org is away");
  });
  const { ctx, work } = await open();
  await work();
  await ctx.jobs.send(ctx, greet, { number: 1 });
  await ctx.jobs.send(ctx, greet, { number: 2 });
  await vi.waitUntil(
    () => completed.includes(2) && tries.filter((attempt) => attempt === 1).length === 3,
    PATIENCE,
  );
  expect(completed).toEqual([2]);
  expect(logged.join("")).toContain("a job failed");
});

test("a scheduled job waits, and sending twice with one key creates one job", async () => {
  const { done: completed, open } = await openTestQueue();
  const { ctx, work } = await open();
  const tomorrow = new Date(Date.now() + DAY_MS);
  await ctx.jobs.send(ctx, greet, { number: 1 }, { startAfter: tomorrow, singletonKey: "ada" });
  await ctx.jobs.send(ctx, greet, { number: 2 }, { startAfter: tomorrow, singletonKey: "ada" });
  await ctx.jobs.send(ctx, greet, { number: 3 }, { singletonKey: "bob" });
  await ctx.jobs.send(ctx, greet, { number: 4 }, { singletonKey: "bob" });
  await ctx.jobs.send(ctx, greet, { number: 5 });
  await work();
  await vi.waitUntil(() => completed.includes(5), PATIENCE);
  expect(completed.toSorted((a, b) => a - b)).toEqual([3, 5]);
});

test("two processes share the jobs, and no job runs twice", async () => {
  const { done: completed, open } = await openTestQueue();
  const processes = [await open(), await open()];
  const [first] = processes;
  const numbers = Array.from({ length: 12 }, (_, number) => number);
  for (const number of numbers) await first?.ctx.jobs.send(first.ctx, greet, { number });
  for (const { work } of processes) await work();
  await vi.waitUntil(() => completed.length >= numbers.length, PATIENCE);
  expect(completed.toSorted((a, b) => a - b)).toEqual(numbers);
});

test("data that does not fit its job is refused when it is sent", async () => {
  const { open } = await openTestQueue();
  const { ctx } = await open();
  await expect(ctx.jobs.send(ctx, greet, { number: NaN })).rejects.toThrow("expected number");
});
