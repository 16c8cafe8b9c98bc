import { type Kysely, sql } from "kysely";

/** What push services say when they refuse messages for good, so that operators see it and devices are not tried for ever. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
alter table push_subscription
  add column refusals int not null default 0, -- since the last message that was accepted
  add column refused_at timestamptz,
  add column refusal text; -- status and reason, such as "403 BadJwtToken"
create index push_subscription_refused on push_subscription (refused_at) where refused_at is not null;`,
    )
    .execute(db);
}
