import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createTestContext } from "../../../test/app/test-context.ts";
import { startRedis } from "../../../test/services/redis.ts";
import { buildDatabaseUrl } from "../db/read-database-url.ts";
import type { Message } from "./bus.ts";
import { Bus } from "./bus.ts";
import { openBus } from "./open-bus.ts";

const PATIENCE = { timeout: 15_000, interval: 10 };
type Opened = Awaited<ReturnType<typeof createTestContext>>;

/** The bus as one of several server processes uses it. */
async function process({ ctx, connection }: Opened, REDIS_URL?: string) {
  const bus = await openBus(
    { connection, db: ctx.db },
    { DATABASE_URL: buildDatabaseUrl(connection), REDIS_URL },
    ctx.log,
  );
  onTestFinished(() => bus.close());
  const heard: unknown[] = [];
  bus.subscribe("cells", (message) => heard.push(message));
  return { bus, heard };
}

const long: Message = { text: "Zürich 東京 🚲 ".repeat(5_000), list: [1, null, true] };

test("messages arrive at every other process, complete and in order, and not at their sender", async () => {
  const opened = await createTestContext();
  const one = await process(opened);
  const two = await process(opened);
  const three = await process(opened);
  one.bus.publish("elsewhere", 0);
  for (const message of [1, long, 3]) one.bus.publish("cells", message);
  await vi.waitUntil(() => two.heard.length === 3 && three.heard.length === 3, PATIENCE);
  expect([two.heard, three.heard, one.heard]).toEqual([[1, long, 3], [1, long, 3], []]);
});

test("a failing handler does not affect the others, and without a transport nothing is sent", async () => {
  const opened = await createTestContext();
  const one = await process(opened);
  const two = await process(opened);
  two.bus.subscribe("cells", () => {
    throw new Error("full");
  });
  const lateMessages: unknown[] = [];
  two.bus.subscribe("cells", (message) => lateMessages.push(message));
  one.bus.publish("cells", 1);
  await vi.waitUntil(() => lateMessages.length === 1, PATIENCE);
  expect(opened.logged.filter((line) => line.includes("full"))).toHaveLength(1);

  const alone = new Bus();
  alone.publish("cells", 1);
  await alone.close();
});

describe.runIf(startRedis.available)("with a real Redis", () => {
  test("messages go through Redis while it is available and through PostgreSQL otherwise", async () => {
    const server = await startRedis();
    const opened = await createTestContext();
    const one = await process(opened, server.url);
    const two = await process(opened, server.url);
    const streamed = async () => Number((await server.command("DBSIZE"))[0] ?? 0) > 0;
    const arrives = async (number: number) => {
      await vi.waitUntil(() => {
        one.bus.publish("cells", number);
        return two.heard.includes(number);
      }, PATIENCE);
    };
    // The client connects on its own within a moment; until then PostgreSQL carries the messages.
    await vi.waitUntil(async () => {
      one.bus.publish("cells", 1);
      return streamed();
    }, PATIENCE);
    await arrives(2);
    await server.kill();
    await arrives(3);
    await server.start();
    expect(await streamed()).toBe(false);
    await vi.waitUntil(async () => {
      one.bus.publish("cells", 4);
      return streamed();
    }, PATIENCE);
    await arrives(5);
    expect(opened.logged.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
  });
});
