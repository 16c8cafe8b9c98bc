import { type Kysely, sql } from "kysely";

/** Rides, ride requests and events for the holders of a trust mark, or for the members of a group. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
-- The id of a mark or group. No foreign key: without its mark or group, the ride must not open to everyone.
alter table ride add column members_of uuid;
alter table ride_request add column members_of uuid;
alter table community_event add column members_of uuid;
-- The rides of a group.
create index ride_for_members on ride (members_of, departs_at) where members_of is not null;
update ride_series set terms = terms || '{"membersOf": null}' where not terms ? 'membersOf';
update ride_template set terms = terms || '{"membersOf": null}' where not terms ? 'membersOf';`,
    )
    .execute(db);
}
