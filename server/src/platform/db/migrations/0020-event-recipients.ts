import { type Kysely, sql } from "kysely";

/** One row for all users who receive the same event, by their ids. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table event add column uids uuid[]`.execute(db);
  await sql`
    update event set topic = '', uids = array(
      select substr(recipient, 6)::uuid from unnest(array_remove(array[topic, second_topic], null)) as recipient)
    where topic like 'user:%'`.execute(db);
  await sql`update event set uids = array[substr(second_topic, 6)::uuid] where uids is null and second_topic is not null`.execute(
    db,
  );
  await sql`alter table event drop column second_topic, alter column topic drop not null`.execute(
    db,
  );
  await sql`update event set topic = null where topic = ''`.execute(db);
  await sql`alter table event add constraint event_has_recipients check (topic is not null or uids is not null)`.execute(
    db,
  );
  // Unread notifications are few among those of a user, which notification_by_user finds.
  await sql`drop index notification_unread`.execute(db);
}
