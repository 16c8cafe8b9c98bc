import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { LiveEvent } from "@commonlane/contract/live";
import { io } from "socket.io-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { socketConnection } from "#platform/db/embedded/embedded-postgres.ts";
import { findDataFolder } from "#platform/db/embedded/data-folder.ts";
import { createDatabaseFolder } from "../app/test-folders.ts";
import { findContradictions } from "./consistency-check.ts";
import {
  rideInput,
  openDatabaseContext,
  createUsers,
  type Person,
  createUser,
  send,
} from "./http-users.ts";
import { Load } from "./load.ts";
import { killDatabaseIn, type ServerProcess, startCluster, startServer } from "./server-process.ts";

/**
 * More kills, with figures: `TEST_RUN=long DATABASE_KILLS=50 npx vitest run --project server
 * server/test/processes/database-restart.long.test.ts`.
 */
const KILLS = Number(process.env["DATABASE_KILLS"] ?? 3);
const PATIENCE = { timeout: 30_000, interval: 20 };
const QUIET = { LOG_LEVEL: "fatal" };

const openDirectContext = (folder: string) =>
  openDatabaseContext(socketConnection(findDataFolder(folder) ?? folder));

/** Hosts a ride, retrying under one key until it works; returns the time it took in ms. */
async function measureRecovery(address: string, { token }: Person): Promise<number> {
  const beganMs = performance.now();
  const call = {
    method: "POST",
    path: "/rides",
    token,
    body: rideInput(),
    key: randomUUID(),
  } as const;
  for (;;) {
    const { status, body } = await send(address, call);
    if (status === 201) return performance.now() - beganMs;
    expect([status, body.code]).toEqual([503, "unavailable"]);
    await sleep(20);
  }
}

/** A live connection that stays open throughout, and the types of events it receives. */
async function recordEventTypes(address: string, { token }: Person): Promise<string[]> {
  const socket = io(address, {
    path: "/live",
    transports: ["websocket"],
    auth: { token },
    forceNew: true,
  });
  onTestFinished(() => void socket.disconnect());
  const heard: string[] = [];
  socket.on("event", ({ type }: LiveEvent) => heard.push(type));
  // Reconnects like the web app after a refusal: socket.io itself retries only after a broken connection.
  for (const loss of ["disconnect", "connect_error"]) {
    socket.on(loss, () => void (socket.active || setTimeout(() => socket.connect(), 200)));
  }
  await new Promise((ready) => socket.once("resync", ready));
  return heard;
}

const DataExports = z.object({ items: z.array(z.object({ state: z.string() })) });

/** Checks that background jobs run again, with a data export. */
async function checkJobsRun(address: string, { token }: Person): Promise<void> {
  const path = "/identity/exports";
  const { status } = await send(address, { method: "POST", path, token, body: {} });
  expect(status).toBeLessThan(300);
  await vi.waitUntil(async () => {
    const { body } = await send<unknown>(address, { method: "GET", path, token });
    return DataExports.parse(body).items[0]?.state === "ready";
  }, PATIENCE);
}

const signals = ["SIGKILL", "SIGINT"] as const;
test.each([
  ["one process", (place: { DATA_DIR: string }) => startServer(place, QUIET)],
  ["a cluster of two", (place: { DATA_DIR: string }) => startCluster(2, place, QUIET)],
] satisfies [string, (place: { DATA_DIR: string }) => Promise<ServerProcess>][])(
  `%s: the embedded database is killed ${KILLS} times under load, recovers automatically, and loses nothing acknowledged`,
  { timeout: 90_000 + KILLS * 20_000 },
  async (_, start) => {
    const DATA_DIR = createDatabaseFolder();
    const server = await start({ DATA_DIR });
    const { address } = server;
    const ctx = openDirectContext(DATA_DIR);
    const load = new Load(await createUsers(ctx, 3), await createUsers(ctx, 8));
    const watcher = await createUser(ctx);
    const heard = await recordEventTypes(address, watcher);
    const backAfterMs: number[] = [];
    const running = load.run(address, Number.POSITIVE_INFINITY, () => {});
    for (let kills = 0; kills < KILLS; kills++) {
      const before = load.acknowledged;
      await vi.waitUntil(() => load.acknowledged > before + 20, PATIENCE);
      // Mostly like the OOM killer, sometimes like an administrator.
      killDatabaseIn(DATA_DIR, signals[kills % 5 === 1 ? 1 : 0]);
      backAfterMs.push(await measureRecovery(address, watcher));
    }
    load.stop();
    await running;
    await load.settle(address);
    expect(load.unanswered).toEqual([]);
    expect(load.unexpectedReplies).toEqual([]);
    expect(load.deferred).toBeGreaterThan(0);
    const theirs = await ctx.db
      .selectFrom("ride")
      .select("id")
      .where("host_id", "=", watcher.uid)
      .execute();
    expect(theirs).toHaveLength(KILLS);
    expect(await findContradictions(ctx, load, [watcher.uid])).toEqual([]);
    expect((await fetch(`${address}/health/ready`)).status).toBe(200);

    const heardBefore = heard.length;
    const { body: ride } = await send(address, {
      method: "POST",
      path: "/rides",
      token: watcher.token,
      body: rideInput(),
    });
    const asking = {
      method: "POST",
      path: `/rides/${ride.id}/request`,
      token: (await createUser(ctx)).token,
    } as const;
    expect((await send(address, { ...asking, body: { seats: 1 } })).status).toBe(201);
    await vi.waitUntil(() => heard.slice(heardBefore).includes("seat-request.created"), PATIENCE);
    await checkJobsRun(address, watcher);
    if (process.env["DATABASE_KILLS"]) process.stdout.write(figures(backAfterMs, load));
    expect([await server.stop(), server.output()]).toEqual([0, ""]);
  },
);

function figures(backAfterMs: readonly number[], load: Load): string {
  const sorted = backAfterMs.toSorted((a, b) => a - b).map(Math.round);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1];
  return `writes work again after ms: median ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)}; acknowledged ${load.acknowledged}, deferred ${load.deferred}\n`;
}

test(
  "when its embedded database is killed, the server reports it and restarts it",
  { timeout: 60_000 },
  async () => {
    const DATA_DIR = createDatabaseFolder();
    const server = await startServer({ DATA_DIR }, { LOG_LEVEL: "warn" });
    killDatabaseIn(DATA_DIR);
    await expect
      .poll(server.output, { timeout: 20_000 })
      .toMatch(/The database is back after \d+ ms\./);
    expect(server.output()).toContain(
      "The database stopped and is being restarted: it was ended by SIGKILL.",
    );
    await expect
      .poll(async () => (await fetch(`${server.address}/health/ready`)).status, { timeout: 20_000 })
      .toBe(200);
    expect(await server.stop()).toBe(0);
  },
);
