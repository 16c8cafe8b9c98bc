import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { expect, onTestFinished, test, type TestContext } from "vitest";
import { createTestFolder } from "../../../../test/app/test-folders.ts";
import { startEmbedded } from "./embedded-postgres.ts";

/** A separate disk of this size. */
function disk(megabytes: number, skip: TestContext["skip"]): string {
  const place = join(createTestFolder(), "disk");
  mkdirSync(place);
  const { status } = spawnSync("mount", [
    "-t",
    "tmpfs",
    "-o",
    `size=${megabytes}m,mode=755`,
    "commonlane-test",
    place,
  ]);
  if (status !== 0) skip("mounting a small disk is not possible here");
  onTestFinished(() => void spawnSync("umount", [place]));
  return place;
}

/** Uses all remaining space. */
function fill(file: string): void {
  const handle = openSync(file, "w");
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

test("a first start on a full disk says so and leaves no incomplete database", async ({ skip }) => {
  const place = disk(8, skip);
  await expect(startEmbedded(place)).rejects.toThrow(
    `The disk that holds ${join(place, "postgres")} is full.`,
  );
  expect(readdirSync(place)).not.toContain("postgres.new");
  expect(readdirSync(join(place, "postgres"))).toEqual([]);
});

test("a full disk loses no acknowledged data, is reported at the next start, and works again when there is space", async ({
  skip,
}) => {
  const place = disk(72, skip);
  const first = await startEmbedded(place);
  const client = new Client(first.connection);
  client.on("error", () => {});
  await client.connect();
  await client.query("create table kept (n int, filling text)");
  await client.query("alter table kept alter filling set storage external");
  let acknowledged = 0;
  const failed = await (async () => {
    for (;;) {
      await client.query("insert into kept values ($1, $2)", [acknowledged, "x".repeat(500_000)]);
      acknowledged += 1;
    }
  })().catch((error: unknown) => error);
  expect(String(failed)).toMatch(/No space left on device|terminat/i);
  await client.end().catch(() => {});
  await first.stop();

  fill(join(place, "filling"));
  await expect(startEmbedded(place)).rejects.toThrow(
    /^.*The disk that holds .* is full\. No saved data is lost\. Free some space, then start again\.$/,
  );

  rmSync(join(place, "filling"));
  spawnSync("mount", ["-o", "remount,size=160m", place]);
  const next = await startEmbedded(place);
  onTestFinished(next.stop);
  const newClient = new Client(next.connection);
  await newClient.connect();
  const { rows } = await newClient
    .query("select count(distinct n)::int as kept from kept")
    .finally(() => newClient.end());
  expect(acknowledged).toBeGreaterThan(5);
  expect(rows[0].kept).toBeGreaterThanOrEqual(acknowledged);
});
