import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "#platform/db/database.ts";
import { socketConnection } from "#platform/db/embedded/embedded-postgres.ts";
import { findDataFolder } from "#platform/db/embedded/data-folder.ts";
import { createOpenFolder } from "../app/test-folders.ts";
import { databasePidIn, killDemo, startOnOneCore } from "./server-process.ts";

const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
const LOAD = 15;
const LONG = { timeout: 3 * 3600_000, retry: 0 };

/** Processes that want a whole core each, as many as this machine's load lacks. */
function makeBusy(): void {
  const lacking = Math.max(0, LOAD - Math.round(loadavg()[0] ?? 0));
  const others: ChildProcess[] = Array.from({ length: lacking }, () =>
    spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
  );
  onTestFinished(() => void others.map((other) => other.kill("SIGKILL")));
}

function emptyFolder(): string {
  const folder = createOpenFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What a complete demo has, read from the database of a running one. */
async function countDemo(folder: string) {
  const db = connect(socketConnection(findDataFolder(folder) ?? folder));
  const { rows } = await sql<Record<string, number>>`select
    (select count(*) from account)::int as people,
    (select count(*) from ride where status = 'completed')::int as past,
    (select count(*) from ride where status = 'scheduled')::int as coming,
    (select count(*) from ride_series)::int as series,
    (select count(*) from member_group)::int as groups,
    (select count(*) from community_event)::int as events,
    (select count(*) from report)::int as reports,
    (select count(*) from message)::int as messages,
    (select count(*) from ride where roads_missing)::int as without_roads`.execute(db);
  await db.destroy();
  const [counts = {}] = rows;
  return counts;
}

function expectComplete(counts: Record<string, number>): void {
  const {
    people = 0,
    past = 0,
    coming = 0,
    series = 0,
    groups = 0,
    events = 0,
    reports = 0,
    messages = 0,
  } = counts;
  expect(people).toBeGreaterThanOrEqual(150);
  expect(past).toBeGreaterThan(200);
  expect(coming).toBeGreaterThan(500);
  for (const count of [series, groups, events, reports, messages]) expect(count).toBeGreaterThan(0);
  expect(counts["without_roads"]).toBe(0);
}

const report = (line: string) => void process.stderr.write(`${line}\n`);

test("a server starts on one core of a busy machine, first and later", LONG, async () => {
  makeBusy();
  for (let round = 1; round <= ROUNDS; round++) {
    const folder = emptyFolder();
    const began = performance.now();
    const first = await startOnOneCore("server", { DATA_DIR: folder });
    const firstS = (performance.now() - began) / 1000;
    expect(first.output()).toBe("");
    expect(await first.stop()).toBe(0);
    const again = performance.now();
    const later = await startOnOneCore("server", { DATA_DIR: folder });
    const laterS = (performance.now() - again) / 1000;
    expect(await later.stop()).toBe(0);
    report(
      `start ${round}: first ${firstS.toFixed(1)} s, later ${laterS.toFixed(1)} s; load ${loadavg()[0]?.toFixed(0)}`,
    );
  }
});

test(
  "a demo is complete and on roads after its first start on one core of a busy machine",
  LONG,
  async () => {
    makeBusy();
    for (let round = 1; round <= ROUNDS; round++) {
      const folder = emptyFolder();
      const began = performance.now();
      const demo = await startOnOneCore("demo", { DATA_DIR: folder });
      const seconds = (performance.now() - began) / 1000;
      expect(demo.output()).toBe("");
      expectComplete(await countDemo(folder));
      expect(await demo.stop()).toBe(0);
      report(
        `demo ${round}: ${seconds.toFixed(1)} s; load ${loadavg()[0]?.toFixed(0)} on ${cpus().length} cores`,
      );
    }
  },
);

test(
  "a demo that is killed while it is filled is complete after the next start",
  LONG,
  async () => {
    const folder = emptyFolder();
    const marker = join(folder, "demo-is-being-filled");
    for (const waitMs of [0, 2_000, 6_000]) {
      let begunMs: number | undefined;
      await killDemo(folder, () => {
        const isFilling = existsSync(marker) && databasePidIn(folder) !== undefined;
        if (isFilling) begunMs ??= performance.now();
        return begunMs !== undefined && performance.now() - begunMs >= waitMs;
      });
      expect(existsSync(marker)).toBe(true);
      await sleep(100);
    }
    const demo = await startOnOneCore("demo", { DATA_DIR: folder });
    expectComplete(await countDemo(folder));
    expect(existsSync(marker)).toBe(false);
    expect(await demo.stop()).toBe(0);
  },
);
