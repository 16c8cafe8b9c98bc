import { notify } from "#modules/notices/index.ts";
import {
  asTold,
  drivenWithout,
  findRide,
  isForThem,
  lockRide,
  mustBeFree,
  type RidePart,
  type RideRow,
} from "#modules/rides/index.ts";
import { isApart, isHidden } from "#modules/safety/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { takeAlong } from "./agreed-drive.ts";
import { approximatePart, learnPartOf, partAsDecided } from "./approximate-part.ts";
import { confirmBy } from "./confirm-by.ts";
import { aboutRide } from "./ride-notices.ts";
import { answerBy, columnsOf } from "./seat-requests.ts";
import { drawId, findSeatRequest, insertSeatRequest, type SeatRequestRow } from "./seat-requests.store.ts";
import { servesUntil, tellOfLine } from "./standby.ts";
import { askedOutOfLine, endPlace, lineOf, orUndone, ridesWaitedFor, type StandbyRow } from "./standby.store.ts";
import { tellOfSeatRequest } from "./telling.ts";

/**
 * Passes seats that are free on a ride on to those who wait for them, in their order, as far as their parts and seats fit:
 * on a ride that takes whoever asks they are held until confirmed, otherwise the host is asked. The ride is held before
 * anything of it is looked at, so of many that come here at once one serves after the other. Gives the ride as it is then,
 * or nothing where nobody waits.
 */
export async function serveStandby(ctx: InTransaction, rideId: string): Promise<RideRow | undefined> {
  if ((await lineOf(ctx, rideId)).length === 0) return undefined;
  let ride = await lockRide(ctx, rideId);
  if (ride?.status !== "scheduled" || servesUntil(ctx, ride) <= ctx.now()) return ride;
  if (await isHidden(ctx, rideId)) return ride;
  const line = await lineOf(ctx, rideId);
  let seatsLeft = (await askedOutOfLine(ctx, rideId)).reduce(without, ride.seats_left);
  const served: StandbyRow[] = [];
  for (const place of line) {
    if (seatsLeft.every((seats) => seats <= 0)) break;
    const part = await partThatFits(ctx, { ...ride, seats_left: seatsLeft }, place);
    if (!part || (await isApart(ctx, place.seeker_id, ride.host_id))) continue;
    if (!(await isForThem(ctx, ride, place.seeker_id))) continue;
    const put = await putForward(ctx, { ride, place, part });
    if (!put) continue;
    served.push(place);
    ride = put.ride;
    seatsLeft = without(seatsLeft, put.row);
  }
  if (served.length > 0) tellOfLine(ctx, ride, line);
  return ride;
}

/** The seats that are left on each leg without those of one more. */
const without = (
  seatsLeft: readonly number[],
  { first_leg, last_leg, seats }: Pick<SeatRequestRow, "first_leg" | "last_leg" | "seats">,
): number[] => seatsLeft.map((left, leg) => (leg >= first_leg && leg <= last_leg ? left - seats : left));

async function partThatFits(ctx: InTransaction, ride: RideRow, place: StandbyRow): Promise<RidePart | undefined> {
  const { seats, pickup, dropoff } = place;
  try {
    const ends = { pickup: pickup ?? undefined, dropoff: dropoff ?? undefined };
    const part = await approximatePart(ctx, ride, { seats, ...ends });
    // Whoever is under way with another ride by then has found one.
    await mustBeFree(ctx, place.seeker_id, { departs_at: part.pickupAt, arrives_at: part.dropoffAt });
    return part;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

interface Put {
  readonly ride: RideRow;
  readonly row: SeatRequestRow;
}

/** Puts who is next forward; whoever has left the line meanwhile, or whose seats cannot be had, is passed over. */
async function putForward(ctx: InTransaction, next: Next): Promise<Put | undefined> {
  const put = next.ride.approval === "instant" ? hold : askHost;
  try {
    return await orUndone(ctx, () => put(ctx, next));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // They asked by themselves meanwhile, for another part.
    if (error.code === "already_requested") await endPlace(ctx, next.place.id, { to: "ended" });
    return undefined;
  }
}

interface Next {
  readonly ride: RideRow;
  readonly place: StandbyRow;
  readonly part: RidePart;
}

/** Takes the seats and holds them until they are confirmed. */
async function hold(ctx: InTransaction, next: Next): Promise<Put> {
  const { place } = next;
  const { seats, pickup, dropoff } = place;
  const id = await drawId(ctx);
  // Until they confirm, the host is to know no more than about where.
  const asked = { pickup: pickup ?? undefined, dropoff: dropoff ?? undefined, seats };
  const decided = (await partAsDecided(ctx, next.ride, asked)).about;
  const { contribution, areas, ...found } = next.part;
  const stretch = { ...decided, seats, contribution };
  const { ride, part: met } = await takeAlong(ctx, next.ride, { id, part: decided, stretch });
  const part = { ...met, contribution, areas, pickup: found.pickup, dropoff: found.dropoff };
  const until = confirmBy(ctx, ride.departs_at, ctx.settings.STANDBY_HOLDS_S);
  const state = { held: true, confirm_by: until, confirm_asked_at: ctx.now() };
  const row = await insertFor(ctx, { ...next, part }, { ...state, id, status: "accepted", decided_at: ctx.now() });
  await tellOfSeatRequest(ctx, row, ride, "seat-request.accepted", "standby");
  const { details, ...about } = aboutRide(asTold(ride));
  const notice = {
    to: place.seeker_id,
    kind: "standby.held",
    cause: place.id,
    person: ride.host_id,
    ...about,
  } as const;
  await notify(ctx, { ...notice, details: { ...details, until: until.toISOString() }, lateAt: until });
  return { ride, row };
}

/** Asks the host for the seats. */
async function askHost(ctx: InTransaction, next: Next): Promise<Put> {
  const { ride, place } = next;
  const row = await insertFor(ctx, next, { status: "pending", decided_at: null });
  await tellOfSeatRequest(ctx, row, ride, "seat-request.created");
  const notice = { to: place.seeker_id, kind: "standby.asked", cause: place.id, person: ride.host_id } as const;
  await notify(ctx, { ...notice, ...aboutRide(asTold(ride)) });
  return { ride, row };
}

/** Makes the seat request of who is next, to which one of the two sides has yet to agree, and ends their waiting. */
async function insertFor(
  ctx: InTransaction,
  { ride, place, part }: Next,
  state: Pick<
    Parameters<typeof insertSeatRequest>[1],
    "id" | "status" | "decided_at" | "held" | "confirm_by" | "confirm_asked_at"
  >,
): Promise<SeatRequestRow> {
  const { seats, seeker_id: seekerId, needs } = place;
  const row = await insertSeatRequest(ctx, {
    ...columnsOf(ctx, part, { seekerId, seats, needs, contribution: part.contribution }),
    ...state,
    ride_id: ride.id,
    expires_at: answerBy(ctx, ride.departs_at),
  });
  if (!row) throw new Problem("already_requested");
  if (!(await endPlace(ctx, place.id, { to: "served", seatRequestId: row.id })))
    throw new Problem("status_already_set");
  return row;
}

const RIDES = 20;

/** Has the roads to those who wait for a ride remembered, for when seats of it come back. */
export async function learnLine(ctx: Context, rideId: string): Promise<void> {
  for (const { seats, pickup, dropoff } of await lineOf(ctx, rideId))
    await learnPartOf(ctx, rideId, { seats, pickup: pickup ?? undefined, dropoff: dropoff ?? undefined });
}

/** The same before a request ends, whose seats may come back. */
export async function learnLineBehind(ctx: Context, requestId: string): Promise<void> {
  const asked = await findSeatRequest(ctx, requestId);
  const ride = asked && ctx.router.knowsRoads ? await findRide(ctx, asked.ride_id) : undefined;
  if (ride) await drivenWithout(ctx, ride, requestId);
  if (asked) await learnLine(ctx, asked.ride_id);
}

/** The same before a batch of `serveWaiting`. */
export async function learnLines(ctx: Context): Promise<void> {
  for (const rideId of await ridesWaitedFor(ctx, RIDES)) await learnLine(ctx, rideId);
}

/** Looks at rides whose seats nobody passed on, as where a request ran out or two were kept apart. */
export async function serveWaiting(ctx: InTransaction): Promise<void> {
  for (const rideId of await ridesWaitedFor(ctx, RIDES)) await serveStandby(ctx, rideId);
}
