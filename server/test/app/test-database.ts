import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { inject, onTestFinished } from "vitest";
import { type Connection, connect } from "#platform/db/database.ts";
import { isInMemory } from "./fast-temp-folder.ts";
import { takeDatabase } from "./recycled-database.ts";
import { TEMPLATE, TEST_DATABASE_PREFIX } from "./global-setup.ts";

/** The database server of the current worker. */
export function getTestServer(): Connection {
  const servers = inject("postgres");
  const server = servers[Number(process.env["VITEST_POOL_ID"]) % servers.length];
  if (!server) throw new Error("No PostgreSQL was started for the tests.");
  return server;
}

/**
 * A migrated database for one test, copied in milliseconds; with `empty`, one without tables. A `shared` one, for all
 * tests of a file, stays until its server stops.
 */
export async function createTestDatabase({
  empty = false,
  shared = false,
} = {}): Promise<Connection> {
  const connection = await createDatabase(empty ? "template0" : TEMPLATE);
  if (!shared) onTestFinished(() => dropDatabase(connection));
  return connection;
}

/** A migrated database for one test, with open connections: one that an earlier test has left. */
export const takeTestDatabase = (): ReturnType<typeof takeDatabase> =>
  takeDatabase({ create: () => createDatabase(TEMPLATE), drop: dropDatabase });

async function createDatabase(template: string): Promise<Connection> {
  const database = `${TEST_DATABASE_PREFIX}${randomUUID().replaceAll("-", "")}`;
  const server = getTestServer();
  // Copying the files takes a third of the time of writing each page to the log.
  await onServer(
    server,
    sql`create database ${sql.id(database)} template ${sql.id(template)} encoding 'UTF8' strategy file_copy`,
  );
  return { ...server, database };
}

/** A run creates hundreds, which would not fit into memory. On disk they stay until the server stops: dropping takes long. */
async function dropDatabase({ host = "", database = "" }: Connection): Promise<void> {
  if (isInMemory(host))
    await onServer(getTestServer(), sql`drop database ${sql.id(database)} with (force)`);
}

async function onServer(server: Connection, statement: RawBuilder<unknown>): Promise<void> {
  const db = connect(server, { max: 1 });
  await statement.execute(db).finally(() => db.destroy());
}
