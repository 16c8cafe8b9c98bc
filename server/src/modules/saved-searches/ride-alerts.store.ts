import { sql } from "kysely";
import { type Corridor, corridorParts } from "#modules/rides/index.ts";
import type { AfterPair } from "#modules/ride-requests/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import type { SavedSearchRow } from "./saved-searches.store.ts";

/** A saved search and a ride that may match it, which its owner does not know of yet. */
export type SearchAlong = SavedSearchRow & { readonly passing_ride_id: string; readonly owner_gender: string | null };

/** Pairs of a waking search and one of these corridors in which it may lie, by search; at most `limit`, from after a pair. */
export async function searchesAlong(
  { db, now }: Context,
  corridors: readonly Corridor[],
  after: AfterPair | undefined,
  limit: number,
): Promise<SearchAlong[]> {
  if (corridors.length === 0) return [];
  const { rows } = await sql<SearchAlong>`
    select distinct on (search.id, part.ride_id) search.*, part.ride_id as passing_ride_id, profile.gender as owner_gender
    from ${corridorParts(corridors)} as part
    join saved_search as search on point(search.origin_lng, search.origin_lat) <@ part.area
      and search.paused_at is null and search.removed_at is null
    join profile on profile.uid = search.owner_id
    where search.owner_id <> part.host_id and search.seats <= part.seats
      and (search.departs_before is null or search.departs_before > ${now()}
        and search.departs_before >= part.starts and search.departs_after <= part.ends)
      and point(search.destination_lng, search.destination_lat) <@ part.reach
      and not exists (select from ride_alert known
        where known.owner_id = search.owner_id and known.ride_id = part.ride_id)
      ${after ? sql`and (search.id, part.ride_id) > (${after.id}::uuid, ${after.rideId}::uuid)` : sql``}
    order by search.id, part.ride_id limit ${limit}`.execute(db);
  return rows;
}

/** Why somebody is told of a ride: searches of theirs, or a request. */
export interface RideAlert {
  readonly ownerId: string;
  readonly rideId: string;
  readonly savedSearchIds: readonly string[];
  readonly requestId: string | null;
}

// Arrays of arrays must be of one length, so each list of ids is handed over as one text.
const columnsOf = (alerts: readonly RideAlert[]) => sql`
  (select owner_id, ride_id, ids::uuid[] as saved_search_ids, request_id
   from unnest(${alerts.map(({ ownerId }) => ownerId)}::uuid[], ${alerts.map(({ rideId }) => rideId)}::uuid[],
     ${alerts.map(({ savedSearchIds }) => `{${savedSearchIds.join()}}`)}::text[],
     ${alerts.map(({ requestId }) => requestId)}::uuid[]) as given (owner_id, ride_id, ids, request_id))`;

/**
 * Writes down that people are told of rides, and gives back which of them are news: nobody is told of a ride that they
 * know, nor of more than `most` since an instant.
 */
export async function insertRideAlerts(
  { db, now }: InTransaction,
  alerts: readonly RideAlert[],
  { most, since }: { readonly most: number; readonly since: Date },
): Promise<RideAlert[]> {
  if (alerts.length === 0) return [];
  const { rows } = await sql<RideAlert>`
    insert into ride_alert (owner_id, ride_id, saved_search_ids, request_id, told, at)
    select owner_id, ride_id, saved_search_ids, request_id, true, ${now()}::timestamptz
    from (select *, row_number() over (partition by owner_id order by ride_id) as nth from ${columnsOf(alerts)} given) alert
    where nth + (select count(*) from ride_alert before
      where before.owner_id = alert.owner_id and before.told and before.at > ${since}) <= ${most}
    on conflict do nothing
    returning owner_id as "ownerId", ride_id as "rideId", saved_search_ids as "savedSearchIds", request_id as "requestId"`.execute(
    db,
  );
  return rows;
}

/** Writes down what people know without being told; of what they know already, why else they wanted it. */
export async function insertKnown({ db, now }: InTransaction, known: readonly RideAlert[]): Promise<void> {
  if (known.length === 0) return;
  await sql`
    insert into ride_alert (owner_id, ride_id, saved_search_ids, request_id, told, at)
    select owner_id, ride_id, saved_search_ids, request_id, false, ${now()}::timestamptz from ${columnsOf(known)} given
    on conflict (owner_id, ride_id) do update set
      saved_search_ids = ride_alert.saved_search_ids || excluded.saved_search_ids,
      request_id = coalesce(ride_alert.request_id, excluded.request_id)`.execute(db);
}

/** Forgets who was told of rides that left before an instant; at most `limit`. */
export async function forgetRideAlerts({ db }: Context, left: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from ride_alert where (owner_id, ride_id) in (
      select owner_id, ride_id from ride_alert join ride on ride.id = ride_id
      where ride_alert.at < ${left} and ride.departs_at < ${left} limit ${limit})
    returning ride_id`.execute(db);
  return rows.length;
}
