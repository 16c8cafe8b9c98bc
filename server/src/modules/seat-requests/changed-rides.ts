import type { AgreedRide } from "@commonlane/contract/seat-requests";
import { distanceM } from "@commonlane/matching/geo";
import { peopleByUid } from "#modules/profiles/index.ts";
import { endsOf, partOfRide, type RideRow, sameWay, takeSeats } from "#modules/rides/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { approximatePart, endsNow, learnPart } from "./approximate-part.ts";
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
  const fits: Fit[] = [];
  const left: SeatRequestRow[] = [];
  let seated = ride;
  for (const row of await lockActiveOf(ctx, ride.id)) {
    const fit = await fitOf(ctx, { before, ride, goesElsewhere }, row);
    if (!fit && row.status === "accepted") throw await leftBehind(ctx, row);
    if (fit) fits.push(fit);
    else left.push(row);
    if (fit && goesElsewhere && row.status === "accepted") seated = await takeAgain(ctx, seated, row, fit);
  }
  await fitSeatRequests(ctx, fits);
  for (const { id } of left) {
    const step = { from: "pending", to: "rejected", endedBy: "system", reason: OFF_THE_WAY } as const;
    const row = await moveSeatRequest(ctx, id, step);
    if (row) await tellOfSeatRequest(ctx, row, ride, "seat-request.rejected");
  }
  return seated;
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
  readonly goesElsewhere: boolean;
}

async function fitOf(ctx: InTransaction, change: Change, row: SeatRequestRow): Promise<Fit | undefined> {
  const { before, ride } = change;
  const part = change.goesElsewhere ? await partNow(ctx, change, row) : shifted(change, row);
  if (!part) return undefined;
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

/** Exactly for whom the host knows exactly; otherwise, and where that does not fit, from the areas. */
async function partNow(
  ctx: InTransaction,
  { before, ride }: Change,
  row: SeatRequestRow,
): Promise<PartColumns | undefined> {
  const asked = { ...endsNow(before, row), seats: row.seats };
  for (const measure of isMet(row) ? [partOfRide, approximatePart] : [approximatePart]) {
    try {
      return partColumns(await measure(ctx, ride, asked));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
  return undefined;
}

async function takeAgain(ctx: InTransaction, ride: RideRow, row: SeatRequestRow, fit: Fit): Promise<RideRow> {
  const stretch = { firstLeg: fit.first_leg, lastLeg: fit.last_leg, seats: row.seats, contribution: null };
  const taken = await takeSeats(ctx, ride.id, stretch);
  if (!taken) throw new Problem("seats_taken");
  return taken;
}

async function leftBehind(ctx: InTransaction, { seeker_id }: SeatRequestRow): Promise<Problem> {
  const name = (await peopleByUid(ctx, [seeker_id])).get(seeker_id)?.displayName ?? "Somebody";
  const message = `${name} has a seat and could not come along that way. Keep to their way, or cancel their booking first.`;
  return new Problem("ride_has_passengers", { message });
}

const asAgreed = (
  { departs_at, points }: Pick<RideRow, "departs_at" | "points">,
  { pickup_at, dropoff_at }: Pick<PartColumns, "pickup_at" | "dropoff_at">,
): AgreedRide => {
  const { origin, destination } = endsOf(points);
  const [departsAt, pickupAt, dropoffAt] = [departs_at, pickup_at, dropoff_at].map((at) => at.toISOString());
  if (!departsAt || !pickupAt || !dropoffAt) throw new Error("Three instants give three texts.");
  return { departsAt, origin, destination, pickupAt, dropoffAt };
};

/** Whether a ride is so far from what was agreed to that it has to be confirmed again (domain.md, State machines). */
function isFar({ settings }: Context, agreed: AgreedRide, now: AgreedRide): boolean {
  return (
    (["departsAt", "pickupAt", "dropoffAt"] as const).some(
      (name) => apartS(agreed[name], now[name]) > settings.CONFIRM_DEPARTURE_S,
    ) ||
    (["origin", "destination"] as const).some((name) => distanceM(agreed[name], now[name]) > settings.CONFIRM_END_M)
  );
}

const apartS = (a: string, b: string): number => Math.abs(Date.parse(a) - Date.parse(b)) / 1000;

/** Until when somebody who asked before the ride was changed has to confirm once accepted; null where nothing much was changed. */
export function confirmByIfFar(ctx: Context, ride: RideRow, row: SeatRequestRow): Date | null {
  return row.agreed && isFar(ctx, row.agreed, asAgreed(ride, row)) ? confirmBy(ctx, ride.departs_at) : null;
}
