import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { io } from "socket.io-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { buildDatabaseUrl } from "#platform/db/read-database-url.ts";
import { createTestDatabase } from "../app/test-database.ts";
import { rideInput, openDatabaseContext, createUsers, createUser, send } from "./http-users.ts";
import { startServer } from "./server-process.ts";

/**
 * More restarts: `TEST_RUN=long RESTARTS=20 npx vitest run --project server server/test/processes/drain.long.test.ts`.
 */
const RESTARTS = Number(process.env["RESTARTS"] ?? 2);
const CALLERS = 24;
const PATIENCE = { timeout: 30_000, interval: 20 };

interface Outcome {
  /** The HTTP status or the error code. */
  readonly result: number | string;
  readonly closes: boolean;
}

/** Sends one request on a keep-alive connection. */
function call(
  address: string,
  agent: Agent,
  { token, write }: { token: string; write: boolean },
): Promise<Outcome> {
  const body = write ? JSON.stringify(rideInput()) : "";
  const headers = {
    authorization: `Bearer ${token}`,
    ...(write && { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
  };
  const options = { agent, method: write ? "POST" : "GET", headers };
  return new Promise((resolve) => {
    const asking = request(
      `${address}/api/${write ? "rides" : "rides/all"}`,
      options,
      (response) => {
        const closes = response.headers.connection === "close";
        response.on("error", (error: NodeJS.ErrnoException) =>
          resolve({ result: error.code ?? error.message, closes }),
        );
        response.on("end", () => resolve({ result: response.statusCode ?? 0, closes })).resume();
      },
    );
    asking.on("error", (error: NodeJS.ErrnoException) =>
      resolve({ result: error.code ?? error.message, closes: true }),
    );
    asking.end(body);
  });
}

test(
  `${CALLERS} clients with keep-alive connections see no reset when the server is stopped, ${RESTARTS} times`,
  { timeout: 60_000 + RESTARTS * 60_000 },
  async () => {
    const connection = await createTestDatabase();
    const place = { DATABASE_URL: buildDatabaseUrl(connection) };
    const ctx = openDatabaseContext(connection);
    const seen = new Map<number | string, number>();
    for (let restarts = 0; restarts < RESTARTS; restarts++) {
      // New ones each time: the departures of the rides they offer repeat after a while.
      const callers = await createUsers(ctx, CALLERS);
      const server = await startServer(place);
      let closing = 0;
      const calling = callers.map(async ({ token }, index) => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        for (let isUp = true; isUp;) {
          const { result, closes } = await call(server.address, agent, {
            token,
            write: index % 3 === 0,
          });
          seen.set(result, (seen.get(result) ?? 0) + 1);
          closing += Number(closes && typeof result === "number");
          isUp = typeof result === "number";
        }
        agent.destroy();
      });
      const before = seen.get(201) ?? 0;
      await vi.waitUntil(() => (seen.get(201) ?? 0) > before + CALLERS, PATIENCE);
      const ended = server.stop();
      await Promise.all(calling);
      expect([await ended, server.output()]).toEqual([0, ""]);
      expect(closing).toBeGreaterThan(0);
    }
    if (process.env["RESTARTS"])
      process.stdout.write(`${JSON.stringify(Object.fromEntries(seen))}\n`);
    // Each ends when the connection is refused: that request was never sent.
    expect(new Set(seen.keys())).toEqual(new Set([200, 201, "ECONNREFUSED"]));
    expect(seen.get("ECONNREFUSED")).toBe(CALLERS * RESTARTS);
  },
);

test(
  "a stopping server reports it while it still serves, closes its live connections, and accepts no new ones",
  { timeout: 60_000 },
  async () => {
    const connection = await createTestDatabase();
    const ctx = openDatabaseContext(connection);
    const server = await startServer(
      { DATABASE_URL: buildDatabaseUrl(connection) },
      { DRAIN_S: "3" },
    );
    const { token } = await createUser(ctx);
    const open = () => {
      const socket = io(server.address, {
        path: "/live",
        auth: { token },
        forceNew: true,
        reconnection: false,
      });
      onTestFinished(() => void socket.disconnect());
      return socket;
    };
    const live = open();
    await new Promise((ready) => live.once("resync", ready));
    const disconnected = new Promise((resolve) => live.once("disconnect", resolve));
    const ready = () => fetch(`${server.address}/health/ready`);
    expect((await ready()).status).toBe(200);

    const stopping = server.stop();
    expect(await disconnected).toBe("transport close");
    const during = await ready();
    expect([during.status, during.headers.get("connection"), await during.json()]).toMatchObject([
      503,
      "close",
      {
        checks: { accepting: "failed", database: "ok" },
        reasons: { accepting: "The server is stopping." },
      },
    ]);
    const refused = open();
    await new Promise((resolve) => refused.once("connect_error", resolve));
    expect(refused.connected).toBe(false);
    expect(
      (await send(server.address, { method: "POST", path: "/rides", token, body: rideInput() }))
        .status,
    ).toBe(201);
    expect(await stopping).toBe(0);
  },
);

test("an idle keep-alive connection does not delay the shutdown", { timeout: 60_000 }, async () => {
  const connection = await createTestDatabase();
  const server = await startServer({ DATABASE_URL: buildDatabaseUrl(connection) });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const outcome = await call(server.address, agent, { token: "none", write: false });
  expect(outcome).toEqual({ result: 401, closes: false });
  await sleep(1_100);
  const socket = Object.values(agent.freeSockets)[0]?.[0];
  const cut = new Promise((resolve) => socket?.once("close", resolve));
  const ended = server.stop();
  await cut;
  expect(await ended).toBe(0);
});
