import { createWriteStream, existsSync, renameSync, rmSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { Client, type ClientConfig } from "pg";
import { to as copyTo } from "pg-copy-streams";
import {
  type End,
  END_OF_ROWS_LINE,
  formatEnd,
  formatHead,
  formatSection,
  type Section,
} from "./export-format.ts";
import { encryptFor } from "./encryption.ts";

/** Tables about the schema itself; an import recreates them by migrating. */
const SCHEMA_TABLES = ["kysely_migration", "kysely_migration_lock"];
/** Tables that a server fills at its start from files of the release and of regions. */
const DERIVED_TABLES = [
  "place",
  "place_name",
  "place_area",
  "house_number",
  "place_import",
  "place_build",
];

/** Tables about this server, which mean nothing in another database. */
const SERVER_TABLES = ["backup_run", "revocation", "setup_key", "test_email"];

/**
 * The tables with user data and their stored columns, in a fixed order. Excludes other schemas, such as that of the job
 * queue, and unlogged tables.
 */
export async function listExportedTables(client: Client): Promise<Section[]> {
  const { rows } = await client.query<Section>(
    `select c.relname::text as table, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relpersistence = 'p' and not c.relispartition
       and c.relname <> all ($1) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
    [[...SCHEMA_TABLES, ...DERIVED_TABLES, ...SERVER_TABLES]],
  );
  return rows;
}

/**
 * Exports every table of the database at `connection` to `file`, in a consistent snapshot; writers are not blocked. The
 * file is complete or absent, readable only by its owner, and never replaces an existing one. With `recipients`, only
 * the owners of their secret keys can read it. Returns the number of rows.
 */
export async function exportDatabase(
  file: string,
  connection: ClientConfig,
  recipients: readonly string[] = [],
): Promise<number> {
  if (existsSync(file)) throw new Error(`${file} already exists. Name a new file.`);
  const client = new Client({
    ...connection,
    application_name: "commonlane-export",
  });
  client.on("error", () => {});
  const temporary = `${file}.partial`;
  const total = { rows: 0 };
  await client.connect();
  try {
    const sink = createWriteStream(temporary, {
      mode: 0o600,
      flush: true,
    });
    const compressed = [streamExport(client, total), createGzip()] as const;
    await (recipients.length > 0
      ? pipeline(...compressed, encryptFor(recipients), sink)
      : pipeline(...compressed, sink));
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw explainError(error, file);
  } finally {
    await client.end();
  }
  return total.rows;
}

async function* streamExport(
  client: Client,
  total: { rows: number },
): AsyncGenerator<Buffer | string> {
  await client.query(
    "begin isolation level repeatable read read only; set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1",
  );
  yield formatHead(await listAppliedMigrations(client));
  const rows: End["rows"] = {};
  for (const section of await listExportedTables(client)) {
    yield formatSection(section);
    const copy = client.query(copyTo(copyStatement(client, section)));
    yield* copy;
    yield END_OF_ROWS_LINE;
    rows[section.table] = copy.rowCount;
    total.rows += copy.rowCount;
  }
  // Sequences are not transactional: read last, they are past every exported row.
  yield formatEnd({
    rows,
    sequences: await readSequences(client),
  });
  await client.query("commit");
}

function copyStatement(client: Client, { table, columns }: Section): string {
  const names = columns.map((column) => client.escapeIdentifier(column)).join(", ");
  return `copy (select ${names} from ${client.escapeIdentifier(table)}) to stdout`;
}

async function listAppliedMigrations(client: Client): Promise<string[]> {
  const { rows: found } = await client.query(
    "select 1 where to_regclass('kysely_migration') is not null",
  );
  const { rows } =
    found.length > 0
      ? await client.query<{ name: string }>("select name from kysely_migration order by name")
      : { rows: [] };
  if (rows.length === 0)
    throw new Error("There is nothing to export: Commonlane has never used this database.");
  return rows.map(({ name }) => name);
}

async function readSequences(client: Client): Promise<End["sequences"]> {
  const { rows } = await client.query<{ name: string }>(
    "select sequencename as name from pg_sequences where schemaname = current_schema() order by 1",
  );
  const sequences: End["sequences"] = [];
  for (const { name } of rows) {
    const state = await client.query<{
      lastValue: number;
      isCalled: boolean;
    }>(
      `select last_value::float8 as "lastValue", is_called as "isCalled" from ${client.escapeIdentifier(name)}`,
    );
    for (const row of state.rows)
      sequences.push({
        name,
        ...row,
      });
  }
  return sequences;
}

function explainError(error: unknown, file: string): Error {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOSPC" || code === "EDQUOT")
    return new Error(`The disk that holds ${file} is full. Choose a file on another disk.`);
  if (code === "ENOENT" || code === "EACCES" || code === "EROFS" || code === "ENOTDIR")
    return new Error(
      `Cannot write ${file}. Choose a file in an existing folder that you may write to.`,
    );
  return error instanceof Error ? error : new Error(String(error));
}
