import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { connect, migrate } from "#platform/db/database.ts";
import { importDatabase } from "#platform/db/export/import-database.ts";
import { appliedMigrations, releaseMigrations } from "#platform/db/migrate.ts";
import { createTestDatabase } from "../app/test-database.ts";
import { BACKUPS, listReleasedBackups } from "./released-backups.ts";

test("there is a backup of a release before this one", () => {
  expect(listReleasedBackups()).toContain("0.1.0.backup");
});

test.for(listReleasedBackups())("a backup of %s is restored with every row, and migrated", async (name) => {
  const connection = await createTestDatabase({ empty: true });
  const rows = await importDatabase(join(BACKUPS, name), connection);
  expect(rows).toBeGreaterThan(20);
  const db = connect(connection, { max: 2 });
  onTestFinished(() => db.destroy());
  await migrate(db);
  expect(await appliedMigrations(db)).toEqual(releaseMigrations);
  const requests = await db.selectFrom("seat_request").select("status").execute();
  expect(requests).toEqual([{ status: "accepted" }]);
  const messages = await db.selectFrom("message").select("text").execute();
  expect(messages).toEqual([{ text: "I'm at the north entrance." }]);
});
