import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { DatabaseError } from "pg";
import { migrations } from "./migrations.ts";
import type { Schema } from "./schema/schema.ts";
import { isConflict } from "./retry-conflicts.ts";

/** Names of the migrations in this release, in order. */
export const releaseMigrations: readonly string[] = Object.keys(migrations).toSorted();

const ATTEMPTS = 10;
const PAUSE_MS = 500;

export type Migrations = Readonly<Record<string, Migration>>;

/**
 * Brings the schema up to date. Safe from several processes at once: one takes the lock, the others find it done. The
 * previous release may run beside it, so a deadlock with one of its transactions is repeated.
 */
export async function migrate(db: Kysely<Schema>, known: Migrations = migrations): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { error } = await createMigrator(db, known).migrateToLatest();
    if (!error) return;
    if (attempt === ATTEMPTS || !isConflict(error)) throw await explainError(db, error, known);
    await sleep(PAUSE_MS * attempt);
  }
}

/** Brings an empty database to the state after the migration `name`, so that what was exported then can be loaded. */
export async function migrateTo(
  db: Kysely<Schema>,
  name: string,
  known: Migrations = migrations,
): Promise<void> {
  const { error } = await createMigrator(db, known).migrateTo(name);
  if (error) throw await explainError(db, error, known);
}

/** Names of the applied migrations, in order; empty if the database is not ours yet. */
export async function appliedMigrations(db: Kysely<Schema>): Promise<string[]> {
  const { rows: found } =
    await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(db);
  if (found.length === 0) return [];
  const { rows } = await sql<{
    name: string;
  }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Whether a database with these migrations was made before the first release, whose baseline replaced all earlier ones. */
export function isFromDevelopmentVersion(applied: readonly string[]): boolean {
  return applied.length > 0 && applied[0] !== releaseMigrations[0];
}

const DUPLICATE_KEY = "23505";

function createMigrator(db: Kysely<Schema>, known: Migrations): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: async () => known },
  });
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
  if (error instanceof DatabaseError && error.code === DUPLICATE_KEY) {
    return new Error(
      `rows that must differ have the same key (${error.detail ?? error.message}). Its rules for sorting text have changed, as after an upgrade of its operating system; docs/operate.md, "Text order of the database", says what to do. The database was left unchanged.`,
      { cause: error },
    );
  }
  return error instanceof Error ? error : new Error("a migration failed.", { cause: error });
}
