import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Client, type ClientConfig } from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { createDatabaseFolder, createTestFolder } from "../../../../test/app/test-folders.ts";
import { openLog } from "../../log.ts";
import { connect, migrate } from "../database.ts";
import { startEmbedded } from "../embedded/embedded-postgres.ts";
import { listBaseCopies, logFolder, pruneArchive } from "./log-archive.ts";
import { recoverDatabase } from "./recover.ts";
import { copyIfDue } from "./scheduled-base-copies.ts";

const ADMIN = join(import.meta.dirname, "../../../admin/main.ts");
const SEGMENT = /^[0-9A-F]{24}$/;
const PATIENCE = { timeout: 30_000, interval: 50 };

async function query(connection: ClientConfig, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client(connection);
  await client.connect();
  return client
    .query<Record<string, unknown>>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** A running database with an archive. */
async function openArchived(
  archive = join(createTestFolder(), "archive"),
  dataDir = createDatabaseFolder(),
) {
  const running = await startEmbedded(dataDir, {}, archive);
  onTestFinished(running.stop);
  const { connection } = running;
  const copy = () =>
    copyIfDue({
      connection,
      settings: { WAL_ARCHIVE_DIR: archive, BACKUP_KEEP_DAYS: 14 },
      log: openLog("silent"),
    });
  const write = async (n: number) => {
    await query(connection, `insert into diary values (${n})`);
    await query(connection, "select pg_switch_wal()");
  };
  await query(connection, "create table if not exists diary (n int)");
  return { archive, connection, copy, write, stop: running.stop };
}

const diaryIn = async (dataDir: string) => {
  const { connection, stop } = await startEmbedded(dataDir);
  const rows = await query(connection, "select n from diary order by n").finally(stop);
  return rows.map(({ n }) => n);
};

const segment = (n: number) => `00000001000000000000000${n}`;

const newDataDir = () => {
  const folder = createTestFolder();
  return join(folder, "data");
};

test("the database is restored as it was at a moment, and as it was at the end", async () => {
  const { archive, connection, copy, write, stop } = await openArchived();
  await write(1);
  await copy();
  const [base] = listBaseCopies(archive);
  expect(readdirSync(join(base?.path ?? "", "pg_wal"))).toEqual([]);
  await write(2);
  await sleep(50);
  const [{ ms } = {}] = await query(
    connection,
    "select extract(epoch from now())::float8 * 1000 as ms",
  );
  await sleep(50);
  await write(3);
  await query(connection, "drop table diary");
  await query(connection, "select pg_switch_wal()");
  await stop();

  const earlier = newDataDir();
  await recoverDatabase(earlier, { archive, until: new Date(Number(ms)) });
  expect(await diaryIn(earlier)).toEqual([1, 2]);
  const latest = newDataDir();
  await recoverDatabase(latest, { archive, until: undefined });
  await expect(diaryIn(latest)).rejects.toThrow('relation "diary" does not exist');
  await expect(recoverDatabase(latest, { archive, until: undefined })).rejects.toThrow(
    "There is a database in",
  );
  await expect(
    recoverDatabase(newDataDir(), { archive, until: new Date("2020-01-01") }),
  ).rejects.toThrow(`The earliest moment in ${archive} is ${base?.completeAt.toISOString()}.`);
  await expect(
    recoverDatabase(newDataDir(), { archive: createTestFolder(), until: undefined }),
  ).rejects.toThrow("has no complete copy of a database.");
}, 120_000);

test("after a recovery, the archive has what is written since, and the moments before it", async () => {
  const first = await openArchived();
  const { archive } = first;
  await first.copy();
  await first.write(1);
  await sleep(50);
  const mistakeAt = new Date();
  await sleep(50);
  await first.write(2);
  await first.copy();
  await first.stop();
  const tried = newDataDir();
  await recoverDatabase(tried, { archive, until: undefined });
  expect(await diaryIn(tried)).toEqual([1, 2]);

  const used = newDataDir();
  await recoverDatabase(used, { archive, until: mistakeAt });
  expect(await diaryIn(used)).toEqual([1]);
  await sleep(50);
  const second = await openArchived(archive, used);
  await second.write(3);
  await second.stop();
  const withoutCopy = newDataDir();
  await recoverDatabase(withoutCopy, { archive, until: undefined });
  expect(await diaryIn(withoutCopy)).toEqual([1, 3]);
  await expect(openArchived(archive, tried)).rejects.toThrow("is the archive of another database");

  const third = await openArchived(archive, used);
  await third.copy();
  await third.write(4);
  await third.stop();
  expect(listBaseCopies(archive)).toHaveLength(2);
  const latest = newDataDir();
  await recoverDatabase(latest, { archive, until: undefined });
  expect(await diaryIn(latest)).toEqual([1, 3, 4]);
  expect(existsSync(join(logFolder(archive), "00000003.history"))).toBe(false);
  const undone = newDataDir();
  await recoverDatabase(undone, { archive, until: mistakeAt });
  expect(await diaryIn(undone)).toEqual([1]);

  // The newest copy is of the timeline that this recovery left.
  const fourth = await openArchived(archive, undone);
  await fourth.write(5);
  await fourth.stop();
  const last = newDataDir();
  await recoverDatabase(last, { archive, until: undefined });
  expect(await diaryIn(last)).toEqual([1, 5]);
}, 120_000);

test("a copy taken while others write is restored by the command, and every acknowledged write is there", async () => {
  const { archive, connection, copy, stop } = await openArchived();
  const db = connect(connection);
  await migrate(db);
  await db.destroy();
  const client = new Client(connection);
  await client.connect();
  let written = 0;
  const stopWriting = new AbortController();
  const writer = (async () => {
    while (!stopWriting.signal.aborted)
      await client.query("insert into diary values ($1)", [++written]);
  })();
  await copy();
  await copy(); // not due
  stopWriting.abort();
  await writer;
  await client.query("select pg_switch_wal()");
  await client.end();
  await stop();
  expect(listBaseCopies(archive)).toHaveLength(1);
  expect(statSync(archive).mode & 0o777).toBe(0o700);

  const DATA_DIR = newDataDir();
  const env = { PATH: process.env["PATH"], DATA_DIR, WAL_ARCHIVE_DIR: archive };
  const { stdout } = await promisify(execFile)(process.execPath, [ADMIN, "recover"], { env });
  expect(stdout).toContain(
    `The database in ${DATA_DIR} is as it was at the end of the archive.\nEveryone is signed out.`,
  );
  expect((await diaryIn(DATA_DIR)).length).toBe(written);
}, 120_000);

test("the archive keeps the copy that the oldest kept day needs, and the log from there on", async () => {
  const archive = createTestFolder();
  mkdirSync(logFolder(archive));
  const days = [1, 8, 15, 22];
  for (const [n, day] of days.entries()) {
    const path = join(archive, `base-202601${String(day).padStart(2, "0")}T000000Z`);
    mkdirSync(path);
    writeFileSync(
      join(path, "backup_label"),
      `START WAL LOCATION: 0/2000028 (file ${segment(n + 1)})\n`,
    );
    writeFileSync(join(logFolder(archive), segment(n + 1)), "");
  }
  mkdirSync(join(archive, "base-20260103T000000Z.partial"));
  pruneArchive(archive, { now: new Date("2026-01-24T00:00:00Z"), keepDays: 14 });
  expect(listBaseCopies(archive).map(({ firstSegment }) => firstSegment)).toEqual(
    [2, 3, 4].map(segment),
  );
  expect(readdirSync(logFolder(archive)).toSorted()).toEqual([2, 3, 4].map(segment));
  expect(existsSync(join(archive, "base-20260103T000000Z.partial"))).toBe(false);
});

test("the log reaches the archive while the server runs, and again after it was archived twice", async () => {
  const { archive, connection, write } = await openArchived();
  await write(1);
  const archived = () => readdirSync(logFolder(archive)).filter((name) => SEGMENT.test(name));
  await vi.waitUntil(() => archived().length > 0, PATIENCE);
  const [first = ""] = archived();
  const [{ command } = {}] = await query(
    connection,
    "select current_setting('archive_command') as command",
  );
  // As after a crash between copying and recording it.
  const again = String(command)
    .replaceAll("%f", first)
    .replaceAll("%p", join(logFolder(archive), first));
  await promisify(execFile)("/bin/sh", ["-c", again]);
  expect(readFileSync(join(logFolder(archive), first)).length).toBe(16 * 1024 * 1024);
});

test("a command while the server is stopped archives the log that could not be archived before", async () => {
  const DATA_DIR = createDatabaseFolder();
  const { archive, connection, write, stop } = await openArchived(undefined, DATA_DIR);
  const db = connect(connection);
  await migrate(db);
  await db.destroy();
  await query(connection, "select pg_switch_wal()");
  rmSync(logFolder(archive), { recursive: true });
  for (const n of [1, 2, 3]) await write(n);
  const [{ last } = {}] = await query(
    connection,
    "select max(name) as last from pg_ls_archive_statusdir() where name like '%.ready'",
  );
  await stop();

  const env = { PATH: process.env["PATH"], DATA_DIR, WAL_ARCHIVE_DIR: archive };
  const backup = join(createTestFolder(), "backup.gz");
  await promisify(execFile)(process.execPath, [ADMIN, "backup", backup], { env });
  expect(readdirSync(logFolder(archive))).toContain(String(last).replace(".ready", ""));
}, 120_000);

test("a copy that fails leaves nothing, and neither does one that was interrupted", async () => {
  const { archive, connection, copy } = await openArchived();
  mkdirSync(join(archive, "base-20260103T000000Z.partial"));
  const copies = () => readdirSync(archive).filter((name) => name.startsWith("base-"));
  const failing = copy();
  failing.catch(() => {});
  await vi.waitUntil(() => copies().some((name) => !name.startsWith("base-20260103")), {
    timeout: 30_000,
    interval: 1,
  });
  await query(
    connection,
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'commonlane base copy'",
  );
  await expect(failing).rejects.toThrow(/terminat|not queryable/i);
  expect(copies()).toEqual([]);
});

test("another database does not start with the archive, which can still be restored", async () => {
  const { archive, copy, write, stop } = await openArchived();
  const other = newDataDir();
  await (await startEmbedded(other)).stop();
  const emptied = newDataDir();
  const expectRefused = async () => {
    for (const dataDir of [other, emptied])
      await expect(openArchived(archive, dataDir)).rejects.toThrow(
        `${archive} is the archive of another database than the one in `,
      );
  };
  await write(1);
  await vi.waitUntil(
    () => readdirSync(logFolder(archive)).some((name) => SEGMENT.test(name)),
    PATIENCE,
  );
  await expectRefused();
  await copy();
  await stop();
  await expectRefused();
  await recoverDatabase(emptied, { archive, until: undefined });
  expect(await diaryIn(emptied)).toEqual([1]);
}, 120_000);
