import type { Place } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { isListedTown } from "#modules/places/index.ts";
import {
  asTold,
  drivenWith,
  endsOf,
  findRide,
  learnRoadsOf,
  partOfRide,
  type RidePart,
  type RideRow,
} from "#modules/rides/index.ts";
import type { Context } from "#platform/context.ts";
import type { SeatAreas } from "#platform/db/ride-tables.ts";
import { Problem } from "#platform/http/problem.ts";
import type { SeatRequestRow } from "./seat-requests.store.ts";
import { type AskedEnds, approximateEnds } from "./told-ends.ts";

interface AskedPart extends AskedEnds {
  readonly seats: number;
}
const SAME_PLACE_M = 1;
/** More than any host allows; for the one moment in which the seeker's exact places are known to fit. */
const ANY_DETOUR = { max_detour_m: 1_000_000, max_detour_s: 86_400 };

/**
 * A part of a ride as it is measured and stored until the host agrees. Everything but the seeker's own copy of the two
 * places follows from their areas, so two doors of one area give the same record, the same decisions and the same views.
 * An area may lie farther off the way than the door in it, so the detour may exceed the host's limit by that much.
 * @throws Problem off_route or ride_full
 */
export async function approximatePart(ctx: Context, ride: RideRow, asked: AskedPart): Promise<RidePart> {
  return measure(ctx, withSlack(ctx, ride), ride, asked);
}

/** The same for a new request, whose exact places fit: the area alone does not refuse it. @throws Problem ride_full */
export async function approximatePartOfNew(ctx: Context, ride: RideRow, asked: AskedPart): Promise<RidePart> {
  try {
    return await approximatePart(ctx, ride, asked);
  } catch (error) {
    if (!(error instanceof Problem) || error.code === "ride_full") throw error;
    return measure(ctx, { ...ride, ...(ride.max_detour_m > 0 && ANY_DETOUR) }, ride, asked);
  }
}

async function measure(ctx: Context, allowing: RideRow, ride: RideRow, asked: AskedPart): Promise<RidePart> {
  const [forHost, about] = [await approximateEnds(ctx, ride, asked), await measuredEnds(ctx, ride, asked)];
  const part = await partOfRide(withShorter(ctx), allowing, { ...asked, about });
  return { ...part, areas: await areasOf(ctx, { ride, part, forHost }, asked) };
}

/** A part that is not agreed yet: as it is stored, and the same between the places that the host knows. */
export interface DecidedPart {
  readonly part: RidePart;
  readonly about: RidePart;
}

/**
 * By what a host decides: the way that they drive with everybody who has a seat, all of which they know exactly, and the two
 * areas of the request, which is all they know of it. Nothing of it depends on where in its area a door is, and there is no
 * slack, so the limit is exceeded at most by what lies between a door and its area once that is known.
 * @throws Problem off_route or ride_full
 */
export async function partAsDecided(ctx: Context, ride: RideRow, asked: AskedPart): Promise<DecidedPart> {
  const forHost = await approximateEnds(ctx, ride, asked);
  const found = await partOfRide(withShorter(ctx), ride, { ...asked, about: forHost, exactly: true });
  const part = { ...found, areas: await areasOf(ctx, { ride, part: found, forHost }, asked) };
  return { part, about: { ...part, ...forHost } };
}

async function areasOf(
  ctx: Context,
  {
    ride,
    part,
    forHost,
  }: { readonly ride: RideRow; readonly part: RidePart; readonly forHost: NonNullable<SeatAreas["forHost"]> },
  asked: AskedEnds,
): Promise<SeatAreas> {
  return { pickup: null, dropoff: null, ...part.areas, forHost, ofRide: await endsOfRide(ctx, ride, asked) };
}

/** The ride is measured as strangers see it, its own ends included. */
const measuredEnds = (ctx: Context, ride: RideRow, asked: AskedEnds) => approximateEnds(ctx, asTold(ride), asked);

/** What driving between a place and the middle of its area can take, so many times. */
const offM = ({ PLACE_ROUNDED_TO_M, DRIVING_FACTOR }: Context["settings"], times: number): number =>
  Math.ceil(times * Math.SQRT1_2 * PLACE_ROUNDED_TO_M * DRIVING_FACTOR);

/** By how much the detour to an area may exceed the detour to a door in it, at both ends there and back. */
export function withSlack({ settings }: Context, ride: RideRow): RideRow {
  const metres = offM(settings, 4);
  return {
    ...ride,
    max_detour_m: plus(ride.max_detour_m, metres),
    max_detour_s: plus(ride.max_detour_s, Math.ceil(metres / settings.DRIVING_M_PER_S)),
  };
}

/** Whatever seats are taken by now. */
export const emptied = (ride: RideRow): RideRow => ({
  ...ride,
  seats_left: ride.seats_left.map(() => ride.seats_total),
});

/** A limit of 0 says that nobody is fetched. */
const plus = (limit: number, slack: number): number => (limit > 0 ? limit + slack : 0);

/** Two areas may be nearer to each other than the doors in them. */
const withShorter = <C extends Context>(ctx: C): C => {
  const MATCH_MIN_DISTANCE_M = Math.max(0, ctx.settings.MATCH_MIN_DISTANCE_M - offM(ctx.settings, 2));
  return { ...ctx, settings: { ...ctx.settings, MATCH_MIN_DISTANCE_M } };
};

/** Which ends go where the ends of the ride go: those that were left to it, and its towns. */
async function endsOfRide(ctx: Context, { points }: RideRow, { pickup, dropoff }: AskedEnds) {
  const { origin, destination } = endsOf(points);
  const isEnd = async (place: Place | undefined, end: Place) =>
    !place || (distanceM(place, end) < SAME_PLACE_M && (await isListedTown(ctx, end)));
  return { pickup: await isEnd(pickup, origin), dropoff: await isEnd(dropoff, destination) };
}

/** What a stored request asks for on a ride that may have moved: ends of the ride go with it, others stay where they are. */
export function endsNow({ points }: RideRow, { pickup, dropoff, areas }: SeatRequestRow): AskedEnds {
  const { origin, destination } = endsOf(points);
  const { ofRide } = areas ?? {};
  return {
    pickup: (ofRide ? ofRide.pickup : distanceM(pickup, origin) < SAME_PLACE_M) ? undefined : pickup,
    dropoff: (ofRide ? ofRide.dropoff : distanceM(dropoff, destination) < SAME_PLACE_M) ? undefined : dropoff,
  };
}

/** Asks for the roads that the approximate and the exact measure of a part need, before its transaction. */
export async function learnPart(ctx: Context, ride: RideRow, asked: AskedPart): Promise<void> {
  if (!ctx.router.knowsRoads || (!asked.pickup && !asked.dropoff)) return;
  const allowing = withSlack(ctx, ride);
  await learnRoadsOf(ctx, allowing, asked);
  await learnRoadsOf(ctx, allowing, { ...asked, about: await measuredEnds(ctx, ride, asked) });
  try {
    const { about } = await partAsDecided(ctx, emptied(allowing), asked);
    await drivenWith(ctx, ride, "", about);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

/** The same by the ride's id. */
export async function learnPartOf(
  ctx: Context,
  rideId: string,
  {
    pickup,
    dropoff,
    seats,
  }: { readonly pickup?: Place | undefined; readonly dropoff?: Place | undefined; readonly seats: number },
): Promise<void> {
  if (!ctx.router.knowsRoads) return;
  const ride = await findRide(ctx, rideId);
  if (ride) await learnPart(ctx, ride, { pickup, dropoff, seats });
}
