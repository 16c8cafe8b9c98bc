import { join } from "node:path";
import { expect, test } from "vitest";
import { ExportReader } from "#platform/db/export/export-format.ts";
import { importDatabase } from "#platform/db/export/import-database.ts";
import { releaseMigrations } from "#platform/db/migrate.ts";
import { migrations } from "#platform/db/migrations.ts";
import { buildDatabaseUrl } from "#platform/db/read-database-url.ts";
import { createTestDatabase } from "../app/test-database.ts";
import { PASSWORD } from "../fixtures/accounts.ts";
import { send } from "../processes/http-users.ts";
import { startServer } from "../processes/server-process.ts";
import { BACKUPS, listReleasedBackups, REGISTERED } from "./released-backups.ts";

/** A server that starts from its sources imports the places of the world first. */
const START = { timeout: 240_000 };

async function readMigrations(file: string): Promise<string[]> {
  const reader = new ExportReader(file);
  const { migrations } = await reader.head();
  await reader.close();
  return [...migrations];
}

test.for(listReleasedBackups())(
  "this release starts on a database of %s and serves its members",
  START,
  async (name) => {
    const file = join(BACKUPS, name);
    const before = await readMigrations(file);
    expect(releaseMigrations.slice(0, before.length)).toEqual(before);
    const connection = await createTestDatabase({ empty: true });
    // The database as that release left it: with its schema only.
    const known = Object.fromEntries(
      Object.entries(migrations).filter(([migration]) => before.includes(migration)),
    );
    await importDatabase(file, connection, { known });
    const server = await startServer(
      { DATABASE_URL: buildDatabaseUrl(connection) },
      { CAPTCHA: "off" },
    );
    const body = { email: REGISTERED, password: PASSWORD };
    const session = await send<{ idToken: string }>(server.address, {
      method: "POST",
      path: "/identity/sign-in",
      body,
    });
    expect(session.status).toBe(200);
    await server.stop();
  },
);
