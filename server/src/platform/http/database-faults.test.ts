import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { freiburgToKoeln } from "../../../test/fixtures/rides.ts";
import { createTestApp, type TestApp } from "../../../test/app/test-app.ts";
import { connect } from "../db/database.ts";
import { findDatabaseFault } from "../db/database-faults.ts";

/** A separate connection to the database of a test app. */
function openSecondConnection({ connection }: TestApp) {
  const db = connect(connection, { max: 1 });
  onTestFinished(() => db.destroy());
  return db;
}

async function setForNewConnections(app: TestApp, setting: string): Promise<void> {
  const db = openSecondConnection(app);
  await sql`set default_transaction_read_only = off`.execute(db);
  await sql`alter database ${sql.id(app.connection.database ?? "")} set ${sql.raw(setting)}`.execute(
    db,
  );
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
}

async function oneWaitsForALock(db: ReturnType<typeof openSecondConnection>): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
}

test("a read-only database answers 503 with a clear log line, and /health/ready says why until it is repaired", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  await setForNewConnections(app, "default_transaction_read_only = on");
  // The first requests may still use connections that were cut.
  await vi.waitFor(async () => {
    const { status, body } = await app.call("POST", "/rides", { as: ada, body: freiburgToKoeln });
    expect([status, body]).toMatchObject([503, { code: "unavailable" }]);
    expect(JSON.stringify(app.lines)).toContain(
      "The database is read-only, so nothing can be saved.",
    );
  });
  expect(app.bugs).toEqual([]);
  const ready = await app.http.inject("/health/ready");
  expect([ready.statusCode, ready.json()]).toMatchObject([
    503,
    {
      checks: { writes: "failed" },
      reasons: { writes: expect.stringContaining("The database is read-only") },
    },
  ]);

  await setForNewConnections(app, "default_transaction_read_only = off");
  await expect
    .poll(async () => (await app.http.inject("/health/ready")).statusCode, { timeout: 15_000 })
    .toBe(200);
});

test("a request that waits too long for a lock, or is cut off, answers 503 and not 500", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const seeker = await app.createUser({ firstName: "Bob" });
  const { body: ride } = await app.call("POST", "/rides", { as: host, body: freiburgToKoeln });
  const hold = await openSecondConnection(app).startTransaction().execute();
  await sql`select from ride where id = ${ride["id"]} for update`.execute(hold);
  const asking = () =>
    app.call("POST", `/rides/${String(ride["id"])}/request`, { as: seeker, body: { seats: 1 } });

  const cancelled = asking();
  const otherConnection = openSecondConnection(app);
  await vi.waitUntil(() => oneWaitsForALock(otherConnection));
  await sql`select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(otherConnection);
  expect(await cancelled).toMatchObject({ status: 503, body: { code: "unavailable" } });

  await hold.rollback().execute();
  await setForNewConnections(app, "lock_timeout = '50ms'");
  const retried = await openSecondConnection(app).startTransaction().execute();
  await sql`select from ride where id = ${ride["id"]} for update`.execute(retried);
  expect(await asking()).toMatchObject({ status: 503, body: { code: "unavailable" } });
  await retried.rollback().execute();
  expect(await asking()).toMatchObject({ status: 201 });
  expect(app.bugs).toEqual([]);
  expect(JSON.stringify(app.lines)).toContain("The database did not answer in time.");
});

test.each([
  ["53100", "could not extend file: No space left on device", "disk-full"],
  ["58030", "could not write to file: No space left on device", "disk-full"],
  ["42501", "could not open file: Read-only file system", "read-only"],
  ["58030", "could not read blocks: Input/output error", "away"],
  ["57P01", "terminating connection due to administrator command", "away"],
  ["42501", "permission denied for table ride", undefined],
  ["23505", "duplicate key value violates unique constraint", undefined],
])("PostgreSQL's %s with '%s' is %s", (code, message, fault) => {
  expect(findDatabaseFault(Object.assign(new Error(message), { code }))).toBe(fault);
});
