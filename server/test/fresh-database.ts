import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { inject } from "vitest";
import { type Connection, connect } from "#platform/db/database.ts";
import { TEMPLATE, TEST_DATABASE_PREFIX } from "./postgres.ts";

/** The server of the worker that asks. */
export function testServer(): Connection {
  const servers = inject("postgres");
  const server = servers[Number(process.env["VITEST_POOL_ID"]) % servers.length];
  if (!server) throw new Error("No PostgreSQL was started for the tests.");
  return server;
}

/** A migrated database for one test alone, copied in milliseconds; with `empty`, one without any table. */
export async function freshDatabase({ empty = false } = {}): Promise<Connection> {
  const database = `${TEST_DATABASE_PREFIX}${randomUUID().replaceAll("-", "")}`;
  const server = connect(testServer(), { max: 1 });
  const source = sql.id(empty ? "template0" : TEMPLATE);
  await sql`create database ${sql.id(database)} template ${source} encoding 'UTF8'`.execute(server);
  await server.destroy();
  return { ...testServer(), database };
}
