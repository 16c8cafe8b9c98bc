import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";

export async function isDeletionScheduled({ db }: Context, uid: string): Promise<boolean> {
  const row = await db
    .selectFrom("account")
    .select("uid")
    .where("uid", "=", uid)
    .where("deletion_requested_at", "is not", null)
    .where("erased_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

const accountsDue = ({ db, now }: Context) =>
  db
    .selectFrom("account")
    .where("deletion_requested_at", "is not", null)
    .where("erased_at", "is", null)
    .where("erase_at", "<=", now())
    .where("suspended_at", "is", null);

/** Accounts whose grace period has ended, oldest first. Suspended ones stay until the suspension ends. */
export async function findAccountsDueForErasure(ctx: Context, limit: number): Promise<string[]> {
  const rows = await accountsDue(ctx).select("uid").orderBy("erase_at").limit(limit).execute();
  return rows.map(({ uid }) => uid);
}

/** Locks an account that is due, so that no sign-in cancels the deletion at the same time. */
export const lockIfDueForErasure = (
  ctx: InTransaction,
  uid: string,
): Promise<{ email: string } | undefined> =>
  accountsDue(ctx)
    .select("email")
    .where("uid", "=", uid)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

/** Ids of a user's open items by kind. */
interface OpenItems {
  readonly series: readonly string[];
  readonly rides: readonly string[];
  readonly seats: readonly string[];
  /** Entries in standby queues. */
  readonly places: readonly string[];
  readonly requests: readonly string[];
  readonly offers: readonly string[];
  /** Events of the community that are not over; those of calendars end with the calendar, if the account is erased. */
  readonly events: readonly string[];
}

/** Open items in the future, at most 1,000 of each kind. */
export async function findOpenItems({ db, now }: Context, uid: string): Promise<OpenItems> {
  const { rows } = await sql<{
    kind: keyof OpenItems;
    id: string;
  }>`
    (select 'series' as kind, id from ride_series where host_id = ${uid} and status = 'active' limit 1000)
    union all (select 'rides', id from ride
      where host_id = ${uid} and status = 'scheduled' and departs_at > ${now()} order by departs_at limit 1000)
    union all (select 'seats', seat_request.id from seat_request join ride on ride.id = ride_id
      where seeker_id = ${uid} and seat_request.status in ('pending', 'accepted') and departs_at > ${now()} limit 1000)
    union all (select 'places', id from standby where seeker_id = ${uid} and status = 'waiting' limit 1000)
    union all (select 'requests', id from ride_request where seeker_id = ${uid} and status = 'open' limit 1000)
    union all (select 'offers', id from offer where driver_id = ${uid} and status = 'pending' limit 1000)
    union all (select 'events', id from community_event
      where creator_id = ${uid} and calendar_id is null and status = 'scheduled' and ends_at > ${now()} limit 1000)`.execute(
    db,
  );
  const idsOf = (kind: keyof OpenItems) =>
    rows.filter((row) => row.kind === kind).map(({ id }) => id);
  return {
    series: idsOf("series"),
    rides: idsOf("rides"),
    seats: idsOf("seats"),
    places: idsOf("places"),
    requests: idsOf("requests"),
    offers: idsOf("offers"),
    events: idsOf("events"),
  };
}

/** Returns true if the user hosts a scheduled or departed ride, or has a pending or accepted request on one. */
export async function isTravelling({ db }: Context, uid: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select exists (
    select from ride where status in ('scheduled', 'departed') and (host_id = ${uid} or exists (
      select from seat_request where ride_id = ride.id and seeker_id = ${uid}
        and seat_request.status in ('pending', 'accepted')))) as there`.execute(db);
  return rows[0]?.there ?? false;
}
