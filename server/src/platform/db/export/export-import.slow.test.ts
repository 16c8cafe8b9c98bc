import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type Kysely, sql } from "kysely";
import { expect, test, vi } from "vitest";
import { createDatabaseFolder, createTestFolder } from "../../../../test/app/test-folders.ts";
import { createTestDatabase } from "../../../../test/app/test-database.ts";
import { connect, type Db, migrate } from "../database.ts";
import { startEmbedded } from "../embedded/embedded-postgres.ts";
import { exportDatabase } from "./export-database.ts";
import { importDatabase } from "./import-database.ts";
import { appliedMigrations, releaseMigrations } from "../migrate.ts";
import { migrations } from "../migrations.ts";
import { readCurrentOffset, readEventsAfter } from "../outbox/outbox.ts";
import { claimBatch } from "../outbox/consumer-offsets.ts";
import {
  ANN,
  contents,
  createFilledDatabase,
  exported,
  pool,
} from "../../../../test/fixtures/exported-database.ts";

/** Writes events in transactions that start in one order and draw their numbers in another. */
async function publishEvents(db: Db, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await sql`insert into event (id, topic, type, ids, at) overriding system value values (${id}, ${`person:${ANN}`}, 'x', '{}', now())`.execute(
      db,
    );
  }
  await sql`select setval('event_id_seq', greatest(${Math.max(...ids)}, (select max(id) from event)))`.execute(
    db,
  );
}

/** The unread events of a consumer, once no transaction of another test holds them back. */
async function readFrom(db: Db, follower: string): Promise<number[]> {
  await waitUntilSettled(db);
  const consumer = { name: follower, release: [1], now: new Date() };
  const batch = await claimBatch(db, consumer, { eventTypes: undefined, limit: 100 });
  return batch?.events.map(({ id }) => id) ?? [];
}

async function waitUntilSettled(db: Db): Promise<void> {
  const past = sql`select coalesce(max(xid::text::float8), 0) < pg_snapshot_xmin(pg_current_snapshot())::text::float8 as past from event`;
  await vi.waitFor(
    async () => expect((await past.execute(db)).rows).toEqual([{ past: true }]),
    10_000,
  );
}

/** Definitions of constraints, triggers and indexes. */
async function rules(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select conrelid::regclass::text as of, conname::text as name, pg_get_constraintdef(oid) as rule, convalidated as checked
      from pg_constraint where connamespace = current_schema()::regnamespace and conrelid <> 0
    union all select tgrelid::regclass::text, tgname::text, tgenabled::text, true from pg_trigger where not tgisinternal
    union all select tablename::text, indexname::text, indexdef, true from pg_indexes where schemaname = current_schema()
    order by 1, 2, 3`.execute(db);
  return rows;
}

test("an import restores everything that was exported: rows, difficult text, constraints, counters", async () => {
  const source = await createFilledDatabase();
  await publishEvents(source.db, [40, 41]);
  await sql`delete from event where id = 41`.execute(source.db);
  const file = await exported(source.connection);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const connection = await createTestDatabase({ empty: true });
  const target = await pool(connection);
  expect(await importDatabase(file, connection)).toBe(4);
  expect(await contents(target)).toEqual(await contents(source.db));
  expect(await rules(target)).toEqual(await rules(source.db));
  const { rows } =
    await sql`insert into event (topic, type, ids, at) values ('x', 'x', '{}', now()) returning id`.execute(
      target,
    );
  expect(rows).toEqual([{ id: 42 }]);
});

test("after an import each consumer continues at its offset: no event twice, none lost, same order", async () => {
  const source = await createFilledDatabase();
  await publishEvents(source.db, [3, 1, 2, 7, 5, 6]);
  const at = async (name: string, id: number) =>
    sql`insert into event_consumer select ${`${name}.2`}, xid, id from event where id = ${id}`.execute(
      source.db,
    );
  await at("middle", 2);
  await at("between", 7);
  await at("done", 6);
  await sql`insert into event_consumer values ('behind.2', '3', 0), ('pruned.2', '4', 9)`.execute(
    source.db,
  );
  const names = ["middle", "between", "done", "behind", "pruned", "never-seen"];
  const before = await Promise.all(names.map((name) => readFrom(source.db, name)));
  expect(before.slice(0, 3)).toEqual([[7, 5, 6], [5, 6], []]);

  // Simulates a cluster that has counted far more transactions than this one.
  for (const table of ["event", "event_consumer"]) {
    await sql`update ${sql.table(table)} set xid = (xid::text::bigint + 1000000000)::text::xid8`.execute(
      source.db,
    );
  }

  const connection = await createTestDatabase();
  await importDatabase(await exported(source.connection), connection);
  const target = await pool(connection);
  const after = await Promise.all(names.map((name) => readFrom(target, name)));
  expect(after).toEqual(before);

  await publishEvents(target, [8]);
  expect(await readFrom(target, "done")).toEqual([8]);
  expect(await readFrom(target, "middle")).toEqual([7, 5, 6, 8]);
});

test("a transient consumer that starts after an import receives only new events", async () => {
  const source = await createFilledDatabase();
  await publishEvents(source.db, [1, 2]);
  const connection = await createTestDatabase();
  await importDatabase(await exported(source.connection), connection);
  const target = await pool(connection);
  await waitUntilSettled(target);
  const present = await readCurrentOffset(target);
  await publishEvents(target, [3]);
  await waitUntilSettled(target);
  expect((await readEventsAfter(target, present)).map(({ id }) => id)).toEqual([3]);
});

// Uses a cluster of its own: the import takes as many events as the cluster has counted transactions, here few.
test(
  "events that need more transactions than a young cluster has counted keep their order",
  { timeout: 120_000 },
  async () => {
    const source = await createFilledDatabase();
    const { connection, stop } = await startEmbedded(createDatabaseFolder(), { fsync: "off" });
    const target = connect({ ...connection, application_name: "commonlane-test" });
    try {
      await migrate(target);
      const { rows } = await sql<{
        counted: number;
      }>`select pg_current_xact_id()::text::int as counted`.execute(target);
      const last = (rows[0]?.counted ?? 0) + 3000;
      // Later than any cluster of a test, each with a smaller number than the one before.
      await sql`insert into event (xid, id, topic, type, ids, at) overriding system value
      select (1000000000 + n)::text::xid8, 1000000000 - n, 'x', 'x', '{}', now() from generate_series(1, ${last}::int) n`.execute(
        source.db,
      );
      await sql`insert into event_consumer values ('late.2', ${String(1e9 + last - 10)}, 0)`.execute(
        source.db,
      );
      await importDatabase(await exported(source.connection), connection);
      const coming = [...Array(11).keys()].map((n) => 1_000_000_000 - (last - 10 + n));
      expect(await readFrom(target, "late")).toEqual(coming);
      await publishEvents(target, [2_000_000_000]);
      expect(await readFrom(target, "late")).toEqual([...coming, 2_000_000_000]);
    } finally {
      await target.destroy();
      await stop();
    }
  },
);

test("only the outbox and its consumers hold transaction ids, which an import converts", async () => {
  const { rows } =
    await sql`select table_name::text as table, column_name::text as column from information_schema.columns
    where table_schema = current_schema() and udt_name in ('xid', 'xid8', 'pg_snapshot', 'pg_lsn') order by 1`.execute(
      await pool(await createTestDatabase()),
    );
  expect(rows).toEqual([
    { table: "event", column: "xid" },
    { table: "event_consumer", column: "xid" },
  ]);
});

test("an export is a consistent snapshot, even while others write", async () => {
  const { connection, db } = await createFilledDatabase();
  const stop = new AbortController();
  const writing = (async () => {
    for (let n = 0; !stop.signal.aborted; n++) {
      const uid = `00000000-0000-7000-8000-${String(n + 100).padStart(12, "0")}`;
      await db.transaction().execute(async (db) => {
        await sql`insert into account (uid, email, email_verified, password_hash, created_at) values (${uid}, ${`${n}@example.org`}, true, 'x', now())`.execute(
          db,
        );
        await sql`insert into profile (uid) values (${uid})`.execute(db);
      });
    }
  })();
  const file = await exported(connection);
  stop.abort();
  await writing;
  const target = await createTestDatabase({ empty: true });
  await importDatabase(file, target);
  const { rows } =
    await sql`select count(*) - 1 = (select count(*) from profile) as whole from account`.execute(
      await pool(target),
    );
  expect(rows).toEqual([{ whole: true }]);
});

test("an export of an older release is migrated to this release's schema", async () => {
  const source = await createFilledDatabase();
  const file = await exported(source.connection);
  const next = {
    ...migrations,
    "9999-next-release": {
      up: async (db: Kysely<unknown>) => {
        await sql`alter table account add column nickname text`.execute(db);
        await sql`update account set nickname = 'from ' || email`.execute(db);
      },
    },
  };
  const connection = await createTestDatabase({ empty: true });
  expect(await importDatabase(file, connection, { known: next })).toBe(3);
  const target = await pool(connection);
  expect(await appliedMigrations(target)).toEqual(Object.keys(next));
  const { rows } = await sql`select nickname from account order by uid`.execute(target);
  expect(rows).toEqual([
    { nickname: "from ann@example.org" },
    { nickname: "from ben@example.org" },
  ]);

  const migrated = await createTestDatabase({ empty: true });
  await migrate(await pool(migrated), next);
  await expect(importDatabase(file, migrated, { known: next })).rejects.toThrow(
    "The database has a schema (9999-next-release) that",
  );
});

test("an export replaces no file and leaves none behind when it fails", async () => {
  const { connection } = await createFilledDatabase();
  const file = await exported(connection);
  await expect(exportDatabase(file, connection)).rejects.toThrow(
    `${file} already exists. Name a new file.`,
  );
  const nowhere = join(createTestFolder(), "none", "backup.gz");
  await expect(exportDatabase(nowhere, connection)).rejects.toThrow(`Cannot write ${nowhere}.`);
  const unused = join(createTestFolder(), "backup.gz");
  await expect(exportDatabase(unused, await createTestDatabase({ empty: true }))).rejects.toThrow(
    "There is nothing to export",
  );
  expect(existsSync(unused) || existsSync(`${unused}.partial`)).toBe(false);
});

test("an export names the migrations of this release", async () => {
  const file = await exported(await createTestDatabase());
  const [head = ""] = gunzipSync(readFileSync(file)).toString().split("\n");
  expect(JSON.parse(head)).toMatchObject({
    format: "commonlane-export",
    version: 1,
    migrations: releaseMigrations,
  });
});
