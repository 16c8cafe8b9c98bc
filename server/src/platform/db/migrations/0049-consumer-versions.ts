import { type Kysely, sql } from "kysely";

/**
 * Offsets that say which release reads: an older process, which drops events that only a newer one handles, does not
 * read while the newer one runs. Release 0.2 does not look at that, so its own rows are moved behind all events: what it
 * has begun is rolled back, and it finds nothing more to read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
lock table event_consumer in exclusive mode;
alter table event_consumer
  add column release int[] not null default '{}', -- the version of the release that reads, such as {0,3,0}
  add column release_seen_at timestamptz not null default '-infinity';
insert into event_consumer (name, xid, id, seen_at) select name || '.2', xid, id, seen_at from event_consumer;
update event_consumer set xid = '18446744073709551615', id = 0 where name not like '%.2';`,
    )
    .execute(db);
}
