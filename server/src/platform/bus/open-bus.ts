import type { Connection, Db } from "../db/database.ts";
import { databaseMark } from "../db/database-mark.ts";
import { openNotifying } from "../db/notifying.ts";
import type { Log } from "../log.ts";
import type { Settings } from "../settings.ts";
import { Bus, type Carrier } from "./bus.ts";

/** The ways there are: Redis where it is set, PostgreSQL while Redis is away. The embedded database has one process only. */
export async function openBus(
  { connection, db }: { connection: Connection; db: Db },
  { DATABASE_URL, REDIS_URL }: Pick<Settings, "DATABASE_URL" | "REDIS_URL">,
  log: Log,
): Promise<Bus> {
  if (DATABASE_URL === undefined) return new Bus();
  const ways: Carrier[] = [await openNotifying(connection, db)];
  if (REDIS_URL !== undefined) {
    // Its client is read where there is a Redis only.
    const { openStreamIn } = await import("./stream.ts");
    ways.unshift(openStreamIn(REDIS_URL, `commonlane:bus:${await databaseMark(db)}`, log));
  }
  return new Bus(ways, log);
}
