import { appendFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { createDatabaseFolder, createTestFolder } from "../../../test/app/test-folders.ts";
import { createTestDatabase, getTestServer } from "../../../test/app/test-database.ts";
import { type Connection, connect, listen, migrate, openDatabase } from "./database.ts";
import { startEmbedded } from "./embedded/embedded-postgres.ts";
import { appliedMigrations, releaseMigrations } from "./migrate.ts";
import { explainUnsupported } from "./assert-supported.ts";
import { buildDatabaseUrl } from "./read-database-url.ts";

function pool(connection: Connection) {
  const db = connect(connection);
  onTestFinished(() => db.destroy());
  return db;
}

const openAt = (url: string, { patienceMs = 30_000 } = {}) =>
  openDatabase({ url, folder: createTestFolder(), patienceMs, onLost: () => {} });

test("three processes that migrate an empty database at once all find it migrated, once", async () => {
  const connection = await createTestDatabase({ empty: true });
  const first = pool(connection);
  const others = [pool(connection), pool(connection)];
  await Promise.all([first, ...others].map((db) => migrate(db)));
  expect(await appliedMigrations(first)).toEqual(releaseMigrations);
});

test("a database that a newer release has migrated is refused by name and left unchanged", async () => {
  const connection = await createTestDatabase();
  const db = pool(connection);
  await sql`insert into kysely_migration values ('9999-from-the-future', now()::text)`.execute(db);
  await expect(openAt(buildDatabaseUrl(connection))).rejects.toThrow(
    "The database at DATABASE_URL cannot be used: a newer release of Commonlane has migrated it (9999-from-the-future).",
  );
  expect(await appliedMigrations(db)).toEqual([...releaseMigrations, "9999-from-the-future"]);
});

test("a database of a development version before the first release is refused in one sentence and left alone", async () => {
  const connection = await createTestDatabase();
  const db = pool(connection);
  await sql`delete from kysely_migration`.execute(db);
  await sql`insert into kysely_migration values ('0001-foundation', now()::text), ('0002-places', now()::text)`.execute(
    db,
  );
  await expect(openAt(buildDatabaseUrl(connection))).rejects.toThrow(
    /^The database at DATABASE_URL cannot be used: a development version of Commonlane made it before the first release, so name an empty DATA_DIR or database instead; nothing was touched\.$/,
  );
  expect(await appliedMigrations(db)).toEqual(["0001-foundation", "0002-places"]);
});

test("dates stay text and counts are numbers", async () => {
  const { rows } =
    await sql`select date '2000-02-29' as day, count(*) as count from (values (1)) one`.execute(
      pool(await createTestDatabase()),
    );
  expect(rows).toEqual([{ day: "2000-02-29", count: 1 }]);
});

test("statements of requests and idle transactions have a time limit, and each connection names its application", async () => {
  const { rows } = await sql`select current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle, current_setting('application_name') as name`.execute(
    pool(await createTestDatabase()),
  );
  expect(rows).toEqual([{ statement: "10s", idle: "30s", name: "commonlane" }]);
});

test("a connection that is cut between two statements of a transaction fails only that transaction", async () => {
  const db = pool(await createTestDatabase());
  const cut = db.transaction().execute(async (own) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(own);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
    await vi.waitUntil(async () => {
      const { rows: left } =
        await sql`select from pg_stat_activity where pid = ${rows[0]?.pid}`.execute(db);
      return left.length === 0;
    });
    await sql`select 1`.execute(own);
  });
  await expect(cut).rejects.toThrow(/connection/i);
  expect((await sql`select 1`.execute(db)).rows).toHaveLength(1);
});

test("a listener whose connection is cut reconnects and is called once for what it may have missed", async () => {
  const connection = await createTestDatabase();
  const db = pool(connection);
  const heard = vi.fn<() => void>();
  const stop = await listen(connection, "bell", heard);
  await sql`notify bell`.execute(db);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));

  const ears = sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`;
  const before = (await ears.execute(db)).rows;
  await sql`select pg_terminate_backend(${before[0]?.pid})`.execute(db);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2));
  await sql`notify bell`.execute(db);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(3));

  await stop();
  await vi.waitFor(async () => expect((await ears.execute(db)).rows).toEqual([]));
});

test("a listener keeps trying while the database is away, and stops when asked to", async () => {
  const place = createDatabaseFolder();
  const first = await startEmbedded(place);
  const heard = vi.fn<() => void>();
  const stop = await listen(first.connection, "bell", heard);
  const stopOther = await listen(first.connection, "bell", () => {});
  await first.stop();
  await stopOther();
  const second = await startEmbedded(place);
  onTestFinished(second.stop);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1), 10_000);
  await stop();
});

const postmasterIn = (place: string) =>
  Number(readFileSync(join(place, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);

test("an embedded database that ends unexpectedly is reported and restarted each time; one that is closed is not", async () => {
  const place = createDatabaseFolder();
  const lost = vi.fn<(reason: string) => void>();
  const closed = await openDatabase({ folder: place, onLost: lost });
  await closed.close();
  const back = vi.fn<() => void>();
  const { db, close } = await openDatabase({ folder: place, onLost: lost, onBack: back });
  onTestFinished(close);
  expect(lost).not.toHaveBeenCalled();
  for (const [times, signal] of [
    [1, "SIGKILL"],
    [2, "SIGINT"],
  ] as const) {
    process.kill(postmasterIn(place), signal);
    await vi.waitFor(() => expect(back).toHaveBeenCalledTimes(times), 20_000);
    expect(lost).toHaveBeenCalledTimes(times);
    await vi.waitFor(() => appliedMigrations(db), 5_000);
  }
  expect(lost.mock.calls[0]?.[0]).toBe("it was ended by SIGKILL.");
});

test("a database that cannot be restarted is retried until it can, and then works", async () => {
  const place = createDatabaseFolder();
  const failed = vi.fn<(reason: string) => void>();
  const back = vi.fn<() => void>();
  const { db, close } = await openDatabase({
    folder: place,
    onLost: () => {},
    onRestartFailed: failed,
    onBack: back,
  });
  onTestFinished(close);
  const data = join(place, "postgres");
  const pid = postmasterIn(place);
  renameSync(join(data, "global"), join(data, "global.away"));
  process.kill(pid, "SIGKILL");
  await vi.waitFor(() => expect(failed.mock.calls.length).toBeGreaterThan(1), 20_000);
  expect(back).not.toHaveBeenCalled();
  renameSync(join(data, "global.away"), join(data, "global"));
  await vi.waitFor(() => expect(back).toHaveBeenCalledTimes(1), 20_000);
  await vi.waitFor(() => appliedMigrations(db), 5_000);
});

test("a server that stops while its database is being restarted stops both", async () => {
  const place = createDatabaseFolder();
  const failed = vi.fn<(reason: string) => void>();
  const { close } = await openDatabase({
    folder: place,
    onLost: () => {},
    onRestartFailed: failed,
  });
  const data = join(place, "postgres");
  const pid = postmasterIn(place);
  renameSync(join(data, "global"), join(data, "global.away"));
  process.kill(pid, "SIGKILL");
  await vi.waitFor(() => expect(failed).toHaveBeenCalled(), 20_000);
  await close();
  renameSync(join(data, "global.away"), join(data, "global"));
  const next = await startEmbedded(place);
  await next.stop();
});

test("DATABASE_URL that is invalid or that no server answers is refused with one line each", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const address = silent.address();
  const port = typeof address === "object" ? address?.port : 0;
  await new Promise((resolve) => silent.close(resolve));
  const nobody = `postgres://ann:secret@127.0.0.1:${port}/rides`;
  await expect(openAt(nobody, { patienceMs: 0 })).rejects.toThrow(
    `The database at DATABASE_URL cannot be used: nothing answers there. Start that PostgreSQL, or correct DATABASE_URL. (ann@127.0.0.1:${port}/rides)`,
  );
  await expect(openAt("postgres://ann:secret@:x/")).rejects.toThrow(
    "that is not an address like postgres://",
  );
  await expect(
    openAt(buildDatabaseUrl({ ...getTestServer(), database: "no_such" })),
  ).rejects.toThrow("that server has no database of this name.");
});

test("the start waits for a DATABASE_URL that answers later, and says what it waits for", async () => {
  const reserved = createServer().listen(0, "127.0.0.1");
  await once(reserved, "listening");
  const address = reserved.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  await new Promise((resolve) => reserved.close(resolve));

  const { host, ...rest } = await createTestDatabase({ empty: true });
  const said: string[] = [];
  const opening = openDatabase({
    url: buildDatabaseUrl({ ...rest, host: "127.0.0.1", port }),
    folder: createTestFolder(),
    onLost: () => {},
    onWaiting: (reason) => said.push(reason),
  });
  await vi.waitFor(() => expect(said).toHaveLength(1), 20_000);
  expect(said[0]).toContain("nothing answers there");

  const forwarder = createServer((socket) => {
    const upstream = createConnection(`${host}/.s.PGSQL.5432`);
    socket.pipe(upstream).pipe(socket);
    for (const end of [socket, upstream]) end.on("error", () => {});
  }).listen(port, "127.0.0.1");
  onTestFinished(() => void forwarder.close());
  const { db, close } = await opening;
  expect(await appliedMigrations(db)).not.toEqual([]);
  await close();
});

test("a wrong password and a user who may not create tables are refused with messages that do not contain the password", async () => {
  const place = createDatabaseFolder();
  const { connection, stop } = await startEmbedded(place);
  onTestFinished(stop);
  const root = new Client(connection);
  await root.connect();
  await root.query(
    "create role ann login password 'right'; revoke create on schema public from public",
  );
  const hba = join(place, "postgres", "pg_hba.conf");
  const open = readFileSync(hba, "utf8");
  writeFileSync(hba, "local all ann scram-sha-256\n");
  appendFileSync(hba, open);
  await root.query("select pg_reload_conf()");
  await vi.waitFor(async () => {
    const { rows } = await root.query(
      "select 1 from pg_hba_file_rules where 'ann' = any (user_name)",
    );
    expect(rows).toHaveLength(1);
  });
  await root.end();
  const at = (password: string) => buildDatabaseUrl({ ...connection, user: "ann", password });
  const refused = await openAt(at("secret-guess")).catch((error: unknown) => String(error));
  expect(refused).toContain("it refuses the user's name or password. Correct DATABASE_URL. (ann@");
  expect(refused).not.toContain("secret-guess");
  await expect(openAt(at("right"))).rejects.toThrow("its user may not create tables there.");
});

test("a server that is too old, a read-only standby and another encoding are refused", () => {
  const fit = { version: 150_018, encoding: "UTF8", standby: false, creates: true };
  expect(explainUnsupported(fit)).toBeUndefined();
  expect(explainUnsupported({ ...fit, version: 140_022 })).toMatch(
    /^it is PostgreSQL 14, and Commonlane needs 15 or newer\./,
  );
  expect(explainUnsupported({ ...fit, standby: true })).toMatch(/^it is a read-only standby\./);
  expect(explainUnsupported({ ...fit, encoding: "LATIN1" })).toMatch(/^its encoding is LATIN1\./);
});
