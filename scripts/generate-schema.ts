import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { type Kysely, sql } from "kysely";
import { openDatabase } from "../server/src/platform/db/database.ts";
import type { Schema } from "../server/src/platform/db/schema/schema.ts";

/**
 * Writes the types of all tables from a database that all migrations have made. `--check` only compares. PostgreSQL does
 * not know the type of a document or a code: column-types.ts names those, and every document must be named there.
 */

const FOLDER = join(import.meta.dirname, "../server/src/platform/db/schema");
const SCHEMA = join(FOLDER, "schema.ts");
const COLUMN_TYPES = join(FOLDER, "column-types.ts");

/** How `pg` reads each type; see database.ts. */
const TYPES: Readonly<Record<string, string>> = {
  bool: "boolean",
  bytea: "Buffer",
  date: "string",
  float4: "number",
  float8: "number",
  int2: "number",
  int4: "number",
  int8: "number",
  int8range: "string",
  text: "string",
  time: "string",
  timestamptz: "Date",
  tstzrange: "string",
  uuid: "string",
  xid8: "string",
};
const JSON_TYPES: ReadonlySet<string> = new Set(["json", "jsonb"]);

interface Column {
  readonly table: string;
  readonly table_comment: string | null;
  readonly name: string;
  /** Name of the type in PostgreSQL; that of an array begins with an underscore. */
  readonly type: string;
  readonly is_nullable: boolean;
  readonly has_default: boolean;
  /** Computed from other columns, so that it is never written. */
  readonly is_computed: boolean;
  readonly comment: string | null;
}

/** Columns of our tables, in their order. Tables of the migrator are left out. */
async function readColumns(db: Kysely<Schema>): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select
      t.relname as table,
      obj_description(t.oid, 'pg_class') as table_comment,
      c.attname as name,
      y.typname as type,
      not c.attnotnull as is_nullable,
      (c.atthasdef or c.attidentity <> '') as has_default,
      (c.attgenerated <> '') as is_computed,
      col_description(t.oid, c.attnum) as comment
    from pg_class t
      join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
      join pg_type y on y.oid = c.atttypid
    where t.relkind in ('r', 'p')
      and not t.relispartition
      and t.relnamespace = 'public'::regnamespace
      and t.relname not like 'kysely\\_%'
    order by t.relname collate "C", c.attnum`.execute(db);
  return rows;
}

/** Names in column-types.ts, as `table.column`. Its layout is that of the formatter: one name a line. */
async function readNamedColumns(): Promise<ReadonlySet<string>> {
  const source = await readFile(COLUMN_TYPES, "utf8");
  const [, body = ""] = source.split("export interface ColumnTypes {");
  const named = new Set<string>();
  let table = "";
  for (const line of body.split("\n")) {
    table = /^ {2}(\w+): \{$/.exec(line)?.[1] ?? table;
    const column = /^ {4}(\w+):/.exec(line)?.[1];
    if (column) named.add(`${table}.${column}`);
  }
  return named;
}

function toType(column: Column, named: ReadonlySet<string>): string {
  const name = `${column.table}.${column.name}`;
  const known = named.has(name) ? `ColumnTypes["${column.table}"]["${column.name}"]` : undefined;
  if (JSON_TYPES.has(column.type)) {
    if (!known) throw new Error(`Name the type of the document ${name} in column-types.ts.`);
    return toJsonType(column, known);
  }

  const type = known ?? toPlainType(column);
  const read = column.is_nullable ? `${type} | null` : type;
  if (column.is_computed) return `GeneratedAlways<${read}>`;
  return column.has_default ? `Generated<${read}>` : read;
}

function toPlainType({ table, name, type }: Column): string {
  const isArray = type.startsWith("_");
  const plain = TYPES[isArray ? type.slice(1) : type];
  if (!plain)
    throw new Error(`${table}.${name}: generate-schema.ts does not know the type ${type}.`);
  return isArray ? `${plain}[]` : plain;
}

function toJsonType({ is_nullable, has_default }: Column, type: string): string {
  if (is_nullable) return `NullableJsonColumn<${type}>`;
  return has_default ? `GeneratedJsonColumn<${type}>` : `JsonColumn<${type}>`;
}

const toComment = (text: string | null): string => (text ? `/** ${text} */\n` : "");

function toSource(columns: readonly Column[], named: ReadonlySet<string>): string {
  const byTable = Map.groupBy(columns, ({ table }) => table);
  const tables = [...byTable].map(([table, its]) => {
    const lines = its.map((column) => {
      const comment = toComment(column.comment);
      return `${comment}${column.name}: ${toType(column, named)};`;
    });
    return `${toComment(its[0]?.table_comment ?? null)}${table}: {\n${lines.join("\n")}\n};`;
  });
  const body = tables.join("\n");
  const isUsed = (name: string): boolean => body.includes(`${name}<`);
  const ofKysely = ["Generated", "GeneratedAlways"].filter(isUsed).join(", ");
  return `
// Generated from the migrated database: npm run generate -- schema
import type { ${ofKysely} } from "kysely";
import type { ColumnTypes } from "./column-types.ts";
import type { GeneratedJsonColumn, JsonColumn, NullableJsonColumn } from "./json-column.ts";

/** The tables after all migrations. Instants are Date; money is in whole cents. */
export interface Schema {
${body}
}
`;
}

function assertAllExist(columns: readonly Column[], named: ReadonlySet<string>): void {
  const existing = new Set(columns.map(({ table, name }) => `${table}.${name}`));
  const missing = [...named].filter((name) => !existing.has(name));
  if (missing.length > 0)
    throw new Error(`column-types.ts names columns that do not exist: ${missing.join(", ")}.`);
}

const folder = await mkdtemp(join(tmpdir(), "schema-"));
const { db, close } = await openDatabase({ folder, onLost: () => {} });
try {
  const columns = await readColumns(db);
  const named = await readNamedColumns();
  assertAllExist(columns, named);
  const options = await resolveConfig(SCHEMA);
  const source = await format(toSource(columns, named), { ...options, filepath: SCHEMA });
  const before = await readFile(SCHEMA, "utf8").catch(() => "");
  if (!process.argv.includes("--check")) await writeFile(SCHEMA, source);
  else if (before !== source) {
    process.stderr.write("schema.ts is not that of the migrations: npm run generate -- schema\n");
    process.exitCode = 1;
  }
} finally {
  await close();
  await rm(folder, { recursive: true, force: true });
}
