import type { ServerStatus } from "@commonlane/contract/administration";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { createTestApp } from "../../../test/app/test-app.ts";
import { createAdministrator } from "../../../test/fixtures/moderators.ts";
import type { Db } from "./database.ts";
import { reportOutdatedCollation } from "./collation-check.ts";

/** As after an upgrade of the operating system: the database was sorted by other rules. */
async function setSortedBy(db: Db, version: string | null): Promise<void> {
  await sql`update pg_database set datcollversion = ${version} where datname = current_database()`.execute(
    db,
  );
}

test("[domain/database:collation] a text order that has changed is in the log, in /health/ready and on the server page, with the remedy", async () => {
  const app = await createTestApp();
  const as = await createAdministrator(app);
  const { rows } = await sql<{ name: string; version: string | null }>`
    select datname as name, datcollversion as version from pg_database where datname = current_database()`.execute(
    app.db,
  );
  const { name, version } = rows[0] ?? { name: "", version: null };
  onTestFinished(() => setSortedBy(app.db, version));
  const readHealth = async () =>
    (await app.http.inject("/health/ready")).json<Record<string, Record<string, string>>>();
  const readLog = async () => {
    await reportOutdatedCollation(app.db, app.log);
    return app.lines.filter((line) => JSON.stringify(line).includes("sorts text"));
  };
  expect((await readHealth())["checks"]).toMatchObject({ collation: "ok" });
  expect(await readLog()).toEqual([]);

  await setSortedBy(app.db, "0.9");
  const health = await readHealth();
  expect(health["checks"]).toMatchObject({ collation: "warning" });
  expect(health["reasons"]?.["collation"]).toContain(remedy("⟨name⟩"));
  expect(JSON.stringify(await readLog())).toContain(
    JSON.stringify(remedy(`"${name}"`)).slice(1, -1),
  );
  const { body } = await app.call<ServerStatus>("GET", "/administration/status", { as });
  const check = body.checks.find(({ name }) => name === "collation");
  expect(check?.state).toBe("warning");
  expect(check?.reason).toContain(remedy("⟨name⟩"));

  await sql.raw(`alter database "${name}" refresh collation version`).execute(app.db);
  expect((await readHealth())["checks"]).toMatchObject({ collation: "ok" });
});

const remedy = (name: string) =>
  `reindex database ${name}; alter database ${name} refresh collation version;`;
