import { type Kysely, sql } from "kysely";
import { sortInByteOrder } from "./0070-keys-in-byte-order.ts";

/** Held by every import of places. */
const IMPORT_LOCK = 7_218_001;

/** Columns of keys with words of our own, the names of regions, and columns that are joined with these, by table. */
const KEYS = {
  community_setting: ["name"],
  consent: ["document", "version"],
  content_removal: ["kind"],
  event_consumer: ["name"],
  failed_event: ["consumer", "seq"],
  house_number: ["region"],
  kysely_migration: ["name"],
  kysely_migration_lock: ["id"],
  legal_text: ["language", "page"],
  legal_version: ["document", "version"],
  mark_grant: ["source"],
  moderator_action: ["kind"],
  notification_delivery: ["channel"],
  place: ["region"],
  place_area: ["region"],
  place_build: ["part", "rows_region"],
  place_import: ["region"],
  place_name: ["region"],
  reminder: ["kind"],
  report: ["subject_kind"],
};

/**
 * The remaining unique keys of text, so that none depends on rules that an upgrade of the operating system may change.
 * Names of trust marks still differ without regard to capitals, in every language.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A process of the previous release may be importing places, and locks their tables in another order.
  await sql`select pg_advisory_xact_lock(${sql.lit(IMPORT_LOCK)})`.execute(db);
  await sortInByteOrder(db, KEYS);

  // Its own name stays, by which both releases know the conflict.
  await sql`drop index trust_mark_by_name`.execute(db);
  await sql`create unique index trust_mark_by_name on trust_mark (lower(name) collate "C")`.execute(
    db,
  );
}
