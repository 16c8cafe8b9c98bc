import { sql } from "kysely";

/** Joined to `event`: one row `told.topic` for each recipient of an event, as its topic. */
export const eventRecipients = sql`lateral (
  select event.topic where event.topic is not null
  union all select 'user:' || uid from unnest(event.uids) as uid) as told (topic)`;
