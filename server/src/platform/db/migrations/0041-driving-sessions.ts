import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Not a reference: sessions are forgotten by themselves, and the demo's drivers have none.
  `alter table active_driver add column session_id uuid`,
];
