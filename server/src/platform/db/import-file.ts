import { pipeline } from "node:stream/promises";
import { Client, type ClientConfig, DatabaseError } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { connect } from "./database.ts";
import { type End, ExportReader, type Section } from "./export-format.ts";
import { rebaseEvents } from "./import-events.ts";
import { appliedMigrations, knownMigrations, migrate, migrateTo } from "./migrate.ts";
import { tablesOf } from "./tables.ts";

/**
 * Loads an export into a database that holds nothing yet, brings it to the present schema and gives back the number of
 * rows. All of it in one transaction: when anything is wrong, one line says what, and no row was stored.
 */
export async function importFrom(file: string, connection: ClientConfig): Promise<number> {
  const reader = new ExportReader(file);
  const named = { ...connection, application_name: "commonlane-import" };
  const schema = connect(named, { max: 2, statementTimeoutMs: 0 });
  const client = new Client(named);
  client.on("error", () => {});
  try {
    const migrations = await reader.head();
    const applied = await appliedMigrations(schema);
    await client.connect();
    await mustBeAlone(client);
    mustFit(migrations, applied, file);
    await migrateTo(schema, migrations.at(-1) ?? "");
    const rows = await load(client, reader, { mayHoldSeed: applied.length === 0 });
    await client.query("analyze");
    await migrate(schema);
    return rows;
  } catch (error) {
    throw explained(error);
  } finally {
    await client.end().catch(() => {});
    await schema.destroy();
    await reader.close();
  }
}

/** An older release's export fits, since the migrations that followed are run over its rows. */
function mustFit(migrations: readonly string[], applied: readonly string[], file: string): void {
  const strange = migrations.find((name) => !knownMigrations.includes(name));
  if (strange) {
    throw new Error(`${file} comes from a newer release of Commonlane (${strange}). Import it with that one.`);
  }
  const extra = applied.find((name) => !migrations.includes(name));
  if (extra) {
    throw new Error(
      `The database has a schema (${extra}) that ${file} does not have yet. Import into a database that was never used, or into a new DATA_DIR.`,
    );
  }
}

/** A running server would go on with what it remembers of the empty database. */
async function mustBeAlone(client: Client): Promise<void> {
  const { rows } = await client.query(
    "select 1 from pg_stat_activity where datname = current_database() and application_name = 'commonlane' and pid <> pg_backend_pid() limit 1",
  );
  if (rows.length > 0) throw new Error("A server is using that database. Stop it, then import.");
}

async function load(client: Client, reader: ExportReader, { mayHoldSeed }: { mayHoldSeed: boolean }): Promise<number> {
  await client.query("begin");
  const tables = await tablesOf(client);
  const named = tables.map(({ table }) => client.escapeIdentifier(table));
  await client.query(`lock table ${named.join(", ")} in access exclusive mode`);
  // What a database just migrated holds was put there by migrations, and the export holds it too.
  if (mayHoldSeed) await client.query(`truncate ${named.join(", ")}`);
  else await mustBeEmpty(client, tables);
  const restore = await suspendChecks(client, tables);
  const { rows, sequences } = await loadTables(client, reader, tables);
  await rebaseEvents(client);
  for (const statement of restore) await client.query(statement);
  for (const { name, lastValue, isCalled } of sequences) {
    await client.query("select setval($1::regclass, $2, $3)", [client.escapeIdentifier(name), lastValue, isCalled]);
  }
  await client.query("commit");
  return Object.values(rows).reduce((sum, count) => sum + count, 0);
}

async function mustBeEmpty(client: Client, tables: readonly Section[]): Promise<void> {
  for (const { table } of tables) {
    const { rows } = await client.query(`select 1 from ${client.escapeIdentifier(table)} limit 1`);
    if (rows.length > 0) {
      throw new Error(
        `The database is not empty (${table} has rows). Import into a database that was never used, or into a new DATA_DIR.`,
      );
    }
  }
}

/** Takes foreign keys and triggers away; the statements given back restore them, which checks every row. */
async function suspendChecks(client: Client, tables: readonly Section[]): Promise<string[]> {
  const restore: string[] = [];
  for (const { table } of tables) {
    const name = client.escapeIdentifier(table);
    const { rows } = await client.query<{ key: string; definition: string }>(
      `select conname as key, pg_get_constraintdef(oid) as definition from pg_constraint
       where contype = 'f' and conrelid = $1::regclass and conparentid = 0 order by conname`,
      [name],
    );
    for (const { key, definition } of rows) {
      await client.query(`alter table ${name} drop constraint ${client.escapeIdentifier(key)}`);
      restore.push(`alter table ${name} add constraint ${client.escapeIdentifier(key)} ${definition}`);
    }
    await client.query(`alter table ${name} disable trigger user`);
    restore.push(`alter table ${name} enable trigger user`);
  }
  return restore;
}

async function loadTables(client: Client, reader: ExportReader, tables: readonly Section[]): Promise<End> {
  const loaded = new Map<string, number>();
  for (;;) {
    const next = await reader.next();
    if ("rows" in next) {
      await reader.finish();
      const whole = tables.every(({ table }) => loaded.has(table) && loaded.get(table) === next.rows[table]);
      if (!whole) throw new Error("The file does not hold every row it names: it is damaged.");
      return next;
    }
    const known = tables.find(({ table }) => table === next.table);
    if (!known || !next.columns.every((column) => known.columns.includes(column)) || loaded.has(next.table)) {
      throw new Error(`The file holds a table ${next.table} that does not belong there: it is damaged.`);
    }
    loaded.set(next.table, await loadRows(client, reader, next));
  }
}

async function loadRows(client: Client, reader: ExportReader, { table, columns }: Section): Promise<number> {
  const names = columns.map((column) => client.escapeIdentifier(column)).join(", ");
  const copy = client.query(copyFrom(`copy ${client.escapeIdentifier(table)} (${names}) from stdin`));
  await pipeline(reader.rows(), copy);
  return copy.rowCount;
}

function explained(error: unknown): Error {
  if (error instanceof DatabaseError) {
    const where = error.where ? ` (${error.where.split("\n")[0]?.slice(0, 200)})` : "";
    return new Error(`Nothing was imported: ${error.message}${where}.`, { cause: error });
  }
  if (error instanceof Error) return new Error(`Nothing was imported. ${error.message}`, { cause: error });
  return new Error(String(error));
}
