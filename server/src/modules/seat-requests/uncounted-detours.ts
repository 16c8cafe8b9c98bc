import { drivenWith, lockRide, partOfRide, type RidePart, type RideRow, takeSeats } from "#modules/rides/index.ts";
import type { InTransaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { reschedule } from "./agreed-drive.ts";
import { endsNow, partAsDecided } from "./approximate-part.ts";
import { lockActiveOf } from "./changed-rides.store.ts";
import type { SeatRequestRow } from "./seat-requests.store.ts";
import { isMet } from "./told-ends.ts";
import { ridesUncounted } from "./uncounted-detours.store.ts";

const RIDES = 50;
/** What was agreed stays agreed, also where it is more than the limit. */
const ANY_DETOUR = { max_detour_m: 10_000_000, max_detour_s: 1_000_000 };
const NO_SEATS = { firstLeg: 0, lastLeg: 0, seats: 0, contribution: null };

/**
 * Puts the stops of seats that were agreed before detours were counted together into the way of their rides, which are
 * then found and booked by what is left of the limit.
 */
export async function countDetours(ctx: InTransaction): Promise<void> {
  for (const rideId of await ridesUncounted(ctx, RIDES)) {
    const ride = await lockRide(ctx, rideId);
    if (!ride) continue;
    let driven = ride;
    for (const row of await lockActiveOf(ctx, rideId)) {
      if (row.status !== "accepted" || ride.driven_way?.stops.some(({ id }) => id === row.id)) continue;
      driven = await withStopsOf(ctx, driven, row);
    }
    if (driven === ride) continue;
    await reschedule(ctx, ride, driven);
    ctx.announce("rides", { type: "ride.changed", rideId });
  }
}

async function withStopsOf(ctx: InTransaction, ride: RideRow, row: SeatRequestRow): Promise<RideRow> {
  const empty = { ...ride, ...ANY_DETOUR, seats_left: ride.seats_left.map(() => ride.seats_total) };
  let part: RidePart;
  try {
    const asked = { ...endsNow(ride, row), seats: row.seats };
    part = isMet(row)
      ? await partOfRide(ctx, empty, { ...asked, exactly: true })
      : (await partAsDecided(ctx, empty, asked)).about;
  } catch (error) {
    if (error instanceof Problem) return ride;
    throw error;
  }
  const drive = await drivenWith(ctx, ride, row.id, part);
  return (drive && (await takeSeats(ctx, ride.id, NO_SEATS, drive))) ?? ride;
}
