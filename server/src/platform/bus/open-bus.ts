import { sql } from "kysely";
import type { Connection, Db } from "../db/database.ts";
import { openPostgresTransport } from "../db/postgres-transport.ts";
import type { Log } from "../log.ts";
import type { Settings } from "../settings.ts";
import { Bus, type Transport } from "./bus.ts";

/**
 * Opens the transports: Redis if configured, with PostgreSQL as fallback. With the embedded database there is only one
 * process, so there are none.
 */
export async function openBus(
  { connection, db }: { connection: Connection; db: Db },
  { DATABASE_URL, REDIS_URL }: Pick<Settings, "DATABASE_URL" | "REDIS_URL">,
  log: Log,
): Promise<Bus> {
  if (DATABASE_URL === undefined) return new Bus();
  const transports: Transport[] = [await openPostgresTransport(connection, db)];
  if (REDIS_URL !== undefined) {
    // Loads the Redis client only if Redis is configured.
    const { openRedisTransport } = await import("./redis-transport.ts");
    transports.unshift(
      openRedisTransport(REDIS_URL, `commonlane:bus:${await readDatabaseFingerprint(db)}`, log),
    );
  }
  return new Bus(transports, log);
}

/**
 * Identifies the database: equal for all processes connected to it and, where possible, different for copies of it and for other databases.
 */
async function readDatabaseFingerprint(db: Db): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select md5(concat_ws(' ', oid, datname, (select min(timestamp) from kysely_migration))) as mark
    from pg_database where datname = current_database()`.execute(db);
  if (!rows[0]) throw new Error("The database did not report its name.");
  return rows[0].mark;
}
