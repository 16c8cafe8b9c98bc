import {
  drivenWith,
  drivenWithout,
  findRide,
  partOfRide,
  type RidePart,
  type RideRow,
  takeSeats,
} from "#modules/rides/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { partOn } from "./agreed-drive.ts";
import { emptied, endsNow, learnPart, partAsDecided, withSlack } from "./approximate-part.ts";
import { setPart } from "./changed-rides.store.ts";
import { partColumns } from "./part-columns.ts";
import { findSeatRequest, type SeatRequestRow } from "./seat-requests.store.ts";
import { orUndone } from "./standby.store.ts";

interface Met {
  readonly ride: RideRow;
  readonly row: SeatRequestRow;
}

const NO_SEATS = { firstLeg: 0, lastLeg: 0, seats: 0, contribution: null };

/**
 * Puts the doors of somebody whose seat was just agreed into the way in the place of their areas. Seats and price stay as
 * they were decided, and where that cannot be driven, or would put somebody on two rides, the areas stay: what the host
 * decides cannot fail because of where exactly somebody lives.
 */
export async function measureExactly(ctx: InTransaction, ride: RideRow, row: SeatRequestRow): Promise<Met> {
  try {
    return await orUndone(ctx, () => meetAtDoors(ctx, ride, row));
  } catch (error) {
    if (error instanceof Problem) return { ride, row };
    throw error;
  }
}

async function meetAtDoors(ctx: InTransaction, ride: RideRow, row: SeatRequestRow): Promise<Met> {
  const { others, left } = await withoutThem(ctx, ride, row.id);
  const part = await exactPart(ctx, others, row);
  const drive = (await drivenWith(ctx, others, row.id, part)) ?? left;
  const driven = drive ? await takeSeats(ctx, ride.id, NO_SEATS, drive) : ride;
  if (!driven) throw new Problem("ride_over");
  const columns = { ...partColumns(partOn(ctx, driven, row.id, part, drive)), areas: row.areas };
  const met = await setPart(ctx, row.id, columns);
  if (!met) throw new Problem("status_already_set");
  return { ride: driven, row: met };
}

/** The ride as it would be driven without the stops of one. */
async function withoutThem(ctx: Context, ride: RideRow, id: string) {
  const left = await drivenWithout(ctx, ride, id);
  const others = left ? { ...ride, driven_way: left.way, arrives_at: left.arrivesAt } : ride;
  return { others, left };
}

/** From door to door on the legs whose seats were taken, at best where the doors are, else where the areas were. */
async function exactPart(ctx: Context, others: RideRow, row: SeatRequestRow): Promise<RidePart> {
  const allowing = emptied(withSlack(ctx, others));
  const asked = { ...endsNow(others, row), seats: row.seats };
  const isTheirs = ({ firstLeg, lastLeg }: RidePart) => firstLeg === row.first_leg && lastLeg === row.last_leg;
  try {
    const exact = await partOfRide(ctx, allowing, { ...asked, exactly: true });
    if (isTheirs(exact)) return exact;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  const { part } = await partAsDecided(ctx, allowing, asked);
  if (!isTheirs(part)) throw new Problem("off_route");
  return part;
}

/** Asks for the roads to where a passenger gets in and out exactly, before an acceptance or a confirmation. */
export async function learnRoadsOfRequest(ctx: Context, requestId: string): Promise<void> {
  if (!ctx.router.knowsRoads) return;
  const row = await findSeatRequest(ctx, requestId);
  const ride = row && (await findRide(ctx, row.ride_id));
  if (!row || !ride) return;
  const { others } = await withoutThem(ctx, ride, row.id);
  await learnPart(ctx, others, { ...endsNow(others, row), seats: row.seats });
}
