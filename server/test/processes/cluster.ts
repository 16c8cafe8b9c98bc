import type { Context } from "#platform/context.ts";
import { buildDatabaseUrl } from "#platform/db/read-database-url.ts";
import { createTestDatabase } from "../app/test-database.ts";
import { openDatabaseContext } from "./http-users.ts";
import { type ServerProcess, startServer } from "./server-process.ts";

export interface TwoServers {
  readonly one: ServerProcess;
  readonly two: ServerProcess;
  readonly both: readonly ServerProcess[];
  readonly ctx: Context;
}

/** Starts two server processes at the same moment on one database, which is `empty` or migrated. */
export async function startTwoServers({ empty = false } = {}): Promise<TwoServers> {
  const connection = await createTestDatabase({ empty });
  const place = { DATABASE_URL: buildDatabaseUrl(connection) };
  const [one, two] = await Promise.all([startServer(place), startServer(place)]);
  return { one, two, both: [one, two], ctx: openDatabaseContext(connection) };
}
