import { readFileSync } from "node:fs";
import type { LiveEvent } from "@commonlane/contract/live";
import type { Ride } from "@commonlane/contract/rides";
import { io } from "socket.io-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { socketConnection } from "#platform/db/embedded/embedded-postgres.ts";
import { findDataFolder } from "#platform/db/embedded/data-folder.ts";
import { buildDatabaseUrl } from "#platform/db/read-database-url.ts";
import { createDatabaseFolder } from "../app/test-folders.ts";
import { createTestDatabase } from "../app/test-database.ts";
import { rideInput, openDatabaseContext, type Person, createUser, send } from "./http-users.ts";
import { startCluster } from "./server-process.ts";

const PATIENCE = { timeout: 30_000, interval: 10 };
const SLOW = { timeout: 90_000 };

/** Running child processes of a process. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);

const countRequests = ({ heard }: { heard: LiveEvent[] }) =>
  heard.filter(({ type }) => type === "seat-request.created").length;

/** A live connection that opens a TCP connection per poll, so that any process may receive it. */
async function listen(address: string, { token }: Person, transports: string[]) {
  const socket = io(address, {
    path: "/live",
    transports,
    auth: { token },
    forceNew: true,
    reconnection: false,
  });
  onTestFinished(() => void socket.disconnect());
  const heard: LiveEvent[] = [];
  const ends: string[] = [];
  let isReady = false;
  socket.on("event", (payload: LiveEvent) => heard.push(payload));
  socket.on("resync", () => (isReady = true));
  for (const end of ["disconnect", "connect_error"])
    socket.on(end, (why: unknown) => ends.push(String(why)));
  await vi.waitUntil(() => isReady || ends.length > 0, PATIENCE);
  return { socket, heard, ends };
}

test(
  "behind one port live connections poll and upgrade to WebSockets, whichever process receives them",
  SLOW,
  async () => {
    const connection = await createTestDatabase();
    const { address, output } = await startCluster(3, {
      DATABASE_URL: buildDatabaseUrl(connection),
    });
    const ctx = openDatabaseContext(connection);
    const driver = await createUser(ctx);
    const polling = await Promise.all(
      Array.from({ length: 4 }, () => listen(address, driver, ["polling"])),
    );
    const rising = await Promise.all(
      Array.from({ length: 6 }, () => listen(address, driver, ["polling", "websocket"])),
    );
    await vi.waitUntil(
      () => rising.every(({ socket }) => socket.io.engine.transport.name === "websocket"),
      PATIENCE,
    );
    const seeker = await createUser(ctx);
    const host = {
      method: "POST",
      path: "/rides",
      token: driver.token,
      body: rideInput(),
    } as const;
    const { body: ride } = await send<Ride>(address, host);
    await send(address, {
      method: "POST",
      path: `/rides/${ride.id}/request`,
      token: seeker.token,
      body: {},
    });
    await vi.waitUntil(
      () => [...polling, ...rising].every((line) => countRequests(line) > 0),
      PATIENCE,
    );
    expect([...polling, ...rising].map((line) => [countRequests(line), line.ends])).toEqual(
      Array.from({ length: 10 }, () => [1, []]),
    );
    // A connection of a process that has ended starts again.
    const unknownSession = await fetch(
      `${address}/live/?EIO=4&transport=polling&sid=99.abcdefghijklmnopqrst`,
    );
    expect([unknownSession.status, await unknownSession.json()]).toEqual([
      400,
      { code: 1, message: "Session ID unknown" },
    ]);
    expect(output()).toBe("");
  },
);

test(
  "on the embedded database, a crashed process is replaced, and all shut down gracefully",
  SLOW,
  async () => {
    const DATA_DIR = createDatabaseFolder();
    const { address, pid, stop } = await startCluster("2", { DATA_DIR }, { LOG_LEVEL: "fatal" });
    const ctx = openDatabaseContext(socketConnection(findDataFolder(DATA_DIR) ?? DATA_DIR));
    const driver = await createUser(ctx);
    const isServing = async () =>
      (await fetch(`${address}/health/ready`, { headers: { connection: "close" } })).ok;
    const servers = () =>
      childrenOf(pid).filter((child) =>
        readFileSync(`/proc/${child}/cmdline`, "utf8").includes("main-process"),
      );
    const before = servers();
    expect(before).toHaveLength(2);
    process.kill(before[0] ?? 0, "SIGKILL");
    await vi.waitUntil(
      () => servers().length === 2 && !servers().includes(before[0] ?? 0),
      PATIENCE,
    );
    await vi.waitUntil(async () => (await isServing()) && (await isServing()), PATIENCE);
    const host = {
      method: "POST",
      path: "/rides",
      token: driver.token,
      body: rideInput(),
    } as const;
    expect((await send(address, host)).status).toBe(201);
    expect(await stop()).toBe(0);
    await expect(fetch(address)).rejects.toThrow("fetch failed");
  },
);

test("an invalid configuration is reported in one line, with its own exit code", SLOW, async () => {
  // A server that does not answer yet is waited for.
  const wrongName = { ...(await createTestDatabase()), database: "none" };
  const place = { DATABASE_URL: buildDatabaseUrl(wrongName) };
  await expect(startCluster("many", place)).rejects.toThrow(
    /did not become ready: Usage: npm run cluster \[-- ⟨processes⟩\], from 1 to 64[^\n]*$/,
  );
  await expect(startCluster(2, place)).rejects.toThrow(
    /did not become ready: The database at DATABASE_URL[^\n]*no database of this name[^\n]*$/,
  );
});
