import { expect, test } from "vitest";
import { Semaphore } from "./semaphore.ts";

test("two run at once, three wait, and the rest are refused", async () => {
  const semaphore = new Semaphore({ maxConcurrent: 2, maxQueued: 3 });
  const gates: (() => void)[] = [];
  const begun: number[] = [];
  const calls = Array.from({ length: 7 }, (_, n) =>
    semaphore.run(async () => {
      begun.push(n);
      await new Promise<void>((open) => gates.push(open));
      return n;
    }),
  );
  const outcomes = Promise.allSettled(calls);
  expect(begun).toEqual([0, 1]);
  for (let n = 0; n < 5; n++) {
    gates[n]?.();
    await new Promise(setImmediate);
    expect(begun.length - n - 1).toBeLessThanOrEqual(2);
  }
  const settled = await outcomes;
  expect(settled.map((one) => (one.status === "fulfilled" ? one.value : one.reason.code))).toEqual([
    0,
    1,
    2,
    3,
    4,
    "too_many",
    "too_many",
  ]);
});

test("a failing task releases its slot", async () => {
  const semaphore = new Semaphore({ maxConcurrent: 1, maxQueued: 1 });
  await expect(semaphore.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await semaphore.run(async () => "yes")).toBe("yes");
});
