import { type RawBuilder, sql } from "kysely";
import type { Context } from "#platform/context.ts";

/** Detaches a cancelled ride from its series, so that the day can be created again. */
export async function detachRide({ db }: Context, rideId: string): Promise<void> {
  await db
    .updateTable("ride")
    .set({ series_id: null, series_day: null })
    .where("id", "=", rideId)
    .execute();
}

/** Links outward rides with their returns; `pairs` selects both ids as `there` and `back`. */
export async function linkRidePairs({ db }: Context, pairs: RawBuilder<unknown>): Promise<void> {
  await sql`
    with pair as (${pairs}),
    backs as (update ride set return_of = pair.there from pair where ride.id = pair.back)
    update ride set return_id = pair.back from pair where ride.id = pair.there`.execute(db);
}
