import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { socketConnection } from "#platform/db/embedded/embedded-postgres.ts";
import { findDataFolder } from "#platform/db/embedded/data-folder.ts";
import { copyFolder, createTestFolder } from "../app/test-folders.ts";
import { rideInput, openDatabaseContext, createUser, send } from "./http-users.ts";
import { startServer } from "./server-process.ts";

const PATIENCE = { timeout: 60_000, interval: 100 };

/** Uses all remaining space. */
function fill(file: string): void {
  const handle = openSync(file, "a");
  try {
    for (const size of [65_536, 1024, 1]) {
      try {
        for (;;) if (writeSync(handle, Buffer.alloc(size, 1)) < size) break;
      } catch {
        // No block of this size fits any more.
      }
    }
  } finally {
    closeSync(handle);
  }
}

test(
  "while the disk is full the server reports it, is not ready and loses nothing; with free space it resumes automatically",
  { timeout: 180_000 },
  async ({ skip }) => {
    const place = join(createTestFolder(), "disk");
    mkdirSync(place);
    const mounted = spawnSync("mount", [
      "-t",
      "tmpfs",
      "-o",
      "size=300m,mode=755",
      "commonlane-test",
      place,
    ]);
    if (mounted.status !== 0) skip("mounting a small disk is not possible here");
    onTestFinished(() => void spawnSync("umount", ["-l", place]));
    const DATA_DIR = join(place, "data");
    mkdirSync(DATA_DIR);
    copyFolder(inject("pristineFolder"), DATA_DIR);
    const server = await startServer({ DATA_DIR }, { LOG_LEVEL: "warn" });
    const { address } = server;
    const ctx = openDatabaseContext(socketConnection(findDataFolder(DATA_DIR) ?? DATA_DIR));
    const { token } = await createUser(ctx);
    const host = () => send(address, { method: "POST", path: "/rides", token, body: rideInput() });
    const ready = async () => {
      const response = await fetch(`${address}/health/ready`);
      return { status: response.status, said: await response.text() };
    };
    expect((await ready()).status).toBe(200);
    const saved: string[] = [];

    fill(join(place, "filling"));
    await vi.waitUntil(async () => (await ready()).status === 503, PATIENCE);
    await vi.waitUntil(
      async () => /The disk that holds .* is full/.test((await ready()).said + server.output()),
      PATIENCE,
    );
    const refused: unknown[] = [];
    await vi.waitUntil(async () => {
      const { status, body } = await host();
      if (status === 201) saved.push(body.id);
      else refused.push([status, body.code, (await ready()).status]);
      return refused.length > 3;
    }, PATIENCE);
    expect(refused).toEqual(refused.map(() => [503, "unavailable", 503]));
    expect(server.output()).toMatch(/The disk that holds .* is full\. No saved data is lost/);

    rmSync(join(place, "filling"));
    await vi.waitUntil(async () => (await ready()).status === 200, PATIENCE);
    await vi.waitUntil(async () => {
      const { status, body } = await host();
      if (status === 201) saved.push(body.id);
      return status === 201;
    }, PATIENCE);
    const found = await ctx.db.selectFrom("ride").select("id").where("id", "in", saved).execute();
    expect(found).toHaveLength(saved.length);
    expect(await server.stop()).toBe(0);
  },
);
