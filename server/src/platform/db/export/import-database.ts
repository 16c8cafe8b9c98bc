import { pipeline } from "node:stream/promises";
import { Client, type ClientConfig, DatabaseError } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { connect } from "../database.ts";
import { type End, ExportReader, type Section } from "./export-format.ts";
import {
  appliedMigrations,
  isFromDevelopmentVersion,
  migrate,
  migrateTo,
  type Migrations,
} from "../migrate.ts";
import { migrations as releaseMigrations } from "../migrations.ts";
import { findUnfinishedRestore, markUnfinished } from "../restored-access/unfinished-restore.ts";
import { listExportedTables } from "./export-database.ts";
import { rebaseEvents } from "./rebase-events.ts";

/**
 * Loads an export into an empty database, migrates it to the current schema and returns the number of rows. Loads in
 * one transaction: on any error there, throws a one-line message and stores nothing. With `marksUnfinished`, that
 * transaction also marks the restore as unfinished, and a marked one of the same export goes on after its import.
 */
export async function importDatabase(
  file: string,
  connection: ClientConfig,
  {
    known = releaseMigrations,
    identities,
    marksUnfinished = false,
  }: {
    known?: Migrations;
    identities?: readonly string[];
    marksUnfinished?: boolean;
  } = {},
): Promise<number> {
  const reader = new ExportReader(file, identities);
  const clientConfig = {
    ...connection,
    application_name: "commonlane-import",
  };
  const schema = connect(clientConfig, {
    max: 2,
    statementTimeoutMs: 0,
  });
  const client = new Client(clientConfig);
  client.on("error", () => {});
  let imported: number | undefined;
  try {
    const { migrations, exportedAt } = await reader.head();
    const applied = await appliedMigrations(schema);
    await client.connect();
    await assertNoServerRunning(client);
    const begun = await findUnfinishedRestore(schema);
    if (begun) {
      assertSameBackup(begun.exportedAt, exportedAt);
      imported = begun.rows;
    } else {
      assertCompatible(migrations, applied, known, file);
      await migrateTo(schema, migrations.at(-1) ?? "", known);
      imported = await loadExport(client, reader, {
        mayHoldSeedRows: applied.length === 0,
        unfinishedSince: marksUnfinished ? exportedAt : undefined,
      });
    }
    await client.query("analyze");
    await migrate(schema, known);
    return imported;
  } catch (error) {
    throw explainError(error, imported);
  } finally {
    await client.end().catch(() => {});
    await schema.destroy();
    await reader.close();
  }
}

/** When an export was made. */
export async function readExportTime(file: string, identities: readonly string[]): Promise<Date> {
  const reader = new ExportReader(file, identities);
  try {
    return (await reader.head()).exportedAt;
  } finally {
    await reader.close();
  }
}

function assertSameBackup(begun: Date, given: Date): void {
  if (begun.getTime() === given.getTime()) return;
  throw new Error(
    `A restore of the backup of ${begun.toISOString()} into this database was broken off. Restore that one again to finish it, or use a new database.`,
  );
}

/** An older release's export is fine, since the later migrations then run over its rows. */
function assertCompatible(
  migrations: readonly string[],
  applied: readonly string[],
  known: Migrations,
  file: string,
): void {
  if (isFromDevelopmentVersion(migrations)) {
    throw new Error(
      `${file} comes from a development version of Commonlane before the first release and cannot be imported.`,
    );
  }
  const unknownMigration = migrations.find((name) => !Object.hasOwn(known, name));
  if (unknownMigration) {
    throw new Error(
      `${file} comes from a newer release of Commonlane (${unknownMigration}). Import it with that release or a later one.`,
    );
  }
  const extraMigration = applied.find((name) => !migrations.includes(name));
  if (extraMigration) {
    throw new Error(
      `The database has a schema (${extraMigration}) that ${file} does not have yet. Import into a database that was never used, or into a new DATA_DIR.`,
    );
  }
}

/** A running server would keep using its in-memory state of the empty database. */
async function assertNoServerRunning(client: Client): Promise<void> {
  const { rows } = await client.query(
    "select 1 from pg_stat_activity where datname = current_database() and application_name = 'commonlane' and pid <> pg_backend_pid() limit 1",
  );
  if (rows.length > 0) throw new Error("A server is using this database. Stop it, then import.");
}

async function loadExport(
  client: Client,
  reader: ExportReader,
  {
    mayHoldSeedRows,
    unfinishedSince,
  }: {
    mayHoldSeedRows: boolean;
    unfinishedSince: Date | undefined;
  },
): Promise<number> {
  await client.query("begin");
  const tables = await listExportedTables(client);
  const tableNames = tables.map(({ table }) => client.escapeIdentifier(table));
  await client.query(`lock table ${tableNames.join(", ")} in access exclusive mode`);
  // Rows in a freshly migrated database come from migrations, and the export contains them too.
  if (mayHoldSeedRows) await client.query(`truncate ${tableNames.join(", ")}`);
  else await assertEmpty(client, tables);
  const restoreStatements = await suspendConstraints(client, tables);
  const { rows, sequences } = await loadTables(client, reader, tables);
  await rebaseEvents(client);
  for (const statement of restoreStatements) await client.query(statement);
  for (const { name, lastValue, isCalled } of sequences) {
    await client.query("select setval($1::regclass, $2, $3)", [
      client.escapeIdentifier(name),
      lastValue,
      isCalled,
    ]);
  }
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  if (unfinishedSince)
    await client.query(markUnfinished({ exportedAt: unfinishedSince, rows: total }));
  await client.query("commit");
  return total;
}

async function assertEmpty(client: Client, tables: readonly Section[]): Promise<void> {
  for (const { table } of tables) {
    const { rows } = await client.query(`select 1 from ${client.escapeIdentifier(table)} limit 1`);
    if (rows.length > 0) {
      throw new Error(
        `The database is not empty (${table} has rows). Import into a database that was never used, or into a new DATA_DIR.`,
      );
    }
  }
}

/** Removes foreign keys and triggers; the returned statements restore them, which checks every row. */
async function suspendConstraints(client: Client, tables: readonly Section[]): Promise<string[]> {
  const restoreStatements: string[] = [];
  for (const { table } of tables) {
    const name = client.escapeIdentifier(table);
    const { rows } = await client.query<{
      key: string;
      definition: string;
    }>(
      `select conname as key, pg_get_constraintdef(oid) as definition from pg_constraint
       where contype = 'f' and conrelid = $1::regclass and conparentid = 0 order by conname`,
      [name],
    );
    for (const { key, definition } of rows) {
      await client.query(`alter table ${name} drop constraint ${client.escapeIdentifier(key)}`);
      restoreStatements.push(
        `alter table ${name} add constraint ${client.escapeIdentifier(key)} ${definition}`,
      );
    }
    await client.query(`alter table ${name} disable trigger user`);
    restoreStatements.push(`alter table ${name} enable trigger user`);
  }
  return restoreStatements;
}

async function loadTables(
  client: Client,
  reader: ExportReader,
  tables: readonly Section[],
): Promise<End> {
  const loaded = new Map<string, number>();
  for (;;) {
    const next = await reader.readNext();
    if ("rows" in next) {
      await reader.readToEnd();
      const isComplete = tables.every(
        ({ table }) => loaded.has(table) && loaded.get(table) === next.rows[table],
      );
      if (!isComplete)
        throw new Error("The file does not contain all rows it lists: it is damaged.");
      return next;
    }
    const tableInfo = tables.find(({ table }) => table === next.table);
    if (
      !tableInfo ||
      !next.columns.every((column) => tableInfo.columns.includes(column)) ||
      loaded.has(next.table)
    ) {
      throw new Error(
        `The file contains a table ${next.table} that does not belong in it: it is damaged.`,
      );
    }
    loaded.set(next.table, await loadRows(client, reader, next));
  }
}

async function loadRows(
  client: Client,
  reader: ExportReader,
  { table, columns }: Section,
): Promise<number> {
  const names = columns.map((column) => client.escapeIdentifier(column)).join(", ");
  const copy = client.query(
    copyFrom(`copy ${client.escapeIdentifier(table)} (${names}) from stdin`),
  );
  await pipeline(reader.rows(), copy);
  return copy.rowCount;
}

function explainError(error: unknown, imported: number | undefined): Error {
  if (imported !== undefined) {
    const reason = error instanceof Error ? error.message : String(error);
    return new Error(`${imported} rows were imported, but not brought up to date: ${reason}`, {
      cause: error,
    });
  }
  if (error instanceof DatabaseError) {
    const where = error.where ? ` (${error.where.split("\n")[0]?.slice(0, 200)})` : "";
    return new Error(`Nothing was imported: ${error.message}${where}.`, { cause: error });
  }
  if (error instanceof Error)
    return new Error(`Nothing was imported. ${error.message}`, { cause: error });
  return new Error(String(error));
}
