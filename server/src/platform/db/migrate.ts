import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { migrations } from "./migrations.ts";
import type { Schema } from "./schema/schema.ts";

/** Names of the migrations in this release, in order. */
export const releaseMigrations: readonly string[] = Object.keys(migrations).toSorted();

export type Migrations = Readonly<Record<string, Migration>>;

/** Brings the schema up to date. Safe from several processes at once: one takes the lock, the others find it done. */
export async function migrate(db: Kysely<Schema>, known: Migrations = migrations): Promise<void> {
  const { error } = await createMigrator(db, known).migrateToLatest();
  if (error) throw await explainError(db, error, known);
}

/** Brings an empty database to the state after the migration `name`, so that what was exported then can be loaded. */
export async function migrateTo(db: Kysely<Schema>, name: string, known: Migrations = migrations): Promise<void> {
  const { error } = await createMigrator(db, known).migrateTo(name);
  if (error) throw await explainError(db, error, known);
}

/** Names of the applied migrations, in order; empty if the database is not ours yet. */
export async function appliedMigrations(db: Kysely<Schema>): Promise<string[]> {
  const { rows: found } = await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(db);
  if (found.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Whether a database with these migrations was made before the first release, whose baseline replaced all earlier ones. */
export function isFromDevelopmentVersion(applied: readonly string[]): boolean {
  return applied.length > 0 && applied[0] !== releaseMigrations[0];
}

function createMigrator(db: Kysely<Schema>, known: Migrations): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => known } });
}

async function explainError(db: Kysely<Schema>, error: unknown, known: Migrations): Promise<Error> {
  const applied = await appliedMigrations(db).catch(() => []);
  if (isFromDevelopmentVersion(applied)) {
    return new Error(
      "a development version of Commonlane made it before the first release, so name an empty DATA_DIR or database instead; nothing was touched.",
    );
  }
  const unknown = applied.find((name) => !Object.hasOwn(known, name));
  if (unknown) {
    return new Error(
      `a newer release of Commonlane has migrated it (${unknown}). Start that release or a later one; the database was left unchanged.`,
    );
  }
  return error instanceof Error ? error : new Error("a migration failed.", { cause: error });
}
