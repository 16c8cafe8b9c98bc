import type { Client } from "pg";
import type { Section } from "./export-format.ts";

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
