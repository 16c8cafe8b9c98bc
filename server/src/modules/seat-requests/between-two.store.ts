import { sql } from "kysely";
import type { Place } from "@commonlane/contract/shapes";
import { isAgreed } from "#modules/safety/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import type { SeatRequestRow } from "./seat-requests.store.ts";

/** What one asked of another, or of anybody, or was asked by anybody. */
type Asked =
  { readonly seeker: string; readonly host?: string } | { readonly seeker?: undefined; readonly host: string };

/** What was asked and nobody decided ends, but for what somebody is deciding just now. */
export async function endPendingOf(
  { db, now }: InTransaction,
  { seeker, host }: Asked,
  step: { readonly to: "rejected" | "withdrawn"; readonly endedBy: "host" | "seeker" | "system" },
): Promise<SeatRequestRow[]> {
  const { rows } = await sql<SeatRequestRow>`
    update seat_request set status = ${step.to}, ended_by = ${step.endedBy}, ended_at = ${now()},
      decided_at = case when ${step.to} = 'rejected' then ${now()}::timestamptz else decided_at end
    where id in (
      select pending.id from seat_request as pending join ride on ride.id = pending.ride_id
      where pending.status = 'pending'
        and ${seeker === undefined ? sql`true` : sql`pending.seeker_id = ${seeker}`}
        and ${host === undefined ? sql`true` : sql`ride.host_id = ${host}`}
      order by pending.id for no key update of pending skip locked)
    returning *`.execute(db);
  return rows;
}

/** A seat agreed between two on a ride that is still to leave. */
export interface SharedSeat {
  readonly id: string;
  readonly ride_id: string;
  readonly pickup: Place;
  readonly dropoff: Place;
  readonly departs_at: Date;
  readonly time_zone: string;
}

/** Soonest first; people share few rides, and of very many the first say enough. */
export async function seatsShared({ db, now }: Context, one: string, other: string): Promise<SharedSeat[]> {
  const { rows } = await sql<SharedSeat>`
    select seat_request.id, ride_id, pickup, dropoff, departs_at, time_zone
    from seat_request join ride on ride.id = ride_id
    where seat_request.status = 'accepted' and ${isAgreed} and departs_at > ${now()}
      and (seeker_id = ${one} and host_id = ${other} or seeker_id = ${other} and host_id = ${one})
    order by departs_at, seat_request.id limit 20`.execute(db);
  return rows;
}
