import type { ModeratedPerson } from "@commonlane/contract/moderation-shapes";
import { normalizeName } from "@commonlane/contract/person-names";
import { type RawBuilder, sql } from "kysely";
import { isConfirmedBooking } from "#modules/privacy/index.ts";
import type { Context } from "#platform/context.ts";
import { toAsciiEmail } from "@commonlane/contract/email-address";

interface PersonRow {
  readonly uid: string;
  readonly name: string | null;
  readonly email: string;
  readonly suspended_at: Date | null;
  readonly suspended_until: Date | null;
}

const SELECT_PEOPLE = sql`
  select account.uid,
    nullif(concat_ws(' ', first_name, nullif(last_name, '')), '') as name,
    email, suspended_at, suspended_until
  from account left join profile on profile.uid = account.uid`;

async function selectPeople(
  { db }: Context,
  condition: RawBuilder<unknown>,
): Promise<ModeratedPerson[]> {
  const { rows } = await sql<PersonRow>`${SELECT_PEOPLE} where ${condition}`.execute(db);
  return rows.map(({ uid, name, email, suspended_at, suspended_until }) => ({
    uid,
    name,
    email,
    suspendedAt: suspended_at?.toISOString() ?? null,
    suspendedUntil: suspended_until?.toISOString() ?? null,
  }));
}

/** Users as moderators see them. Unknown users are left out. */
export async function findModeratedPeople(
  ctx: Context,
  uids: readonly string[],
): Promise<Map<string, ModeratedPerson>> {
  const uniqueUids = [...new Set(uids)];
  if (uniqueUids.length === 0) return new Map();
  const rows = await selectPeople(ctx, sql`account.uid = any(${uniqueUids}::uuid[])`);
  return new Map(rows.map((person) => [person.uid, person]));
}

const patternOf = (text: string) =>
  `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Verified users by a part of their name or address, or by id. */
export function findPeopleMatching(
  ctx: Context,
  query: string,
  limit: number,
): Promise<ModeratedPerson[]> {
  return selectPeople(
    ctx,
    sql`email_verified and (email like ${patternOf(toAsciiEmail(query))} or lower(concat_ws(' ', first_name, nullif(last_name, ''))) like ${patternOf(normalizeName(query))}
      or account.uid::text = ${query.toLowerCase()}) order by email limit ${limit}`,
  );
}

/** An upcoming booking with another user. */
export interface UpcomingBooking {
  readonly other_uid: string;
  readonly ride_id: string;
  readonly from_label: string;
  readonly to_label: string;
  readonly at: Date;
  readonly time_zone: string;
}

export async function findUpcomingBookings(
  { db, now }: Context,
  uid: string,
): Promise<UpcomingBooking[]> {
  const { rows } = await sql<UpcomingBooking>`
    select case
      when host_id = ${uid} then seeker_id
      else host_id end as other_uid, ride_id,
      pickup ->> 'label' as from_label, dropoff ->> 'label' as to_label,
      pickup_at as at, time_zone
    from seat_request join ride on ride.id = ride_id
    where seat_request.status = 'accepted'
      and ${isConfirmedBooking}
      and dropoff_at > ${now()}
      and (seeker_id = ${uid} or ride_id in (
        select id from ride where host_id = ${uid}))
    order by pickup_at, seat_request.id`.execute(db);
  return rows;
}

export interface AccountDetailsRow {
  readonly created_at: Date;
  readonly suspension_reason: string | null;
  readonly bio: string | null;
  readonly photo_id: string | null;
  readonly phone: string | null;
  readonly moderator: boolean;
  readonly rides_hosted: number;
  readonly rides_cancelled: number;
  readonly seats_accepted: number;
  readonly seats_cancelled: number;
  readonly blocked_by: number;
}

export async function findAccountDetails(
  { db }: Context,
  uid: string,
): Promise<AccountDetailsRow | undefined> {
  const { rows } = await sql<AccountDetailsRow>`
    select created_at, suspension_reason, bio, photo_id, phone,
      exists (
        select from moderator where moderator.uid = account.uid) as moderator,
      (
        select count(*)::int
        from ride
        where host_id = account.uid) as rides_hosted,
      (
        select count(*)::int
        from ride
        where host_id = account.uid and status = 'cancelled') as rides_cancelled,
      (select count(*)::int from seat_request where seeker_id = account.uid
        and status in ('accepted', 'completed', 'disputed')) as seats_accepted,
      (
        select count(*)::int
        from seat_request
        where seeker_id = account.uid and status = 'cancelled') as seats_cancelled,
      (
        select count(*)::int
        from block
        where blocked_id = account.uid) as blocked_by
    from account left join profile on profile.uid = account.uid
    where account.uid = ${uid} and email_verified`.execute(db);
  return rows[0];
}
