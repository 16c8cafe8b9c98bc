import { rmSync } from "node:fs";
import { sql } from "kysely";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { type Connection, type Db, connect, migrate } from "#platform/db/database.ts";
import { startEmbedded } from "#platform/db/embedded/embedded-postgres.ts";
import { copyFolder, createOpenFolder } from "./test-folders.ts";
import { makeRecyclable } from "./recycled-database.ts";
import { HELD_JOB } from "./test-jobs.ts";
import { removeAbandonedFolders, createFastTempFolder } from "./fast-temp-folder.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Servers that each hold the template of the test databases. */
    postgres: readonly Connection[];
    /** A data folder that was started and stopped once; tests of the embedded database copy it. */
    pristineFolder: string;
  }
}
export const TEMPLATE = "commonlane_template";
/** Prefix of test databases, by which leftovers on an external server are removed. */
export const TEST_DATABASE_PREFIX = "world_";

interface Server {
  readonly connection: Connection;
  readonly stop: () => Promise<void>;
}

/**
 * Starts servers for the whole run (ours, or the one at TEST_DATABASE_URL, as a superuser), each with a migrated database
 * to copy.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  removeAbandonedFolders();
  const pristine = createOpenFolder();
  await (await startEmbedded(pristine)).stop();
  project.provide("pristineFolder", pristine);
  const url = process.env["TEST_DATABASE_URL"];
  // Reading the outbox waits for every open transaction on the server, so each worker has its own server.
  const servers = await Promise.all(
    url
      ? [useExternalServer(url)]
      : Array.from({ length: project.config.maxWorkers }, () => startOwnServer(pristine)),
  );
  await Promise.all(servers.map(({ connection }) => makeTemplate(connection)));
  project.provide(
    "postgres",
    servers.map(({ connection }) => connection),
  );
  return async () => {
    await Promise.all(servers.map(({ stop }) => stop()));
    rmSync(pristine, { recursive: true });
  };
}

async function makeTemplate(connection: Connection): Promise<void> {
  await onServer(connection, (db) =>
    sql`create database ${sql.id(TEMPLATE)} template template0 encoding 'UTF8'`.execute(db),
  );
  const template = connect({ ...connection, database: TEMPLATE });
  await migrate(template);
  await sql.raw(HELD_JOB).execute(template);
  await sql.raw(makeRecyclable).execute(template);
  await template.destroy();
}

async function startOwnServer(pristine: string): Promise<Server> {
  const folder = createFastTempFolder();
  copyFolder(pristine, folder);
  const { connection, stop } = await startEmbedded(folder, {
    fsync: "off",
    max_connections: "200",
  });
  return { connection, stop: () => stop().then(() => rmSync(folder, { recursive: true })) };
}

/** Splits the URL, so that a test can name another database. */
async function useExternalServer(connectionString: string): Promise<Server> {
  const { host, port, user, password, database } = new Client({ connectionString });
  const connection = {
    host,
    port,
    ...(user && { user }),
    ...(password && { password }),
    ...(database && { database }),
  };
  const clear = () => onServer(connection, removeOurs);
  await clear();
  return { connection, stop: clear };
}

async function removeOurs(server: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`select datname as name from pg_database
    where datname = ${TEMPLATE} or starts_with(datname, ${TEST_DATABASE_PREFIX})`.execute(server);
  for (const { name } of rows)
    await sql`drop database ${sql.id(name)} with (force)`.execute(server);
}

async function onServer(
  connection: Connection,
  work: (server: Db) => Promise<unknown>,
): Promise<void> {
  const server = connect(connection, { max: 1 });
  await work(server).finally(() => server.destroy());
}
