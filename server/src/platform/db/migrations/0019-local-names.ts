import { type Kysely, sql } from "kysely";

/**
 * Names of places in the languages of their readers, such as "en fr=Munich|ar=ميونخ". The import that follows a new
 * release fills them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table place add column local_names text not null default ''`.execute(db);
}
