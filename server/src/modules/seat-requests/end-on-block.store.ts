import { sql } from "kysely";
import type { Place } from "@commonlane/contract/shapes";
import { isConfirmedBooking } from "#modules/privacy/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import type { SeatRequestRow } from "./seat-requests.store.ts";

/** A seeker's requests, optionally on one host's rides, or all requests on a host's rides. */
type RequestParties =
  | {
      readonly seeker: string;
      readonly host?: string;
    }
  | {
      readonly seeker?: undefined;
      readonly host: string;
    };

/** Ends pending requests, after waiting for those that are being decided or moved at the moment. */
export async function endPendingSeatRequests(
  { db, now }: InTransaction,
  { seeker, host }: RequestParties,
  transition: {
    readonly to: "rejected" | "withdrawn";
    readonly endedBy: "host" | "seeker" | "system";
  },
): Promise<SeatRequestRow[]> {
  const { rows } = await sql<SeatRequestRow>`
    update seat_request
    set status = ${transition.to}, ended_by = ${transition.endedBy},
      ended_at = ${now()},
      decided_at = case
        when ${transition.to} = 'rejected' then ${now()}::timestamptz
        else decided_at end
    where id in (
      select pending.id
      from seat_request as pending
      join ride on ride.id = pending.ride_id
      where pending.status = 'pending'
        and ${seeker === undefined ? sql`true` : sql`pending.seeker_id = ${seeker}`}
        and ${host === undefined ? sql`true` : sql`ride.host_id = ${host}`}
      order by pending.id for no key update of pending)
    returning *`.execute(db);
  return rows;
}

/** A booking between two users on an upcoming ride. */
export interface SharedSeat {
  readonly id: string;
  readonly ride_id: string;
  readonly pickup: Place;
  readonly dropoff: Place;
  readonly departs_at: Date;
  readonly time_zone: string;
}

/** Soonest first. The limit is enough: two users share few upcoming rides. */
export async function findSharedSeats(
  { db, now }: Context,
  firstUid: string,
  secondUid: string,
): Promise<SharedSeat[]> {
  const { rows } = await sql<SharedSeat>`
    select seat_request.id, ride_id, pickup, dropoff, departs_at, time_zone
    from seat_request join ride on ride.id = ride_id
    where seat_request.status = 'accepted'
      and ${isConfirmedBooking}
      and departs_at > ${now()}
      and (seeker_id = ${firstUid} and host_id = ${secondUid}
        or seeker_id = ${secondUid} and host_id = ${firstUid})
    order by departs_at, seat_request.id limit 20`.execute(db);
  return rows;
}
