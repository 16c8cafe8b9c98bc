import { distanceM } from "@commonlane/matching/geo";
import {
  drivenTimes,
  drivenWith,
  drivenWithout,
  endsOf,
  isWithinLimit,
  type NewDrive,
  partOfRide,
  type RidePart,
  type RideRow,
  type Stretch,
  moneyOf,
  takeSeats,
  whyNotTaken,
} from "#modules/rides/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { asAgreed, isFar } from "./agreed.ts";
import { fitSeatRequests, lockActiveOf } from "./changed-rides.store.ts";
import { confirmBy } from "./confirm-by.ts";
import { noticeMoved } from "./ride-notices.ts";
import type { SeatRequestRow } from "./seat-requests.store.ts";

/** Who is to have a seat on a ride that the transaction holds. */
interface Joining {
  readonly id: string;
  readonly part: RidePart;
  readonly stretch: Stretch;
  /** The host decides this, and is told why not. */
  readonly byHost?: boolean;
  /** An accepted offer was measured from about where; it holds from door to door. */
  readonly asOffered?: boolean;
}

/**
 * Takes the seats of a part, puts its stops into the way as it is driven, and tells everybody else with a seat at what
 * time they are met now. Gives the ride as it goes then, and the part as it lies on it.
 * @throws Problem off_route where it would be more of a detour than the host agreed to for all together
 */
export async function takeAlong(
  ctx: InTransaction,
  ride: RideRow,
  joining: Joining,
): Promise<{ ride: RideRow; part: RidePart }> {
  const taken = await takeOn(ctx, ride, joining);
  if (taken.ride.driven_n !== ride.driven_n) await reschedule(ctx, ride, taken.ride, joining.id);
  return taken;
}

/** The same, but for telling the others. @throws Problem off_route */
export async function takeOn(
  ctx: InTransaction,
  ride: RideRow,
  { id, part, stretch, byHost = false, asOffered = false }: Joining,
): Promise<{ ride: RideRow; part: RidePart }> {
  const drive = await drivenWith(ctx, ride, id, part);
  if (drive && !asOffered && !isWithinLimit(ride, drive)) throw new Problem("off_route", TOO_MUCH);
  const { firstLeg, lastLeg } = part;
  const asked = { ...stretch, firstLeg, lastLeg };
  const taken = await takeSeats(ctx, ride.id, asked, drive).catch((error: unknown) => {
    throw isTravelling(error)
      ? byHost
        ? new Problem("already_travelling", NEXT_RIDE)
        : new Problem("off_route", TOO_MUCH)
      : error;
  });
  if (!taken) throw await whyNotTaken(ctx, ride.id, asked);
  return { ride: taken, part: partOn(ctx, taken, id, part, drive) };
}

const TOO_MUCH = {
  message: "With everybody who has a seat already, this is more of a detour than the host agreed to.",
};

const NEXT_RIDE = { message: "With this detour you would still be under way when your next ride begins." };

/** With a longer way the host would miss their next one: where else they drive is not told. */
const isTravelling = (error: unknown) => error instanceof Problem && error.code === "already_travelling";

/** A part as it lies on a ride that is driven for it. */
export function partOn(ctx: Context, ride: RideRow, id: string, part: RidePart, drive: NewDrive | undefined): RidePart {
  if (!drive && !ride.driven_way) return part;
  const { pickup, dropoff, firstLeg: first_leg, lastLeg: last_leg } = part;
  const [times] = drivenTimes(ctx, ride, [{ id, pickup, dropoff, first_leg, last_leg }]);
  if (!times) throw new Error("One passenger has one time.");
  const added = { detourM: Math.round(drive?.addedM ?? 0), detourS: Math.round(drive?.addedS ?? 0) };
  return { ...part, ...added, pickupAt: times.pickup_at, dropoffAt: times.dropoff_at };
}

/** Gives back the seats and the stops of somebody whose request has ended; everybody else is met as before. */
export async function giveBack(ctx: InTransaction, ride: RideRow, row: SeatRequestRow): Promise<RideRow> {
  const drive = await drivenWithout(ctx, ride, row.id);
  const left = await takeSeats(ctx, ride.id, stretchOf(row, -1), drive);
  if (!left) throw new Problem("ride_over");
  if (drive) await reschedule(ctx, ride, left, row.id);
  return left;
}

export const stretchOf = (row: SeatRequestRow, sign: 1 | -1): Stretch => ({
  firstLeg: row.first_leg,
  lastLeg: row.last_leg,
  seats: sign * row.seats,
  contribution: moneyOf(row),
});

/**
 * A part as it lies on the way that is really driven: it was found on the one that strangers are told. Where it lies too far
 * from that, it is left as it was found, and the limit decides.
 */
export async function exactly(ctx: Context, ride: RideRow, part: RidePart, seats: number): Promise<RidePart> {
  if (!part.met || (!ride.told_way && !ride.driven_way)) return part;
  const { areas, contribution, shareOfWay } = part;
  try {
    const exact = await partOfRide(ctx, ride, { ...endsOn(ride, part), seats, exactly: true });
    return { ...exact, areas, contribution, shareOfWay };
  } catch (error) {
    if (error instanceof Problem && error.code === "off_route") return part;
    throw error;
  }
}

/** Whoever travels from or to an end of the ride goes with that end; everybody else gets in and out where they said. */
const endsOn = ({ points }: Pick<RideRow, "points">, { pickup, dropoff }: Pick<RidePart, "pickup" | "dropoff">) => {
  const { origin, destination } = endsOf(points);
  return {
    pickup: distanceM(pickup, origin) < 1 ? undefined : pickup,
    dropoff: distanceM(dropoff, destination) < 1 ? undefined : dropoff,
  };
};

/** Less than this is not worth writing down. */
const SAME_TIME_MS = 1000;

/** Writes when everybody with a seat is met on the way as it is driven now, and asks or tells whom that moves. */
export async function reschedule(ctx: InTransaction, before: RideRow, ride: RideRow, exceptId?: string): Promise<void> {
  const rows = (await lockActiveOf(ctx, ride.id)).filter(({ id, status }) => status === "accepted" && id !== exceptId);
  const times = drivenTimes(ctx, ride, rows);
  const fits = rows.flatMap((row, n) => {
    const now = times[n];
    if (!now || Math.max(apartMs(row.pickup_at, now.pickup_at), apartMs(row.dropoff_at, now.dropoff_at)) < SAME_TIME_MS)
      return [];
    const agreed = row.agreed ?? asAgreed(before, row);
    const far = isFar(ctx, agreed, asAgreed(ride, now));
    // A seat that is held is held as long as it was.
    const until = row.held && row.confirm_by ? row.confirm_by : confirmBy(ctx, ride.departs_at);
    return [{ ...row, ...now, agreed, far, confirm_by: until }];
  });
  await fitSeatRequests(ctx, fits);
  await noticeMoved(
    ctx,
    ride,
    rows.filter(({ id }) => fits.some((fit) => fit.id === id)),
  );
}

const apartMs = (a: Date, b: Date) => Math.abs(a.getTime() - b.getTime());
