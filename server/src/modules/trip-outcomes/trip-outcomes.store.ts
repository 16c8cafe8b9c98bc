import type { NoShowFault } from "@commonlane/contract/trip-outcomes";
import type { SeatRequestStatus } from "@commonlane/contract/seat-requests";
import { type RawBuilder, type Selectable, sql } from "kysely";
import { isConfirmedBooking } from "#modules/privacy/index.ts";
import { markDisputed } from "#modules/seat-requests/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

type Side = "seeker" | "host";

/** Trip outcome of one passenger with the relevant columns of the seat request and its ride. */
export type TripOutcomeRow = Selectable<Schema["trip_outcome"]> & {
  readonly ride_id: string;
  readonly seeker_id: string;
  readonly host_id: string;
  readonly status: SeatRequestStatus;
  readonly departs_at: Date;
  /** Arrival time, once arrived. */
  readonly ended_at: Date | null;
};

const TRIP_OUTCOME = sql`
  select trip_outcome.*, ride_id, seeker_id, host_id, seat_request.status,
    departs_at, ended_at
  from trip_outcome
  join seat_request on seat_request.id = seat_request_id
  join ride on ride.id = ride_id`;

export async function findTripOutcome(
  { db }: Context,
  outcomeId: string,
): Promise<TripOutcomeRow | undefined> {
  const { rows } = await sql<TripOutcomeRow>`
      ${TRIP_OUTCOME}
      where seat_request_id = ${outcomeId} and ${isConfirmedBooking}`.execute(db);
  return rows[0];
}

/** The ride of a seat request, for one of its two sides. */
export async function findRideOfRequest(
  { db }: Context,
  {
    requestId,
    uid,
  }: {
    readonly requestId: string;
    readonly uid: string;
  },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select ride.id from seat_request join ride on ride.id = ride_id
    where seat_request.id = ${requestId} and ${uid} in (seeker_id, host_id)`.execute(db);
  return rows[0]?.id;
}

/** The trip outcomes of a ride that this user takes part in. */
export async function findTripOutcomesOnRide(
  { db }: Context,
  rideId: string,
  uid: string,
): Promise<TripOutcomeRow[]> {
  const { rows } = await sql<TripOutcomeRow>`
    ${TRIP_OUTCOME}
    where ride_id = ${rideId}
      and ${isConfirmedBooking}
      and ${uid} in (seeker_id, host_id)
    order by seat_request_id`.execute(db);
  return rows;
}

/** Booked seat requests without a trip outcome, by ride or by id. */
export async function findRequestsWithoutOutcome(
  { db }: Context,
  filter: { readonly rideId: string } | { readonly outcomeId: string },
): Promise<string[]> {
  const condition =
    "rideId" in filter ? sql`ride_id = ${filter.rideId}` : sql`id = ${filter.outcomeId}`;
  const { rows } = await sql<{ id: string }>`
    select id from seat_request where ${condition} and ${isConfirmedBooking}
      and not exists (
        select 1 from trip_outcome where seat_request_id = seat_request.id)`.execute(db);
  return rows.map(({ id }) => id);
}

/** Inserts a trip outcome unless one exists. */
export async function insertTripOutcome(
  { db }: Context,
  outcomeId: string,
  pin: string,
): Promise<void> {
  await db
    .insertInto("trip_outcome")
    .values({ seat_request_id: outcomeId, pin })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function hasChanged({ db }: Context, statement: RawBuilder<unknown>): Promise<boolean> {
  const { numAffectedRows = 0n } = await statement.execute(db);
  return numAffectedRows > 0n;
}

/** Consumes one attempt at the PIN, right or wrong. Returns false if none is left or no pickup is due. */
export const tryPin = (
  ctx: InTransaction,
  outcomeId: string,
  pin: string,
  maxTries: number,
): Promise<boolean> =>
  hasChanged(
    ctx,
    sql`
      update trip_outcome
      set pin_tries = pin_tries + (pin <> ${pin})::int,
        picked_up_at = case when pin = ${pin} then ${ctx.now()}::timestamptz end
      from seat_request
      where seat_request.id = seat_request_id and seat_request_id = ${outcomeId}
        and status = 'accepted'
        and picked_up_at is null
        and pin_tries < ${maxTries}`,
  );

/** Records whether this side marked the contribution as paid; the first time is kept. */
export const recordPayment = (
  ctx: InTransaction,
  outcomeId: string,
  side: Side,
  paid: boolean,
): Promise<boolean> => {
  const column = sql.ref(side === "seeker" ? "paid_at" : "received_at");
  return hasChanged(
    ctx,
    sql`
      update trip_outcome
      set ${column} = case
        when ${paid} then coalesce(${column}, ${ctx.now()}::timestamptz) end
      from seat_request
      where seat_request.id = seat_request_id
        and seat_request_id = ${outcomeId}
        and ${isConfirmedBooking}`,
  );
};

export interface NoShowStatement {
  readonly side: Side;
  readonly fault: NoShowFault;
  readonly note: string | null;
}

/**
 * Records a no-show report and marks the seat request as disputed in one statement. Requires an arrival after `since`
 * and no pickup confirmed by PIN.
 */
export const openDispute = (
  ctx: InTransaction,
  outcomeId: string,
  { side, fault, note }: NoShowStatement,
  {
    since,
    answerUntil,
  }: {
    since: Date;
    answerUntil: Date;
  },
): Promise<boolean> =>
  hasChanged(
    ctx,
    sql`with moved as (${markDisputed(
      outcomeId,
      sql`ended_at > ${since}
        and exists (select 1 from trip_outcome where seat_request_id = ${outcomeId} and picked_up_at is null)`,
    )})
      update trip_outcome set reported_by = ${side}, reported_fault = ${fault}, report_note = ${note}, reported_at = ${ctx.now()},
        answer_until = ${answerUntil}
      from moved where seat_request_id = moved.id`,
  );

/**
 * Records the other side's answer: if both name the same fault it becomes the outcome, otherwise no one is at fault.
 */
export const answerDispute = (
  ctx: InTransaction,
  outcomeId: string,
  { side, fault, note }: NoShowStatement,
): Promise<boolean> =>
  hasChanged(
    ctx,
    sql`
      update trip_outcome
      set answer_fault = ${fault}, answer_note = ${note},
        answered_at = ${ctx.now()},
        outcome = case
          when reported_fault = ${fault} then reported_fault
          else 'nobody' end, settled_at = ${ctx.now()}
      where seat_request_id = ${outcomeId}
        and reported_by <> ${side}
        and settled_at is null
        and answer_until > ${ctx.now()}`,
  );

/** Settles up to `limit` unanswered disputes as reported. */
export async function settleDueDisputes(
  { db, now }: InTransaction,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ seat_request_id: string }>`
    update trip_outcome set outcome = reported_fault, settled_at = ${now()}
    where seat_request_id in (
      select seat_request_id
      from trip_outcome
      where reported_at is not null
        and settled_at is null
        and answer_until <= ${now()}
      order by answer_until limit ${limit} for update skip locked)
    returning seat_request_id`.execute(db);
  return rows.map(({ seat_request_id }) => seat_request_id);
}
