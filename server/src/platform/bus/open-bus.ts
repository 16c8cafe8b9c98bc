import type { Connection, Db } from "../db/database.ts";
import { openPostgresTransport } from "../db/postgres-transport.ts";
import type { Log } from "../log.ts";
import type { Settings } from "../settings.ts";
import { Bus, type Transport } from "./bus.ts";
import { readDatabaseFingerprint } from "#platform/db/postgres-transport.ts";

/**
 * Opens the transports: Redis if configured, with PostgreSQL as fallback. With the embedded database there is only one
 * process, so there are none.
 */
export async function openBus(
  {
    connection,
    db,
  }: {
    connection: Connection;
    db: Db;
  },
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
