import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { migrations } from "./migrations.ts";
import type { Schema } from "./schema/schema.ts";

/** Names of the migrations in this release, in order. */
export const releaseMigrations: readonly string[] = Object.keys(migrations).toSorted();

/** Brings the schema up to date. Safe from several processes at once: one takes the lock, the others find it done. */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const { error } = await createMigrator(db).migrateToLatest();
  if (error) throw await explainError(db, error);
}

/** Brings an empty database to the state after the migration `name`, so that what was exported then can be loaded. */
export async function migrateTo(db: Kysely<Schema>, name: string): Promise<void> {
  const { error } = await createMigrator(db).migrateTo(name);
  if (error) throw await explainError(db, error);
}

/** Names of the applied migrations, in order; empty if the database is not ours yet. */
export async function appliedMigrations(db: Kysely<Schema>): Promise<string[]> {
  const { rows: found } = await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(db);
  if (found.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

function createMigrator(db: Kysely<Schema>): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}

async function explainError(db: Kysely<Schema>, error: unknown): Promise<Error> {
  const unknown = (await appliedMigrations(db).catch(() => [])).find((name) => !releaseMigrations.includes(name));
  if (unknown) {
    return new Error(
      `a newer release of Commonlane has migrated it (${unknown}). Start that release or a later one; the database was left unchanged.`,
    );
  }
  return error instanceof Error ? error : new Error("a migration failed.", { cause: error });
}
