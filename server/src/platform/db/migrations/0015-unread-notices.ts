import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // How far they had read when they were last told that something waits; null while they never were.
  `alter table conversation_member add told_ordinal int`,
];
