import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import type { Context } from "../context.ts";
import { runConcurrently } from "../../../test/app/run-concurrently.ts";
import { createTestContext } from "../../../test/app/test-context.ts";
import { createTestDatabase } from "../../../test/app/test-database.ts";
import { createTestFolder } from "../../../test/app/test-folders.ts";
import { importDatabase } from "../db/export/import-database.ts";
import { inOneProcess } from "./backup-runs.store.ts";
import { readJournal, writeJournal } from "./revocation-journal.ts";
import {
  backUpIfDue,
  backupFileName,
  checkBackups,
  selectExpired,
  startScheduledBackups,
} from "./scheduled-backups.ts";

const AGE = process.env["AGE"] ?? "/usr/bin/age";

async function openServer(recipients = "") {
  const folder = join(createTestFolder(), "backups");
  const { ctx, clock, connection, logged } = await createTestContext({
    BACKUP_DIR: folder,
    BACKUP_EVERY_H: "24",
    BACKUP_KEEP_DAYS: "2",
    BACKUP_RECIPIENTS: recipients,
  });
  await ctx.db
    .insertInto("one_time_code")
    .values({
      email: "zoë@example.org",
      purpose: "registration",
      code_hash: "x",
      sent_at: clock.now,
    })
    .execute();
  const files = () => (existsSync(folder) ? readdirSync(folder).toSorted() : []);
  const later = (hours: number) => (clock.now = new Date(clock.now.getTime() + hours * HOUR_MS));
  const health = async () => (await checkBackups(ctx))?.message;
  return { ctx, clock, connection, folder, files, later, health, logged };
}

test("a backup is made when it is due, by one process only, can be restored, and expires", async () => {
  const { ctx, connection, folder, files, later, health } = await openServer();
  await runConcurrently(6, () => backUpIfDue(ctx, connection));
  expect(files()).toHaveLength(1);
  const [first = ""] = files();
  expect(statSync(join(folder, first)).mode & 0o777).toBe(0o600);
  await importDatabase(join(folder, first), await createTestDatabase({ empty: true }));
  expect(await health()).toBeUndefined();

  later(23);
  await backUpIfDue(ctx, connection);
  expect(files()).toHaveLength(1);
  later(2);
  await backUpIfDue(ctx, connection);
  expect(files()).toHaveLength(2);
  later(24 + 1);
  await backUpIfDue(ctx, connection);
  expect(files()).toHaveLength(2);
  expect(files()).not.toContain(first);
  later(47);
  expect(await health()).toBeUndefined();
  later(1);
  expect(await health()).toBe("The newest backup is 48 h old.");
});

test("a failed backup is logged and reported, tried again after an hour, and leaves no file", async () => {
  const { ctx, connection, folder, files, later, health, logged } = await openServer();
  writeFileSync(folder, "in the way");
  await backUpIfDue(ctx, connection);
  expect(await health()).toMatch(/^There is no backup yet\. The last attempt failed: .*EEXIST/);
  expect(logged.join()).toContain("the backup failed");
  execFileSync("rm", [folder]);
  later(0.9);
  await backUpIfDue(ctx, connection);
  expect(files()).toEqual([]);
  later(0.2);
  await backUpIfDue(ctx, connection);
  expect(files()).toHaveLength(1);
  expect(await health()).toBeUndefined();
});

test("a start tries a failed backup again at once, because its cause may have been repaired", async () => {
  const { ctx, connection, folder, files, health } = await openServer();
  writeFileSync(folder, "in the way");
  await backUpIfDue(ctx, connection);
  execFileSync("rm", [folder]);
  const stop = startScheduledBackups(ctx, connection);
  await stop();
  expect(files()).toHaveLength(1);
  expect(await health()).toBeUndefined();
});

test("a process that ends during its backup does not stop the next one, and one that takes long is not joined", async () => {
  const { ctx, connection, files, later } = await openServer();
  await ctx.db.insertInto("backup_run").values({ started_at: ctx.now() }).execute();
  const isRunning = Promise.withResolvers<void>();
  const long = inOneProcess(connection, () => isRunning.promise);
  await vi.waitUntil(async () => (await countAdvisoryLocks(ctx)) > 0);
  later(4);
  await backUpIfDue(ctx, connection);
  expect(files()).toEqual([]);
  isRunning.resolve();
  await long;
  await backUpIfDue(ctx, connection);
  expect(files()).toHaveLength(1);
});

async function countAdvisoryLocks({ db }: Context): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_locks join pg_database on pg_database.oid = database
    where locktype = 'advisory' and datname = current_database()`.execute(db);
  return rows[0]?.count ?? 0;
}

test("only the newest hundred runs are remembered, and the newest success", async () => {
  const { ctx, connection } = await openServer();
  const old = new Date(ctx.now().getTime() - 300 * DAY_MS);
  const run = (finished: boolean) => ({
    started_at: old,
    finished_at: finished ? old : null,
    failed_at: finished ? null : old,
  });
  await ctx.db
    .insertInto("backup_run")
    .values([run(true), ...Array.from({ length: 150 }, () => run(false))])
    .execute();
  await backUpIfDue(ctx, connection);
  const ids = (await ctx.db.selectFrom("backup_run").select("id").orderBy("id").execute()).map(
    ({ id }) => id,
  );
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([101, 1, 152]);
});

test("an encrypted backup is read by the age program and restored with the key, and by nobody without it", async () => {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const { ctx, connection, folder, files } = await openServer(recipient);
  await backUpIfDue(ctx, connection);
  const file = join(folder, files()[0] ?? "");
  expect(file).toMatch(/\.gz\.age$/);
  expect(readFileSync(file, "latin1")).not.toContain("commonlane-export");

  const key = join(createTestFolder(), "key.txt");
  writeFileSync(key, `# created: today\n${identity}\n`);
  chmodSync(key, 0o600);
  const decrypted = execFileSync(AGE, ["--decrypt", "-i", key, file], { maxBuffer: 100_000_000 });
  expect(gunzipSync(decrypted).toString()).toContain('"format":"commonlane-export"');

  const empty = await createTestDatabase({ empty: true });
  const other = await generateX25519Identity();
  await expect(importDatabase(file, empty)).rejects.toThrow(
    `${file} is encrypted. Name your key file: --identity key.txt`,
  );
  await expect(importDatabase(file, empty, { identities: [other] })).rejects.toThrow(
    "Nothing was imported. The key does not belong to this file, or the file is damaged.",
  );
  const truncated = `${file}.cut`;
  writeFileSync(truncated, readFileSync(file).subarray(0, -100));
  await expect(importDatabase(truncated, empty, { identities: [identity] })).rejects.toThrow(
    "Nothing was imported.",
  );
  expect(await importDatabase(file, empty, { identities: [identity] })).toBe(1);
});

const now = new Date("2026-03-20T05:00:00Z");
const daysAgo = (days: number, encrypted = false) =>
  backupFileName(new Date(now.getTime() - days * 86_400_000), encrypted);

test("backups are deleted after the days to keep, unfinished ones after one, and other files never", () => {
  const names = [
    daysAgo(0),
    daysAgo(13.9),
    daysAgo(14.1),
    daysAgo(30, true),
    `${daysAgo(0.5)}.partial`,
    `${daysAgo(1.5, true)}.partial`,
    "commonlane-notes.txt",
    "commonlane-20200101T000000Z.gz.mine",
    "photos.gz",
  ];
  expect(selectExpired(names, { now, keepDays: 14, keepCount: 1 })).toEqual([
    daysAgo(14.1),
    daysAgo(30, true),
    `${daysAgo(1.5, true)}.partial`,
  ]);
});

test("the newest backup is kept however old it is", () => {
  const names = [daysAgo(99), daysAgo(88, true), `${daysAgo(2)}.partial`];
  expect(selectExpired(names, { now, keepDays: 1, keepCount: 1 })).toEqual([
    daysAgo(99),
    `${daysAgo(2)}.partial`,
  ]);
});

test("a line of the journal that was cut off is named, and the next entry has a line of its own", async () => {
  const { ctx, folder } = await openServer();
  const subjects = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
  const revoke = async (subject = "") => {
    const entry = { at: now, kind: "account-suspended", subject };
    await ctx.db.insertInto("revocation").values(entry).execute();
    await writeJournal(ctx);
  };
  await revoke(subjects[0]);
  const file = join(folder, "revocations-2026-03.log");
  appendFileSync(file, "2026-03-20T05:00:00.000Z account-susp");
  await revoke(subjects[1]);
  const { revocations, unreadable } = readJournal([folder]);
  expect(revocations.map(({ subject }) => subject)).toEqual(subjects);
  expect(unreadable).toEqual([`${file}:2`]);
});

test("a clock that was ahead deletes no backup that is kept by number, and stops none afterwards", async () => {
  const { ctx, connection, files, later } = await openServer();
  await backUpIfDue(ctx, connection);
  later(24);
  await backUpIfDue(ctx, connection);
  later(24 * 365);
  await backUpIfDue(ctx, connection);
  expect(files()).toHaveLength(2);
  later(-24 * 364);
  await backUpIfDue(ctx, connection);
  expect(files()).toHaveLength(3);
});
