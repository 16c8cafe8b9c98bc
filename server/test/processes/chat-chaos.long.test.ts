import { writeFileSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { issueIdToken } from "#modules/accounts/index.ts";
import { buildDatabaseUrl } from "#platform/db/read-database-url.ts";
import { createTestDatabase } from "../app/test-database.ts";
import { startRedis } from "../services/redis.ts";
import { openDatabaseContext, createUsers } from "./http-users.ts";
import { openChaosProxy } from "./chaos-proxy.ts";
import { ChatReceiver, ChatSender, openGroup, PATIENCE } from "./chat-clients.ts";
import { type DatabaseLocation, startServer } from "./server-process.ts";

/** `CHAT_MESSAGES=1000000` runs longer; each message is received by every member of its conversation. */
const LEAST = Number(process.env["CHAT_MESSAGES"] ?? 20_000);
const ROOMS = 16;
const MEMBERS = 3;
const EACH = Math.ceil(LEAST / (ROOMS * MEMBERS));
const MESSAGES = EACH * ROOMS * MEMBERS;
/** Number of messages between two disturbances: the server is killed, it is shut down, Redis is killed. */
const DISTURB_EVERY = Math.min(20_000, Math.floor(MESSAGES / 4));
const WITHIN_MS = 120_000 + MESSAGES * 60;

/** Renewed long before they expire. */
const RENEWED_AFTER_MS = 25 * 60_000;

test(
  `${MESSAGES} messages to ${MEMBERS} members each over connections that stall and break, with a server that crashes and restarts: none lost, duplicated or out of order`,
  { timeout: WITHIN_MS, retry: 0 },
  async () => {
    const connection = await createTestDatabase();
    const place: DatabaseLocation = { DATABASE_URL: buildDatabaseUrl(connection) };
    const ctx = openDatabaseContext(connection);
    const redis = startRedis.available ? await startRedis() : undefined;
    const environment = redis ? { REDIS_URL: redis.url } : {};
    let server = await startServer(place, environment);
    const all = await createUsers(ctx, ROOMS * MEMBERS);
    const tokens = new Map(all.map(({ uid, token }) => [uid, token]));
    const tokenOf = (uid: string) => () => tokens.get(uid) ?? "";
    const renewing = setInterval(() => {
      for (const { uid } of all)
        void issueIdToken(ctx, uid).then((token) => tokens.set(uid, token));
    }, RENEWED_AFTER_MS);
    onTestFinished(() => clearInterval(renewing));
    const proxy = await openChaosProxy();
    proxy.lead(server.address);
    const rooms = await Promise.all(
      Array.from({ length: ROOMS }, async (_, n) => {
        const people = all.slice(n * MEMBERS, (n + 1) * MEMBERS);
        const conversationId = await openGroup(server.address, people);
        return people.map(({ uid }) => ({
          uid,
          address: proxy.address,
          conversationId,
          token: tokenOf(uid),
        }));
      }),
    );
    const members = rooms.flat();
    const receivers = members.map((member) => new ChatReceiver(member));
    await vi.waitUntil(
      () => receivers.every(({ resyncs, last }) => resyncs > 0 && last > 0),
      PATIENCE,
    );

    const began = performance.now();
    let storedCount = 0;
    const blows = { killed: 0, restarted: 0, withoutRedis: 0 };
    const blow = async (n: number) => {
      if (redis && n % 3 === 2) {
        blows.withoutRedis++;
        await redis.kill();
        await redis.start();
        return;
      }
      const kill = n % 3 === 0;
      blows[kill ? "killed" : "restarted"]++;
      await (kill ? server.kill() : server.stop());
      // Counts of attempts accumulate, since more processes crash here in an hour than the limits allow for.
      await ctx.db.deleteFrom("rate_count").execute();
      server = await startServer(place, environment);
      proxy.lead(server.address);
    };
    const ids = new Set<string>();
    const senders = members.map((member) => new ChatSender(member));
    const sayAll = async (sender: ChatSender) => {
      for (; sender.sentCount < EACH; storedCount++) ids.add(await sender.sendNext());
    };
    const saying = Promise.all(senders.map(sayAll));
    for (let n = 0; (n + 1) * DISTURB_EVERY < MESSAGES; n++) {
      const due = (n + 1) * DISTURB_EVERY;
      await Promise.race([
        saying,
        vi.waitUntil(() => storedCount >= due, { timeout: WITHIN_MS, interval: 20 }),
      ]);
      await blow(n);
    }
    await saying;
    const tookS = (performance.now() - began) / 1000;
    proxy.calm();
    // Each conversation also has the system messages about joining.
    const notes = MEMBERS - 1;
    const expectedCount = EACH * MEMBERS + notes;
    await vi.waitUntil(() => receivers.every(({ last }) => last >= expectedCount), PATIENCE);

    expect(ids.size).toBe(MESSAGES);
    const rows = await ctx.db.selectFrom("message").select(["id", "kind"]).execute();
    expect(rows.filter(({ kind }) => kind !== "note").every(({ id }) => ids.has(id))).toBe(true);
    expect(rows).toHaveLength(ROOMS * expectedCount);
    expect(receivers.flatMap(({ faults }) => faults)).toEqual([]);
    expect(receivers.map(({ last }) => last)).toEqual(receivers.map(() => expectedCount));
    const lost = senders.reduce((sum, sender) => sum + sender.unanswered, 0);
    const resyncs =
      receivers.reduce((sum, receiver) => sum + receiver.resyncs, 0) - receivers.length;
    // Otherwise the test proves nothing.
    expect([lost > 0, proxy.cut() > receivers.length]).toEqual([true, true]);
    expect(blows).toEqual({
      killed: expect.toSatisfy((times) => times > 0),
      restarted: expect.toSatisfy((times) => times > 0),
      withoutRedis: expect.toSatisfy((times) => times > 0 || !redis),
    });
    const report = {
      messages: MESSAGES,
      receivedBy: MEMBERS,
      tookS,
      lost,
      cut: proxy.cut(),
      ...blows,
      resyncs,
    };
    if (process.env["CHAT_REPORT"])
      writeFileSync(process.env["CHAT_REPORT"], JSON.stringify(report));
  },
);
