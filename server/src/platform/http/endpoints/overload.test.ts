import { endpoint } from "@commonlane/contract/endpoint";
import { expect, test } from "vitest";
import { z } from "zod";
import { openTestRouter } from "../../../../test/app/test-endpoint-router.ts";
import type { Problem } from "../problem.ts";
import { Overload } from "./overload.ts";

/** Calls that take a time each, one after the other, on a clock of the test. */
function createMachine({ msPerCall }: { readonly msPerCall: number }) {
  let nowMs = 0;
  const overload = new Overload(() => nowMs);
  const waiting: (() => void)[] = [];
  const refusals: Problem[] = [];
  const call = () => {
    const done = overload.run(() => new Promise<void>((resolve) => waiting.push(resolve)));
    done.catch((error: Problem) => refusals.push(error));
  };
  const finishOne = async () => {
    nowMs += msPerCall;
    waiting.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const pass = (ms: number) => void (nowMs += ms);
  return { overload, call, finishOne, pass, refusals, waiting };
}

test("[domain/load:refused] calls are refused early once those under way would keep a caller waiting for more than five seconds", async () => {
  const { overload, call, finishOne, refusals, waiting } = createMachine({ msPerCall: 500 });
  for (let n = 0; n < 8; n++) call();
  await finishOne();
  for (let n = 0; n < 20; n++) call();
  await finishOne();
  expect(waiting.length).toBe(10);
  expect(refusals[0]).toMatchObject({
    code: "unavailable",
    status: 503,
    details: { retryAfterS: 6 },
  });
  expect(await overload.check()).toMatchObject({
    message: expect.stringContaining("some searches were refused"),
  });

  while (waiting.length > 0) await finishOne();
  const before = refusals.length;
  for (let n = 0; n < 5; n++) call();
  await finishOne();
  expect(refusals.length).toBe(before);
});

test("[domain/load:refused] a machine that is fast enough refuses nothing, and one that stands still refuses what comes next", async () => {
  const { overload, call, finishOne, pass, refusals, waiting } = createMachine({ msPerCall: 5 });
  for (let n = 0; n < 200; n++) call();
  while (waiting.length > 100) await finishOne();
  for (let n = 0; n < 500; n++) call();
  await finishOne();
  expect(refusals).toEqual([]);
  expect(await overload.check()).toBeUndefined();

  pass(5_001);
  call();
  await new Promise((resolve) => setImmediate(resolve));
  expect(refusals).toHaveLength(1);
  pass(60_000);
  expect(await overload.check()).toBeUndefined();
});

const search = {
  summary: "Search",
  method: "GET",
  path: "/search",
  access: "public",
  reply: z.object({}),
} as const;
const costly = endpoint({ ...search, costly: true });
const cheap = endpoint({ ...search, path: "/cheap" });

test("[domain/load:refused] only costly calls are refused, with 503 and Retry-After", async () => {
  let nowMs = 0;
  const overload = new Overload(() => nowMs);
  const waiting: (() => void)[] = [];
  const { send } = await openTestRouter(
    [costly, cheap],
    (http) => {
      http.on(costly, () => new Promise((resolve) => waiting.push(() => resolve({}))));
      http.on(cheap, async () => ({}));
    },
    { overload },
  );
  const underWay = Array.from({ length: 8 }, () => send("GET", "/search"));
  await expect.poll(() => waiting.length).toBe(8);
  nowMs = 12_000;
  const refused = await send("GET", "/search");
  expect(refused).toMatchObject({
    status: 503,
    body: { code: "unavailable" },
    headers: { "retry-after": "12" },
  });
  expect((await send("GET", "/cheap")).status).toBe(200);
  for (const finish of waiting) finish();
  expect(new Set((await Promise.all(underWay)).map(({ status }) => status))).toEqual(
    new Set([200]),
  );
});
