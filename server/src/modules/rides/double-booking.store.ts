import { type Selectable, type SqlBool, sql } from "kysely";
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
    .where(sql<SqlBool>`during && travel_period(${departs_at}::timestamptz, ${arrives_at}::timestamptz)`)
    .$if(except !== undefined, (query) => query.where("ride.id", "<>", except ?? ""))
    .orderBy("ride.departs_at")
    .limit(1)
    .executeTakeFirst();
}

/** Turns a double-booking constraint violation of the database into the problem `already_travelling`. */
export const mapDoubleBookingError = <T>(change: Promise<T>, message?: string): Promise<T> =>
  onConstraintViolation(
    "commitment_no_overlap",
    change,
    () => new Problem("already_travelling", message ? { message } : {}),
  );
