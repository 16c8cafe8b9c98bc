import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Whom a driver is on the map for; the gender is what they said of themselves when they went active.
  `alter table active_driver add audience text not null default 'everyone', add gender text,
    add check (audience = 'everyone' or audience = 'sameGender' and gender is not null)`,
  // Whether those one travels with may read the number, for as long as they travel.
  `alter table profile add phone_shared boolean not null default false`,
];
