import { peopleByUid } from "#modules/profiles/index.ts";
import {
  drivenTimes,
  drivenWith,
  isWithinLimit,
  partOfRide,
  type RidePart,
  type RideRow,
  sameWay,
  takeSeats,
} from "#modules/rides/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { asAgreed, isFar } from "./agreed.ts";
import { partOn } from "./agreed-drive.ts";
import { approximatePart, emptied, endsNow, learnPart, partAsDecided, withSlack } from "./approximate-part.ts";
import { type Fit, fitSeatRequests, lockActiveOf } from "./changed-rides.store.ts";
import { confirmBy } from "./confirm-by.ts";
import { type PartColumns, partColumns } from "./part-columns.ts";
import { answerBy } from "./seat-requests.ts";
import { moveSeatRequest, type SeatRequestRow } from "./seat-requests.store.ts";
import { tellOfSeatRequest } from "./telling.ts";
import { isMet } from "./told-ends.ts";

const OFF_THE_WAY = "The host changed the way of this ride.";

/**
 * Fits everybody who is on a ride, or has asked to be, into it as it goes now: their hours, their legs and their seats.
 * Whoever is aboard and would have agreed to something else is asked again. Gives the ride with the seats left on it.
 * @throws Problem ride_has_passengers, seats_taken or already_travelling where it cannot go so
 */
export async function refit(ctx: InTransaction, before: RideRow, ride: RideRow): Promise<RideRow> {
  const goesElsewhere = !sameWay(before.points, ride.points);
  if (!goesElsewhere && before.departs_at.getTime() === ride.departs_at.getTime()) return ride;
  const rows = await lockActiveOf(ctx, ride.id);
  if (!goesElsewhere) {
    const change = { before, ride };
    await fitSeatRequests(
      ctx,
      rows.map((row) => fitOf(ctx, change, row, shifted(change, row))),
    );
    return ride;
  }
  const parts = new Map<SeatRequestRow, Seated>();
  let seated = ride;
  for (const row of rows) {
    if (row.status !== "accepted") continue;
    const again = await seatAgain(ctx, { before, ride: seated }, row);
    parts.set(row, again);
    seated = again.ride;
  }
  const fits = aboardFits(ctx, { before, ride: seated }, parts);
  for (const row of rows) {
    if (row.status === "accepted") continue;
    const part = await partNow(ctx, { before, ride: seated }, row);
    if (part) fits.push(fitOf(ctx, { before, ride: seated }, row, partColumns(part)));
    else await rejectLeft(ctx, seated, row);
  }
  await fitSeatRequests(ctx, fits);
  return seated;
}

async function rejectLeft(ctx: InTransaction, ride: RideRow, { id }: SeatRequestRow): Promise<void> {
  const step = { from: "pending", to: "rejected", endedBy: "system", reason: OFF_THE_WAY } as const;
  const row = await moveSeatRequest(ctx, id, step);
  if (row) await tellOfSeatRequest(ctx, row, ride, "seat-request.rejected");
}

/** Asks for the roads to where passengers get in and out of a ride that is to go another way. */
export async function foresee(ctx: Context, before: RideRow, ride: RideRow): Promise<void> {
  for (const row of await lockActiveOf(ctx, ride.id, "unlocked")) {
    await learnPart(ctx, ride, { ...endsNow(before, row), seats: row.seats });
  }
}

interface Change {
  readonly before: RideRow;
  readonly ride: RideRow;
}

function fitOf(ctx: InTransaction, { before, ride }: Change, row: SeatRequestRow, part: PartColumns): Fit {
  const agreed = row.agreed ?? asAgreed(before, row);
  return {
    id: row.id,
    ...part,
    agreed,
    far: isFar(ctx, agreed, asAgreed(ride, part)),
    confirm_by: confirmBy(ctx, ride.departs_at),
    expires_at: answerBy(ctx, ride.departs_at),
  };
}

/** The same part at another hour. */
function shifted({ before, ride }: Change, row: SeatRequestRow): PartColumns {
  const laterMs = ride.departs_at.getTime() - before.departs_at.getTime();
  const later = (at: Date) => new Date(at.getTime() + laterMs);
  return { ...row, pickup_at: later(row.pickup_at), dropoff_at: later(row.dropoff_at) };
}

/** Where somebody with a seat lies on a changed ride, and by which places the host meets them. */
interface Seated {
  readonly part: RidePart;
  readonly about: RidePart;
}

/**
 * Somebody who has a seat, on the way that the ride goes now with those who were seated before them. As when they were
 * accepted, all together may exceed the limit by what lies between a door and its area.
 */
async function seatAgain(
  ctx: InTransaction,
  { before, ride }: Change,
  row: SeatRequestRow,
): Promise<Seated & { ride: RideRow }> {
  const allowing = withSlack(ctx, ride);
  const seated = await unlessOff(seatedOn(ctx, emptied(allowing), { ...endsNow(before, row), seats: row.seats }, row));
  const drive = seated && (await drivenWith(ctx, ride, row.id, seated.about));
  if (!seated || (drive && !isWithinLimit(allowing, drive))) throw await leftBehind(ctx, row);
  const { firstLeg, lastLeg } = seated.about;
  const taken = await takeSeats(ctx, ride.id, { firstLeg, lastLeg, seats: row.seats, contribution: null }, drive);
  if (!taken) throw new Problem("seats_taken");
  return { ride: taken, part: partOn(ctx, taken, row.id, seated.part, drive), about: seated.about };
}

/** Exactly for whom the host knows exactly, otherwise by the areas. */
async function seatedOn(
  ctx: InTransaction,
  ride: RideRow,
  asked: Parameters<typeof partAsDecided>[2],
  row: SeatRequestRow,
): Promise<Seated> {
  if (!isMet(row)) return partAsDecided(ctx, ride, asked);
  const part = await partOfRide(ctx, ride, { ...asked, exactly: true });
  return { part, about: part };
}

/** How everybody with a seat lies on the ride once all of them are seated. */
function aboardFits(ctx: InTransaction, change: Change, parts: ReadonlyMap<SeatRequestRow, Seated>): Fit[] {
  return [...parts].map(([row, { part, about }]) => {
    const met = { id: row.id, ...partColumns(about) };
    const [times] = change.ride.driven_way ? drivenTimes(ctx, change.ride, [met]) : [];
    return fitOf(ctx, change, row, { ...partColumns(part), ...times });
  });
}

const partNow = (ctx: InTransaction, { before, ride }: Change, row: SeatRequestRow): Promise<RidePart | undefined> =>
  unlessOff(approximatePart(ctx, emptied(ride), { ...endsNow(before, row), seats: row.seats }));

async function unlessOff<T>(measuring: Promise<T>): Promise<T | undefined> {
  try {
    return await measuring;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

async function leftBehind(ctx: InTransaction, { seeker_id }: SeatRequestRow): Promise<Problem> {
  const name = (await peopleByUid(ctx, [seeker_id])).get(seeker_id)?.displayName ?? "Somebody";
  const message = `${name} has a seat and could not come along that way. Keep to their way, or cancel their booking first.`;
  return new Problem("ride_has_passengers", { message });
}
