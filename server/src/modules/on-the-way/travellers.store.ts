import type { Place } from "@commonlane/contract/shapes";
import { type Selectable, sql } from "kysely";
import type { RideRow } from "#modules/rides/index.ts";
import type { Context } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema.ts";

type JourneyRow = Selectable<Schema["journey"]>;

/** A ride as one person travels it, whole as its host, a part of it as a passenger, with what is known of how it goes. */
export type Traveller = RideRow &
  Omit<JourneyRow, "ride_id"> & {
    /** Null for the host. */
    readonly pickup: Place | null;
    readonly dropoff: Place | null;
    readonly first_leg: number | null;
    readonly last_leg: number | null;
    /** When this person gets in, and out. */
    readonly from_at: Date;
    readonly until_at: Date;
  };

/** Nothing for who neither hosts the ride nor is accepted on it, or where it was cancelled. */
export async function findTraveller({ db }: Context, rideId: string, uid: string): Promise<Traveller | undefined> {
  const { rows } = await sql<Traveller>`
    select ride.*, ${uid}::uuid as uid, seat.pickup, seat.dropoff, seat.first_leg, seat.last_leg,
      coalesce(seat.pickup_at, departs_at) as from_at, coalesce(seat.dropoff_at, arrives_at) as until_at,
      arrived_at, asked_at, told_at, lat, lng, position_at
    from ride
    left join seat_request as seat on seat.ride_id = ride.id and seat.seeker_id = ${uid}
      and seat.status in ('accepted', 'completed')
    left join journey on journey.ride_id = ride.id and journey.uid = ${uid}
    where ride.id = ${rideId} and ride.status <> 'cancelled' and (ride.host_id = ${uid} or seat.id is not null)
    limit 1`.execute(db);
  return rows[0];
}
