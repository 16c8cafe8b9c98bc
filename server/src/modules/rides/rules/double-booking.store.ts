import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import type { Context } from "#platform/context.ts";
import { onConstraintViolation } from "#platform/db/on-constraint-violation.ts";
import type { Schema } from "#platform/db/schema/schema.ts";
import { Problem } from "#platform/http/problem.ts";

interface Times {
  readonly departs_at: Date;
  readonly arrives_at: Date;
}

/** Finds a ride that overlaps these times, on which the user is host or passenger. Ignores the ride `except`. */
export function findOverlappingRide(
  { db }: Context,
  uid: string,
  { departs_at, arrives_at }: Times,
  except?: string,
): Promise<Selectable<Schema["ride"]> | undefined> {
  return db
    .selectFrom("commitment")
    .innerJoin("ride", "ride.id", "commitment.ride_id")
    .selectAll("ride")
    .where("uid", "=", uid)
    .where(
      sql<SqlBool>`
        during && travel_period(
          ${departs_at}::timestamptz, ${arrives_at}::timestamptz)`,
    )
    .$if(except !== undefined, (query) => query.where("ride.id", "<>", except ?? ""))
    .orderBy("ride.departs_at")
    .limit(1)
    .executeTakeFirst();
}

/** Hosts plan in steps of this length; finer, searches would tell when the host's next ride begins. */
const SPARE_STEP_S = 300;

/**
 * SQL: seconds by which a ride can become longer before its host travels again, in whole steps; null if they do not. A
 * ride counts as done after 0.8 of its duration (`travel_period`).
 */
export function spareTimeOf(ride: string): RawBuilder<number | null> {
  return sql<number | null>`(
  select floor(extract(epoch from
      ${sql.ref(`${ride}.departs_at`)} + (min(lower(during)) - ${sql.ref(`${ride}.departs_at`)}) / 0.8
      - ${sql.ref(`${ride}.arrives_at`)}) / ${SPARE_STEP_S})::int * ${SPARE_STEP_S}
  from commitment where commitment.uid = ${sql.ref(`${ride}.host_id`)} and commitment.ride_id <> ${sql.ref(`${ride}.id`)}
    and lower(during) > ${sql.ref(`${ride}.departs_at`)})`;
}

/** Whether a host can make a detour before they travel again. */
export const hasTimeFor = (
  spareTimeS: number | null | undefined,
  { detourS }: { readonly detourS: number },
): boolean => spareTimeS === null || spareTimeS === undefined || detourS <= Math.max(0, spareTimeS);

/** `spareTimeOf` these rides, by id. */
export async function findSpareTimes(
  { db }: Context,
  rideIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (rideIds.length === 0) return new Map();
  const { rows } = await sql<{
    id: string;
    spare_s: number | null;
  }>`
    select id, ${spareTimeOf("ride")} as spare_s
    from ride
    where id = any(${rideIds}::uuid[])`.execute(db);
  return new Map(rows.flatMap(({ id, spare_s }) => (spare_s === null ? [] : [[id, spare_s]])));
}

/** Turns a double-booking constraint violation of the database into the problem `already_travelling`. */
export function mapDoubleBookingError<T>(change: Promise<T>, message?: string): Promise<T> {
  return onConstraintViolation(
    "commitment_no_overlap",
    change,
    () => new Problem("already_travelling", message ? { message } : {}),
  );
}
