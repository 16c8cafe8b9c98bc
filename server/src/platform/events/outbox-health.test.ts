import { expect, test, vi } from "vitest";
import { createTestContext } from "../../../test/app/test-context.ts";
import { openTransactionInOtherDatabase } from "../../../test/app/open-transaction.ts";
import { type Context, transaction } from "../context.ts";
import { initializeOffset } from "../db/outbox/consumer-offsets.ts";
import { createConsumer } from "./event-consumer.ts";
import { checkOutbox } from "./outbox-health.ts";

const FOLLOWERS = [{ name: "notices" }, { name: "chat-unread", delayS: 600 }];
const SETTLES = { timeout: 15_000, interval: 20 };

const announce = (ctx: Context) =>
  transaction(ctx, async (ctx) => ctx.publish("ride-requests", { type: "ride-requests.changed" }));

async function openOutbox() {
  const { ctx, clock, logged } = await createTestContext();
  for (const { name } of FOLLOWERS) await initializeOffset(ctx.db, name);
  const later = (seconds: number) => (clock.now = new Date(clock.now.getTime() + 1000 * seconds));
  const check = async () => (await checkOutbox(ctx, FOLLOWERS))?.message;
  return { ctx, logged, later, check };
}

test("events that wait for a transaction of another database are reported after a minute, with the transaction in the log", async () => {
  const { ctx, logged, later, check } = await openOutbox();
  const end = await openTransactionInOtherDatabase();
  await announce(ctx);
  later(59);
  expect(await check()).toBeUndefined();
  later(2);
  expect(await check()).toMatch(
    /have waited 61 s for the oldest transaction \(process \d+ .*\)\.$/,
  );
  const line = logged.find((line) => line.includes("an open transaction holds back events"));
  expect(line).toContain("nightly-job");
  expect(line).toContain('"database":"postgres"');
  await end();
});

test("a stalled consumer is reported, a consumer with a deliberate delay only beyond that delay", async () => {
  const { ctx, later, check } = await openOutbox();
  await announce(ctx);
  later(61);
  await vi.waitUntil(
    async () => (await check()) === "The event consumer notices is 61 s behind.",
    SETTLES,
  );
  const step = createConsumer(ctx, { name: "notices", handle: async () => {} });
  await vi.waitUntil(step, SETTLES);
  expect(await check()).toBeUndefined();
  later(600);
  expect(await check()).toBe("The event consumer chat-unread is 61 s behind.");
});

test("an event that a consumer always fails at is set aside and reported, and the other events are processed", async () => {
  const { ctx, later, check, logged } = await openOutbox();
  const done: number[] = [];
  const ids = async () =>
    (await ctx.db.selectFrom("event").select("id").orderBy("xid").execute()).map(({ id }) => id);
  for (let n = 0; n < 7; n++) await announce(ctx);
  const [bad] = (await ids()).slice(3);
  const step = createConsumer(
    ctx,
    {
      name: "notices",
      handle: async (_, events) => {
        if (events.some(({ id }) => id === bad)) throw new Error("cannot be worked on");
        done.push(...events.map(({ id }) => id));
      },
    },
    { attempts: 3, firstDelayMs: 1 },
  );
  await vi.waitUntil(async () => {
    await step().catch(() => {});
    return done.length >= 6;
  }, SETTLES);
  expect(done).toEqual((await ids()).filter((id) => id !== bad));
  const aside = await ctx.db
    .selectFrom("failed_event")
    .select(["consumer", "seq", "error"])
    .execute();
  expect(aside).toEqual([
    { consumer: "notices", seq: expect.stringMatching(`\\.${bad}$`), error: "cannot be worked on" },
  ]);
  expect(logged.join()).toContain("an event was set aside after repeated failures");
  later(61);
  expect(await check()).toBe("The event consumer notices set aside 1 events since yesterday.");
});

test("an event is not set aside for a transient error", async () => {
  const { ctx } = await openOutbox();
  await announce(ctx);
  let fails = 20;
  const step = createConsumer(
    ctx,
    {
      name: "notices",
      handle: async () => {
        if (fails-- > 0) throw Object.assign(new Error("deadlock detected"), { code: "40P01" });
      },
    },
    { attempts: 3, firstDelayMs: 1 },
  );
  await vi.waitUntil(() => step().catch(() => 0), SETTLES);
  expect(fails).toBe(-1);
  expect(await ctx.db.selectFrom("failed_event").select("seq").execute()).toEqual([]);
});
