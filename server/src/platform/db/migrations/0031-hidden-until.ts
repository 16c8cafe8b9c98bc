import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Looked for by a sweep, so that what everybody asks (`ended_at is null`) stays as it was.
  `alter table hiding add hidden_until timestamptz`,
  `create index hiding_until on hiding (hidden_until) where hidden_until is not null and ended_at is null`,
];
