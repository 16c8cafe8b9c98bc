import { type Kysely, sql } from "kysely";

/** The language that an account's browser last used, for e-mails and pushes to people who have chosen none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account add column browser_language text`.execute(db);
}
