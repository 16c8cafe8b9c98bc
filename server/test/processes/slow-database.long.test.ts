import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { buildDatabaseUrl } from "#platform/db/read-database-url.ts";
import { createTestDatabase } from "../app/test-database.ts";
import { startServer } from "./server-process.ts";

/** Longer than a request waits for a connection. */
const DELAY_MS = 6_000;

/** As in front of a database on a busy machine: each connection takes long. */
async function openSlowDoor(socketPath: string): Promise<number> {
  const sockets = new Set<Socket>();
  const door = createServer((client) => {
    sockets.add(client.on("error", () => {}));
    setTimeout(() => {
      const server = connect(socketPath).on("error", () => client.destroy());
      sockets.add(server);
      client.pipe(server).pipe(client);
    }, DELAY_MS);
  }).listen(0, "127.0.0.1");
  await once(door, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    door.close();
  });
  const { port }: AddressInfo = Object(door.address());
  return port;
}

test(
  "a server starts on a database to which each connection takes six seconds",
  { timeout: 400_000 },
  async () => {
    const database = await createTestDatabase({ empty: true });
    const port = await openSlowDoor(`${database.host}/.s.PGSQL.${database.port ?? 5432}`);
    const DATABASE_URL = buildDatabaseUrl({ ...database, host: "127.0.0.1", port });
    const server = await startServer({ DATABASE_URL }, { LOG_LEVEL: "info" });
    expect((await fetch(`${server.address}/health/live`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
  },
);
