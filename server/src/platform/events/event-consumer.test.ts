import type { DomainEvent, Topic } from "@commonlane/contract/live";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { createTestContext } from "../../../test/app/test-context.ts";
import { type Context, type InTransaction, transaction } from "../context.ts";
import { connect } from "../db/database.ts";
import { appendEvents, type StoredEvent } from "../db/outbox/outbox.ts";
import { initializeOffset, registerConsumers } from "../db/outbox/consumer-offsets.ts";
import { isAfter, createConsumer, createTransientConsumer } from "./event-consumer.ts";
import { NewEventSignal, startPolling } from "./polling.ts";

const ADA_UID = "00000000-0000-7000-8000-0000000000ad";
const ADA: Topic = `user:${ADA_UID}`;
const BOB: Topic = "user:00000000-0000-7000-8000-0000000000b0";
const PATIENCE = { timeout: 15_000, interval: 20 };
/** An event with a number, to check the order. */
const payload = (number: number): DomainEvent => ({
  type: "ride.changed",
  rideId: `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`,
});
const numberOf = ({ payload }: StoredEvent) =>
  "rideId" in payload ? Number(payload.rideId.slice(-12)) : NaN;
const publishNumbers = (ctx: Context, ...numbers: number[]) =>
  transaction(ctx, async (ctx) => {
    for (const number of numbers) ctx.publish(ADA, payload(number));
  });

/** Publishes `number` in an open transaction and returns a function that commits it. */
async function uncommitted(ctx: Context, number: number): Promise<() => Promise<void>> {
  const worked = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const committed = ctx.db.transaction().execute(async (db) => {
    await appendEvents(db, ctx.now(), [{ topic: ADA, payload: payload(number) }]);
    worked.resolve();
    await end.promise;
  });
  await worked.promise;
  return () => {
    end.resolve();
    return committed;
  };
}

async function openReader() {
  const { ctx } = await createTestContext();
  const read: number[] = [];
  const step = await createTransientConsumer(ctx, (event) => read.push(numberOf(event)));
  // One poll may not suffice: transactions of other tests on the same server hold it back.
  const readUntil = (count: number) =>
    vi.waitUntil(async () => {
      await step();
      return read.length >= count && read;
    }, PATIENCE);
  return { ctx, step, readUntil };
}

test("an event committed late, with a smaller number than one already visible, is not skipped", async () => {
  const { ctx, step, readUntil } = await openReader();
  const commit = await uncommitted(ctx, 1);
  await publishNumbers(ctx, 2);
  expect(await step()).toBe(0);
  await commit();
  expect(await readUntil(2)).toEqual([1, 2]);
});

test("an event whose number was drawn before that of an older transaction is not skipped", async () => {
  const { ctx, readUntil } = await openReader();
  const younger = await ctx.db.transaction().execute(async (older) => {
    await sql`select pg_current_xact_id()`.execute(older);
    const commit = await uncommitted(ctx, 2);
    await appendEvents(older, ctx.now(), [{ topic: ADA, payload: payload(1) }]);
    return { commit };
  });
  expect(await readUntil(1)).toEqual([1]);
  await younger.commit();
  expect(await readUntil(2)).toEqual([1, 2]);
});

test("a transaction that rolls back publishes nothing", async () => {
  const { ctx } = await createTestContext();
  const failing = transaction(ctx, async (ctx: InTransaction) => {
    ctx.publish(ADA, payload(1));
    throw new Error("changed its mind");
  });
  await expect(failing).rejects.toThrow("changed its mind");
  expect(await ctx.db.selectFrom("event").select("id").execute()).toEqual([]);
});

test("a named consumer continues where its work was committed, and two instances share the work", async () => {
  const { ctx } = await createTestContext();
  const read: number[] = [];
  await publishNumbers(ctx, 1, 2, 3);
  const dying = createConsumer(ctx, {
    name: "notices",
    handle: async (_, events) => {
      if (events.some((event) => numberOf(event) === 3)) throw new Error("killed");
    },
  });
  await vi.waitFor(() => expect(dying()).rejects.toThrow("killed"), PATIENCE);

  const take = async (_: InTransaction, events: readonly StoredEvent[]) =>
    void read.push(...events.map(numberOf));
  const twins = [
    createConsumer(ctx, { name: "notices", handle: take }),
    createConsumer(ctx, { name: "notices", handle: take }),
  ];
  const readUntil = (count: number) =>
    vi.waitUntil(async () => {
      await Promise.all(twins.map((step) => step()));
      return read.length >= count;
    }, PATIENCE);
  await readUntil(3);
  await publishNumbers(ctx, 4);
  await readUntil(4);
  expect(read).toEqual([1, 2, 3, 4]);
});

test("the work of a named consumer and its offset are committed together or not at all", async () => {
  const { ctx } = await createTestContext();
  await publishNumbers(ctx, 1, 2);
  let dies = true;
  const letterAbout = (event: StoredEvent) => ({
    recipient: String(numberOf(event)),
    subject: "",
    body_text: "",
    body_html: "",
    sent_at: ctx.now(),
  });
  const step = createConsumer(ctx, {
    name: "notices",
    handle: async (ctx, events) => {
      await ctx.db.insertInto("dev_email").values(events.map(letterAbout)).execute();
      if (dies) throw new Error("killed");
    },
  });
  await vi.waitFor(() => expect(step()).rejects.toThrow("killed"), PATIENCE);
  dies = false;
  // After a failure the next batch is smaller.
  let count = 0;
  await vi.waitUntil(async () => (count += await step()) === 2, PATIENCE);
  const kept = await ctx.db.selectFrom("dev_email").select("recipient").orderBy("id").execute();
  expect(kept.map(({ recipient }) => recipient)).toEqual(["1", "2"]);
});

test("[domain/work:set-aside] an event that its consumer cannot handle is set aside, also if Node refuses something in it", async () => {
  const { ctx } = await createTestContext();
  await publishNumbers(ctx, 1, 2);
  const read: number[] = [];
  const step = createConsumer(
    ctx,
    {
      name: "notices",
      handle: async (_, events) => {
        const numbers = events.map(numberOf);
        const urls = numbers.map((number) => new URL(number === 1 ? "" : "https://x.example"));
        if (urls.length > 0) read.push(...numbers);
      },
    },
    { attempts: 2, firstDelayMs: 0 },
  );
  await vi.waitUntil(async () => {
    await step().catch(() => 0);
    return read.length > 0;
  }, PATIENCE);
  expect(read).toEqual([2]);
  const aside = await ctx.db.selectFrom("failed_event").select(["consumer", "error"]).execute();
  expect(aside).toEqual([{ consumer: "notices", error: "Invalid URL" }]);
});

test("a transient consumer that fails to send an event sends it again", async () => {
  const { ctx } = await createTestContext();
  const read: number[] = [];
  let fails = true;
  const step = await createTransientConsumer(ctx, (event) => {
    if (fails && numberOf(event) === 2) throw new Error("not now");
    read.push(numberOf(event));
  });
  await publishNumbers(ctx, 1, 2, 3);
  await vi.waitFor(() => expect(step()).rejects.toThrow("not now"), PATIENCE);
  fails = false;
  await vi.waitUntil(step, PATIENCE);
  expect(read).toEqual([1, 2, 3]);
});

test("[domain/work:each-recipient] an event that fails for one recipient is repeated for that one, and the others have it meanwhile", async () => {
  const { ctx } = await createTestContext();
  const received: string[] = [];
  let fails = true;
  const step = await createTransientConsumer(ctx, (event) => {
    if (fails && event.topic === BOB) throw new Error("not now");
    received.push(`${event.topic === BOB ? "bob" : "ada"} ${numberOf(event)}`);
  });
  await transaction(ctx, async (ctx) => {
    for (const topic of [BOB, ADA]) ctx.publish(topic, payload(1));
    ctx.publish(BOB, payload(2));
  });
  await vi.waitFor(() => expect(step()).rejects.toThrow("not now"), PATIENCE);
  expect(received).toEqual(["ada 1"]);
  fails = false;
  await vi.waitUntil(step, PATIENCE);
  expect(received).toEqual(["ada 1", "bob 1", "bob 2"]);
});

test("[domain/work:newer-release] an older release leaves events to a newer one that runs, and takes over when that is gone", async () => {
  const { ctx, clock } = await createTestContext();
  const handled: string[] = [];
  const consumerOf = (release: readonly number[], ...eventTypes: DomainEvent["type"][]) =>
    createConsumer(ctx, {
      name: "notices",
      eventTypes,
      release,
      handle: async (_, events) =>
        void handled.push(...events.map(({ payload: { type } }) => type)),
    });
  const older = consumerOf([0, 9, 9], "ride.changed");
  const newer = consumerOf([0, 10, 0], "ride.changed", "ride-requests.changed");
  const register = (release: readonly number[]) =>
    registerConsumers(ctx.db, ["notices"], { release, now: clock.now });
  const publish = () =>
    transaction(ctx, async (ctx) => {
      ctx.publish(ADA, payload(1));
      ctx.publish("ride-requests", { type: "ride-requests.changed" });
    });
  await initializeOffset(ctx.db, "notices");
  await register([0, 9, 9]);
  await publish();
  await vi.waitUntil(older, PATIENCE);
  await register([0, 10, 0]);
  await register([0, 9, 9]);
  await publish();
  await vi.waitFor(async () => expect([await older(), await newer()]).toEqual([0, 2]), PATIENCE);
  expect(handled).toEqual(["ride.changed", "ride.changed", "ride-requests.changed"]);

  clock.now = new Date(clock.now.getTime() + 301_000);
  await publish();
  await vi.waitUntil(older, PATIENCE);
  expect(handled.slice(3)).toEqual(["ride.changed"]);
});

test("a subscriber that joins during a poll receives what that poll left out", async () => {
  const { ctx } = await createTestContext();
  const read: number[] = [];
  const listened: Topic[][] = [[BOB]];
  const step = await createTransientConsumer(ctx, (event) => read.push(numberOf(event)), {
    // No subscriber is there when the poll starts, but one is when it returns.
    topics: () => listened.shift() ?? [BOB, ADA],
  });
  await publishNumbers(ctx, 1, 2);
  await vi.waitUntil(async () => {
    if (await step()) return true;
    listened.push([BOB]);
    return false;
  }, PATIENCE);
  expect(read).toEqual([1, 2]);
});

test("a notification wakes a sleeping consumer, a failing poll does not end it, and a broken listener reconnects", async () => {
  const { ctx, connection } = await createTestContext();
  const read: number[] = [];
  const errors: unknown[] = [];
  const step = await createTransientConsumer(ctx, (event) => read.push(numberOf(event)));
  let failed = false;
  const failingOnce = async () => {
    if (failed) return step();
    failed = true;
    throw new Error("the database was away");
  };
  const signal = await NewEventSignal.open(connection);
  const stop = startPolling(failingOnce, signal, (error) => errors.push(error));
  await publishNumbers(ctx, 1);
  await vi.waitUntil(() => read.length === 1, PATIENCE);
  const otherConnection = connect(connection, { max: 1 });
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(otherConnection);
  await otherConnection.destroy();
  await vi.waitFor(() => publishNumbers(ctx, 2), PATIENCE);
  await vi.waitUntil(() => read.includes(2), PATIENCE);
  await stop();
  await signal.close();
  expect(errors.length).toBeGreaterThan(0);
});

test("offsets are ordered by transaction, then by event", () => {
  expect(isAfter({ xid: "10", id: 1 }, { xid: "9", id: 2 })).toBe(true);
  expect(isAfter({ xid: "9", id: 2 }, { xid: "9", id: 2 })).toBe(false);
});
