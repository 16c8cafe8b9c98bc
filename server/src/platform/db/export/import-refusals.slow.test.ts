import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../../test/app/test-database.ts";
import { connect } from "../database.ts";
import { importDatabase } from "./import-database.ts";
import { appliedMigrations } from "../migrate.ts";
import {
  BEN,
  contents,
  createFilledDatabase,
  exported,
  pool,
} from "../../../../test/fixtures/exported-database.ts";

function altered(file: string, change: (text: string) => string): string {
  writeFileSync(`${file}.altered`, gzipSync(change(gunzipSync(readFileSync(file)).toString())));
  return `${file}.altered`;
}

test("an export of a development version before the first release is refused in one sentence, and nothing is stored", async () => {
  const file = altered(await exported((await createFilledDatabase()).connection), (text) =>
    text.replace('"0001-schema"', '"0001-foundation","0002-places"'),
  );
  const connection = await createTestDatabase({ empty: true });
  await expect(importDatabase(file, connection)).rejects.toThrow(
    `Nothing was imported. ${file} comes from a development version of Commonlane before the first release and cannot be imported.`,
  );
  expect(await appliedMigrations(await pool(connection))).toEqual([]);
});

test("rows that break a constraint are refused with its name, and nothing is stored", async () => {
  const file = await exported((await createFilledDatabase()).connection);
  const connection = await createTestDatabase({ empty: true });
  const target = await pool(connection);
  const orphaned = altered(file, (text) =>
    text.replace(`${BEN}\t\\N`, `${BEN.replace("2", "9")}\t\\N`),
  );
  await expect(importDatabase(orphaned, connection)).rejects.toThrow(
    /^Nothing was imported: .*"profile_uid_fkey"/,
  );
  expect((await contents(target))["account"]).toEqual([]);
  await importDatabase(file, connection);
  expect((await contents(target))["account"]).toHaveLength(2);
});

test("a database with rows, one in use, and one with a newer schema are refused", async () => {
  const { connection, db } = await createFilledDatabase();
  const file = await exported(connection);
  await expect(importDatabase(file, connection)).rejects.toThrow(
    "The database is not empty (account has rows).",
  );

  const served = await createTestDatabase();
  const server = connect(served);
  onTestFinished(() => server.destroy());
  await sql`select 1`.execute(server);
  await expect(importDatabase(file, served)).rejects.toThrow(
    "A server is using this database. Stop it, then import.",
  );

  await sql`insert into kysely_migration values ('9999-from-the-future', now()::text)`.execute(db);
  const newer = await exported(connection);
  await expect(importDatabase(newer, await createTestDatabase({ empty: true }))).rejects.toThrow(
    `${newer} comes from a newer release of Commonlane (9999-from-the-future). Import it with that release or a later one.`,
  );
  await expect(importDatabase(file, connection)).rejects.toThrow(
    "The database has a schema (9999-from-the-future) that",
  );
});

test("a file that is truncated, damaged, incomplete, missing or not an export is refused", async () => {
  const file = await exported((await createFilledDatabase()).connection);
  const connection = await createTestDatabase();
  const whole = readFileSync(file);
  const cut = `${file}.cut`;
  for (const length of [0, 1, 20, whole.length >> 1, whole.length - 1]) {
    writeFileSync(cut, whole.subarray(0, length));
    await expect(importDatabase(cut, connection), `${length} bytes`).rejects.toThrow(
      /is incomplete, damaged or not an export/,
    );
  }
  writeFileSync(cut, "not an export");
  await expect(importDatabase(cut, connection)).rejects.toThrow(
    /is incomplete, damaged or not an export/,
  );
  const fewer = altered(file, (text) => text.replace(/\n[^\n]*ben@example.org[^\n]*\n/, "\n"));
  await expect(importDatabase(fewer, connection)).rejects.toThrow(
    "does not contain all rows it lists",
  );
  const stranger = altered(file, (text) =>
    text.replace('{"table":"account"', '{"table":"pg_authid"'),
  );
  await expect(importDatabase(stranger, connection)).rejects.toThrow(
    "contains a table pg_authid that does not belong in it",
  );
  const other = altered(file, (text) => text.replace('"version":1', '"version":2'));
  await expect(importDatabase(other, connection)).rejects.toThrow(
    "is not an export that this release of Commonlane can read",
  );
  await expect(importDatabase(`${file}.none`, connection)).rejects.toThrow(
    `The file ${file}.none does not exist.`,
  );
  expect((await contents(await pool(connection)))["account"]).toEqual([]);
});
