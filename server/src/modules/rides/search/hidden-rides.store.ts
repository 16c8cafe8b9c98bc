import { type RawBuilder, sql } from "kysely";
import { heldAudienceIds } from "#modules/groups/index.ts";
import { DAY_MS } from "@commonlane/contract/durations";
import type { Context } from "#platform/context.ts";
import { PREPARED } from "#platform/db/prepared-statements.ts";
import { isForAudience } from "../ride-visibility.store.ts";

/** The pickup times that a search asks for. */
export interface SearchWindow {
  readonly afterMs: number;
  readonly beforeMs: number;
}

/** Near misses are some hours outside the window, and a ride can pass a place long after its departure. */
const MARGIN_MS = DAY_MS;

/**
 * Ids of the upcoming rides in a window that this user may not find: for another audience, of a host with a contact
 * restriction, or hidden by moderators. Each kind is read by its own index.
 *
 * A search asks this once before anything is measured, whatever it finds. So a hidden ride costs a search no further
 * time, and nobody can learn by waiting that there is one (decision 79).
 */
export async function findHiddenRideIds(
  { db, now }: Context,
  uid: string,
  { afterMs, beforeMs }: SearchWindow,
): Promise<ReadonlySet<string>> {
  const at = now();
  const from = new Date(Math.max(at.getTime(), afterMs - MARGIN_MS));
  const until = new Date(beforeMs + MARGIN_MS);
  const viewer = sql`${uid}::uuid`;
  const hiddenRides = (condition: RawBuilder<unknown>) => sql`
    select ride.id from ride where ride.status = 'scheduled' and ride.departs_at > ${at}::timestamptz
      and ride.departs_at <= ${until}::timestamptz and ride.arrives_at >= ${from}::timestamptz and ${condition}`;
  const isMember = sql`(ride.members_of is null or ride.members_of = any (viewer.audiences))`;
  // What is known about the viewer is read first, whether or not a ride needs it. The reply is one row in any case,
  // because reading a row takes time that can be measured.
  const { rows } = await sql<{ ids: string }>`${PREPARED}
    with viewer as materialized (
      select (select gender from profile where profile.uid = ${viewer}) as gender,
        array(select id from ${heldAudienceIds(viewer, at)} as held (id)) as audiences,
        array(select blocked_id from block where blocker_id = ${viewer}
          union all select blocker_id from block where blocked_id = ${viewer}) as blocked)
    select coalesce(string_agg(hidden.id::text, ','), '') as ids from viewer cross join lateral (
      ${hiddenRides(sql`(ride.audience <> 'everyone' or ride.members_of is not null)
        and not ${isForAudience("ride", {
          gender: sql`viewer.gender`,
          isMember,
        })}`)}
      union all ${hiddenRides(sql`ride.host_id = any (viewer.blocked)`)}
      union all ${hiddenRides(sql`ride.host_id in (
        select account.uid from account where suspended_at is not null or deletion_requested_at is not null)`)}
      union all ${hiddenRides(sql`ride.id in (
        select subject_id from content_removal where kind = 'ride' and ended_at is null)`)}
    ) as hidden`.execute(db);
  return new Set(rows[0]?.ids.split(","));
}
