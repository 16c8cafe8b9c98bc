import { RELIABILITY_WINDOW } from "@commonlane/contract/limits";
import type { Reliability } from "@commonlane/contract/reliability";
import { sql } from "kysely";
import { lockProfiles, setReliability } from "#modules/profiles/content/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Settings } from "#platform/settings.ts";
import type { ReliabilityEntry } from "./log-entries.ts";

/**
 * What an entry means for a booking whose passenger was asked to confirm a changed ride and did not: they never agreed to
 * travel then. Without the PIN neither side has travelled, the passenger was not absent, and a host who contradicts the
 * passenger's report has still changed the ride.
 */
const KIND_AS_AGREED = sql`
  case
    when not is_unconfirmed(seat_request) then entry.kind
    when entry.kind = 'travelled' and picked_up_at is null then 'released'
    when entry.kind = 'absent' and entry.uid = seeker_id then 'cleared'
    when entry.kind = 'cleared'
      and entry.uid = ride.host_id
      and host_moved_at is not null
      and reported_by = 'seeker'
      and reported_fault = 'host-absent'
      then 'cancelled'
    else entry.kind
  end`;

/** A host who moved the ride has cancelled it at that moment, so many seconds before the agreed pickup. */
const SECONDS_BEFORE_PICKUP = sql`
  greatest(0, extract(epoch from (agreed ->> 'pickupAt')::timestamptz - host_moved_at))::int`;

/**
 * Inserts entries in order, skipping deleted accounts. Endings of bookings that do not count get the kind `uncounted`.
 */
export async function insertEntries(
  { db }: InTransaction,
  entries: readonly ReliabilityEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    insert into reliability_event (uid, ride_id, seat_request_id, kind, seconds, at)
    select
      entry.uid,
      entry.ride_id,
      entry.seat_request_id,
      case when counts then agreed_kind else 'uncounted' end,
      case
        when counts is not true then null
        when agreed_kind = entry.kind then seconds
        when agreed_kind = 'cancelled' then ${SECONDS_BEFORE_PICKUP}
      end,
      at
    from unnest(
      ${entries.map(({ uid }) => uid)}::uuid[],
      ${entries.map(({ rideId }) => rideId)}::uuid[],
      ${entries.map(({ seatRequestId }) => seatRequestId)}::uuid[],
      ${entries.map(({ kind }) => kind)}::text[],
      ${entries.map(({ seconds }) => seconds)}::int[],
      ${entries.map(({ at }) => at)}::timestamptz[]
    ) with ordinality as entry (uid, ride_id, seat_request_id, kind, seconds, at, nth)
    join account on account.uid = entry.uid
    left join seat_request on seat_request.id = entry.seat_request_id
    left join ride on ride.id = seat_request.ride_id
    left join trip_outcome on trip_outcome.seat_request_id = seat_request.id
    cross join lateral (
      select case when ride.id is null then entry.kind else ${KIND_AS_AGREED} end as agreed_kind
    ) as meaning
    cross join lateral (
      select agreed_kind not in ('travelled', 'cancelled', 'absent')
        or ride.id is null
        or booking_counts(seat_request, ride) as counts
    ) as rule
    order by nth`.execute(db);
}

/** Seconds before pickup below which a cancellation is late or last-minute. */
export const latenessThresholds = ({
  LATE_CANCELLATION_H,
  LAST_MINUTE_CANCELLATION_H,
}: Settings) => ({
  lateS: LATE_CANCELLATION_H * 3600,
  lastMinuteS: LAST_MINUTE_CANCELLATION_H * 3600,
});

/** How many of the last requests users answered, and how fast; from `log`. */
const ANSWERS = sql`
  input as (
    select
      uid,
      kind,
      seconds,
      row_number() over (partition by uid order by at desc, id desc) as nth
    from log
    where kind in ('answered', 'unanswered')
  ),
  answers as (
    select
      uid,
      count(*) as requests,
      count(*) filter (where kind = 'answered') as answered,
      percentile_disc(0.5) within group (order by seconds)
        filter (where kind = 'answered') as answer_s
    from input
    where nth <= ${RELIABILITY_WINDOW}
    group by uid
  )`;

/** What is stored for each user; from `log`, `kept` and `answers`. */
const resultOf = (uids: readonly string[]) => sql`
  result as (
    select
      person.uid,
      case
        when exists (select from log where log.uid = person.uid) then jsonb_build_object(
          'completed', coalesce(completed, 0),
          'commitments', coalesce(commitments, 0),
          'early', coalesce(early, 0),
          'late', coalesce(late, 0),
          'lastMinute', coalesce(last_minute, 0),
          'absent', coalesce(absent, 0),
          'weight', coalesce(late + 2 * last_minute + 3 * absent, 0),
          'requests', coalesce(requests, 0),
          'answered', coalesce(answered, 0),
          'answerS', answer_s
        )
      end as reliability
    from unnest(${uids}::uuid[]) as person (uid)
    left join kept using (uid)
    left join answers using (uid)
  )`;

/**
 * Recomputes users' reliability from the log. A booking counts by its last entry, a ride by the worst of the user's
 * bookings on it: 0 arrived, 1 cancelled early, 2 late, 3 last-minute, 4 absent. Locks profiles in uid order to avoid
 * deadlocks.
 */
export async function recountReliability(
  ctx: InTransaction,
  uids: readonly string[],
): Promise<void> {
  if (uids.length === 0) return;
  const { db, settings } = ctx;
  const { lateS, lastMinuteS } = latenessThresholds(settings);
  await lockProfiles(ctx, uids);
  await sql`
    with log as (
      select * from reliability_event where uid = any(${uids}::uuid[])
    ),
    booking as (
      select distinct on (uid, seat_request_id)
        uid,
        ride_id,
        at,
        case
          when kind = 'travelled' then 0
          when kind = 'absent' then 4
          when kind <> 'cancelled' then null
          when seconds < ${lastMinuteS} then 3
          when seconds < ${lateS} then 2
          else 1
        end as class
      from log
      where kind not in ('answered', 'unanswered')
      order by uid, seat_request_id, id desc
    ),
    ride as (
      select
        uid,
        ride_id,
        max(class) as class,
        bool_or(class = 0) as travelled,
        row_number() over (partition by uid order by max(at) desc, ride_id desc)
          <= ${RELIABILITY_WINDOW} as recent
      from booking
      where class is not null
      group by uid, ride_id
    ),
    kept as (
      select
        uid,
        count(*) filter (where travelled) as completed,
        count(*) filter (where recent) as commitments,
        count(*) filter (where recent and class = 1) as early,
        count(*) filter (where recent and class = 2) as late,
        count(*) filter (where recent and class = 3) as last_minute,
        count(*) filter (where recent and class = 4) as absent
      from ride
      group by uid
    ),
    ${ANSWERS},
    ${resultOf(uids)}
    ${setReliability(sql`result`)}`.execute(db);
}

/** Users with log entries but no reliability yet; at most `limit`. */
export async function findUncounted({ db }: Context, limit: number): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select uid
    from profile
    where reliability is null
      and exists (
        select from reliability_event where reliability_event.uid = profile.uid)
    limit ${limit}`.execute(db);
  return rows.map(({ uid }) => uid);
}

export interface RatingNumbers {
  readonly count: number;
  readonly sum: number;
}

/** A user's stored numbers and complete log in order. */
export interface ReliabilityRecord {
  readonly uid: string;
  readonly reliability: Reliability | null;
  readonly rating: RatingNumbers;
  /** Published ratings for bookings that count, by rater and time. */
  readonly ratings: readonly {
    readonly raterUid: string;
    readonly stars: number;
    readonly atMs: number;
  }[];
  readonly log: readonly Pick<ReliabilityEntry, "rideId" | "seatRequestId" | "kind" | "seconds">[];
}
/** A record whose entries have their times. */
interface TimedRecord extends Omit<ReliabilityRecord, "log"> {
  readonly log: readonly (ReliabilityRecord["log"][number] & { readonly atMs: number })[];
}

/** The next users after a uid, at most `limit`, with numbers and log of the same moment. */
export async function readRecords(
  { db }: Context,
  after: string,
  limit: number,
): Promise<TimedRecord[]> {
  const { rows } = await sql<TimedRecord>`
    select
      uid,
      reliability,
      jsonb_build_object('count', rating_count, 'sum', rating_sum) as rating,
      coalesce(rated.list, '[]') as ratings,
      coalesce(logged.list, '[]') as log
    from profile
    cross join lateral (
      select jsonb_agg(
        jsonb_build_object(
          'raterUid', rater_uid,
          'stars', stars,
          'atMs', extract(epoch from created_at) * 1000
        ) order by rater_uid, created_at, id) as list
      from rating
      where rated_uid = profile.uid
        and published_at is not null
        and hidden_at is null
        and counts
    ) as rated
    cross join lateral (
      select jsonb_agg(
        jsonb_build_object(
          'rideId', ride_id,
          'seatRequestId', seat_request_id,
          'kind', kind,
          'seconds', seconds,
          'atMs', floor(extract(epoch from at) * 1000)
        ) order by id) as list
      from reliability_event
      where reliability_event.uid = profile.uid
    ) as logged
    where uid > ${after}::uuid
    order by uid
    limit ${limit}`.execute(db);
  return rows;
}
