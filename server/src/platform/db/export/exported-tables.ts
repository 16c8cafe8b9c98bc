import type { Client } from "pg";
import type { Section } from "./export-format.ts";

/** What describes the schema itself; an import remakes it by migrating. */
const SCHEMA_TABLES = ["kysely_migration", "kysely_migration_lock"];
/** What a server fills at its start from files of the release. */
const DERIVED_TABLES = ["place", "place_name", "place_import"];

/**
 * The tables that hold what people did, with the columns that are stored, in a fixed order. Other schemas, as that of the
 * job queue, are not ours; what PostgreSQL forgets in a crash anyway is not worth keeping.
 */
export async function listExportedTables(client: Client): Promise<Section[]> {
  const { rows } = await client.query<Section>(
    `select c.relname::text as table, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relpersistence = 'p' and not c.relispartition
       and c.relname <> all ($1) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
    [[...SCHEMA_TABLES, ...DERIVED_TABLES]],
  );
  return rows;
}
