import { expect, onTestFinished, test } from "vitest";
import type { Context } from "#platform/context.ts";
import { connect } from "#platform/db/database.ts";
import { openContext } from "../../../test/bare-context.ts";
import { beginTry, sweepTries } from "./tries.ts";

const email = "ada@example.org";
const refused = expect.objectContaining({ code: "too_many", details: { retryAfterS: 300 } });

const guess = (ctx: Context, network: string) => beginTry(ctx, "password", email, network);
const outcome = (ctx: Context, network: string): Promise<unknown> =>
  guess(ctx, network).catch((error: unknown) => error);

test("[ours/sign-in:slowed-everywhere] guessing from everywhere leaves one try for each address, so the owner still gets in", async () => {
  const { ctx, clock } = await openContext();
  for (let n = 0; n < 100; n++) expect(await outcome(ctx, `192.0.2.${n % 10}`)).toBeTypeOf("function");
  expect(await outcome(ctx, "192.0.2.1")).toEqual(refused);
  expect(await outcome(ctx, "198.51.100.7")).toBeTypeOf("function");
  expect(await outcome(ctx, "198.51.100.7")).toEqual(refused);
  clock.now = new Date(clock.now.getTime() + 300_000);
  expect(await outcome(ctx, "192.0.2.1")).toBeTypeOf("function");
});

test("[ours/sign-in:right-ones-free] a right password gives back the one try it took, and no more", async () => {
  const { ctx, clock } = await openContext();
  for (let n = 0; n < 9; n++) await outcome(ctx, "192.0.2.1");
  for (let n = 0; n < 5; n++) await (await guess(ctx, "192.0.2.1"))(ctx);
  const takeOff = await guess(ctx, "192.0.2.1");
  expect(await outcome(ctx, "192.0.2.1")).toEqual(refused);
  clock.now = new Date(clock.now.getTime() + 300_000);
  for (let n = 0; n < 10; n++) expect(await outcome(ctx, "192.0.2.1")).toBeTypeOf("function");
  // Counted in the stretch before, it gives nothing back in this one.
  await takeOff(ctx);
  expect(await outcome(ctx, "192.0.2.1")).toEqual(refused);
});

test("[issue5/limits:guesses] of 40 guesses at once through two processes ten are looked at, and none that was refused is counted for others", async () => {
  const { ctx, connection } = await openContext();
  const db = connect(connection);
  onTestFinished(() => db.destroy());
  const processes = [ctx, { ...ctx, db }];
  const through = (network: string) =>
    Promise.all(Array.from({ length: 40 }, (_, n) => outcome(processes[n % 2] ?? ctx, network)));
  for (let n = 0; n < 9; n++) {
    const outcomes = await through(`192.0.2.${n}`);
    expect(outcomes.filter((one) => typeof one === "function")).toHaveLength(10);
  }
  const counts = await db.selectFrom("guess").select("tries").orderBy("tries", "desc").execute();
  expect(counts.map(({ tries }) => tries)).toEqual([90, ...Array<number>(9).fill(10)]);
  // The owner is not among a hundred yet.
  for (let n = 0; n < 2; n++) expect(await outcome(ctx, "198.51.100.7")).toBeTypeOf("function");
});

test("[ours/sign-in:bounded] what is remembered of tries stays bounded: nothing of the refused, nothing when it is over", async () => {
  const { ctx, clock } = await openContext();
  for (let n = 0; n < 30; n++) await outcome(ctx, "192.0.2.1");
  const known = () => ctx.db.selectFrom("guess").select("key").execute();
  expect(await known()).toHaveLength(2);
  await sweepTries(ctx);
  expect(await known()).toHaveLength(2);
  clock.now = new Date(clock.now.getTime() + 300_001);
  await sweepTries(ctx);
  expect(await known()).toEqual([]);
});
