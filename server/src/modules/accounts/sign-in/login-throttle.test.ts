import { expect, onTestFinished, test } from "vitest";
import type { Context } from "#platform/context.ts";
import { connect } from "#platform/db/database.ts";
import { listNetworks } from "#platform/http/rate-limits/rate-limits.ts";
import { createTestContext } from "../../../../test/app/test-context.ts";
import { countAttempt, sweepAttempts } from "./login-throttle.ts";

const email = "ada@example.org";
const wait = (retryAfterS: number) =>
  expect.objectContaining({ code: "too_many", details: { retryAfterS } });

const guess = (ctx: Context, address: string, own?: string) =>
  countAttempt(ctx, "password", email, { networks: listNetworks(address), ownDevice: own });
const outcome = (ctx: Context, address: string, own?: string): Promise<unknown> =>
  guess(ctx, address, own).catch((error: unknown) => error);
const countChecked = async (outcomes: readonly Promise<unknown>[]) =>
  (await Promise.all(outcomes)).filter((result) => typeof result === "function").length;
const later = (clock: { now: Date }, s: number) =>
  void (clock.now = new Date(clock.now.getTime() + s * 1000));

test("after ten attempts from anywhere, waits grow up to an hour, and a known device is not affected", async () => {
  const { ctx, clock } = await createTestContext();
  for (let n = 0; n < 10; n++) expect(await outcome(ctx, `192.0.2.${n}`)).toBeTypeOf("function");
  for (const [n, s] of [60, 120, 240, 480, 960, 1920, 3600, 3600].entries()) {
    expect(await outcome(ctx, `198.51.100.${n}`)).toEqual(wait(s));
    expect(await outcome(ctx, `198.51.100.${n}`, "the owner's laptop")).toBeTypeOf("function");
    later(clock, s);
    expect(await outcome(ctx, `198.51.100.${n}`)).toBeTypeOf("function");
  }
  later(clock, 86_400);
  expect(
    await countChecked(Array.from({ length: 30 }, (_, n) => outcome(ctx, `203.0.113.${n}`))),
  ).toBe(10);
});

const hex = (n: number) => n.toString(16);

test("an IPv6 /48 has eight attempts, a /56 seven and a /64 five, which leaves two to others", async () => {
  const { ctx } = await createTestContext();
  const from = (count: number, address: (n: number) => string) =>
    countChecked(Array.from({ length: count }, (_, n) => outcome(ctx, address(n))));
  expect(await from(40, (n) => `2001:db8:1:1::${hex(n)}`)).toBe(5);
  expect(await from(40, (n) => `2001:db8:1:${hex(2 + n)}::1`)).toBe(2);
  expect(await from(40, (n) => `2001:db8:1:${hex(0x100 + 0x100 * n)}::1`)).toBe(1);
  expect(await from(40, (n) => `192.0.2.${n}`)).toBe(2);
});

test("a correct password refunds exactly the attempt it took", async () => {
  const { ctx, clock } = await createTestContext();
  for (let n = 0; n < 4; n++) await outcome(ctx, "192.0.2.1");
  for (let n = 0; n < 5; n++) await (await guess(ctx, "192.0.2.1"))(ctx);
  const takeOff = await guess(ctx, "192.0.2.1");
  expect(await outcome(ctx, "192.0.2.1")).toEqual(wait(60));
  later(clock, 86_400);
  for (let n = 0; n < 5; n++) expect(await outcome(ctx, "192.0.2.1")).toBeTypeOf("function");
  // Counted in the previous window, so nothing is refunded in this one.
  await takeOff(ctx);
  expect(await outcome(ctx, "192.0.2.1")).toEqual(wait(60));
});

/** Set `GUESSES=10000` for as many as an attacker would send. */
const GUESSES = Number(process.env["GUESSES"] ?? 300);

test(`of ${GUESSES} concurrent guesses from as many networks through two processes, ten are checked, and refused ones are not counted`, async () => {
  const { ctx, connection } = await createTestContext();
  const db = connect(connection);
  onTestFinished(() => db.destroy());
  const processes = [ctx, { ...ctx, db }];
  const through = (count: number, address: (n: number) => string) =>
    countChecked(
      Array.from({ length: count }, (_, n) => outcome(processes[n % 2] ?? ctx, address(n))),
    );
  expect(await through(40, () => "198.51.100.7")).toBe(5);
  expect(await through(GUESSES, (n) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)).toBe(5);
  const counts = await db
    .selectFrom("login_attempt")
    .select("tries")
    .where("tries", ">", 0)
    .orderBy("tries", "desc")
    .execute();
  expect(counts.map(({ tries }) => tries)).toEqual([10, 5, 1, 1, 1, 1, 1]);
}, 600_000);

test("stored attempts are bounded: refused and expired ones take no rows", async () => {
  const { ctx, clock } = await createTestContext();
  for (let n = 0; n < 30; n++) await outcome(ctx, "192.0.2.1");
  const storedKeys = () => ctx.db.selectFrom("login_attempt").select("key").execute();
  expect(await storedKeys()).toHaveLength(2);
  await sweepAttempts(ctx);
  expect(await storedKeys()).toHaveLength(2);
  later(clock, 86_401);
  await sweepAttempts(ctx);
  expect(await storedKeys()).toEqual([]);
});
