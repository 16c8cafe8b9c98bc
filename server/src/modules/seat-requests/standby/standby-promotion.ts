import { notify } from "#modules/notifications/index.ts";
import {
  toPublicRide,
  removePassenger,
  findRide,
  isInAudience,
  lockRide,
  assertNotDoubleBooked,
  type RideSegment,
  type RideRow,
} from "#modules/rides/index.ts";
import { isRestricted, isContentRemoved } from "#modules/privacy/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { seatPassenger } from "../driven-route/passenger-stops.ts";
import {
  approximateSegment,
  prefetchRequestRoutesByRide,
  segmentForDecision,
} from "../location-privacy/approximate-segment.ts";
import { confirmationDeadline } from "../ride-changes/confirmation-deadline.ts";
import { rideNotificationContent } from "../ride-changes/ride-notifications.ts";
import { answerDeadline, seatRequestColumns } from "../seat-requests.ts";
import { generateId, findSeatRequest, insertSeatRequest, type SeatRequestRow } from "../seat-requests.store.ts";
import { promotionDeadline, publishQueueChanged } from "./standby.ts";
import {
  findPromotedPending,
  endStandbyEntry,
  findStandbyQueue,
  withSavepoint,
  findRidesWithStandby,
  type StandbyRow,
} from "./standby.store.ts";
import { publishSeatRequestEvent } from "../seat-request-events.ts";

/**
 * Passes seats that are free on a ride on to those who wait for them, in their order, as far as their parts and seats fit:
 * on a ride that takes whoever asks they are held until confirmed, otherwise the host is asked. The ride is held before
 * anything of it is looked at, so of many that come here at once one serves after the other. Gives the ride as it is then,
 * or nothing where nobody waits.
 */
export async function promoteStandby(ctx: InTransaction, rideId: string): Promise<RideRow | undefined> {
  if ((await findStandbyQueue(ctx, rideId)).length === 0) return undefined;
  let ride = await lockRide(ctx, rideId);
  if (ride?.status !== "scheduled" || promotionDeadline(ctx, ride) <= ctx.now()) return ride;
  if (await isContentRemoved(ctx, rideId)) return ride;
  const queue = await findStandbyQueue(ctx, rideId);
  let seatsLeft = (await findPromotedPending(ctx, rideId)).reduce(withoutSeats, ride.seats_left);
  const promoted: StandbyRow[] = [];
  for (const entry of queue) {
    if (seatsLeft.every((seats) => seats <= 0)) break;
    const segment = await findFittingSegment(ctx, { ...ride, seats_left: seatsLeft }, entry);
    if (!segment || (await isRestricted(ctx, entry.seeker_id, ride.host_id))) continue;
    if (!(await isInAudience(ctx, ride, entry.seeker_id))) continue;
    const promotion = await tryPromote(ctx, { ride, entry, segment });
    if (!promotion) continue;
    promoted.push(entry);
    ride = promotion.ride;
    seatsLeft = withoutSeats(seatsLeft, promotion.row);
  }
  if (promoted.length > 0) publishQueueChanged(ctx, ride, queue);
  return ride;
}

/** The seats that are left on each leg without those of one more. */
const withoutSeats = (
  seatsLeft: readonly number[],
  { first_leg, last_leg, seats }: Pick<SeatRequestRow, "first_leg" | "last_leg" | "seats">,
): number[] =>
  seatsLeft.map((seatsOnLeg, leg) => (leg >= first_leg && leg <= last_leg ? seatsOnLeg - seats : seatsOnLeg));

async function findFittingSegment(
  ctx: InTransaction,
  ride: RideRow,
  entry: StandbyRow,
): Promise<RideSegment | undefined> {
  const { seats, pickup, dropoff } = entry;
  try {
    const stops = { pickup: pickup ?? undefined, dropoff: dropoff ?? undefined };
    const segment = await approximateSegment(ctx, ride, { seats, ...stops });
    // Whoever is under way with another ride by then has found one.
    await assertNotDoubleBooked(ctx, entry.seeker_id, { departs_at: segment.pickupAt, arrives_at: segment.dropoffAt });
    return segment;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

interface Promotion {
  readonly ride: RideRow;
  readonly row: SeatRequestRow;
}

/** Puts who is next forward; whoever has left the line meanwhile, or whose seats cannot be had, is passed over. */
async function tryPromote(ctx: InTransaction, candidate: Candidate): Promise<Promotion | undefined> {
  const promote = candidate.ride.approval === "instant" ? reserveSeats : requestFromHost;
  try {
    return await withSavepoint(ctx, () => promote(ctx, candidate));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // They asked by themselves meanwhile, for another part.
    if (error.code === "already_requested") await endStandbyEntry(ctx, candidate.entry.id, { to: "ended" });
    return undefined;
  }
}

interface Candidate {
  readonly ride: RideRow;
  readonly entry: StandbyRow;
  readonly segment: RideSegment;
}

/** Takes the seats and holds them until they are confirmed. */
async function reserveSeats(ctx: InTransaction, candidate: Candidate): Promise<Promotion> {
  const { entry } = candidate;
  const { seats, pickup, dropoff } = entry;
  const id = await generateId(ctx);
  // Until they confirm, the host is to know no more than about where.
  const requested = { pickup: pickup ?? undefined, dropoff: dropoff ?? undefined, seats };
  const approximate = (await segmentForDecision(ctx, candidate.ride, requested)).approximate;
  const { contribution, approximateStops, ...measured } = candidate.segment;
  const segmentSeats = { ...approximate, seats, contribution };
  const { ride, segment: driven } = await seatPassenger(ctx, candidate.ride, {
    id,
    segment: approximate,
    segmentSeats,
  });
  const segment = { ...driven, contribution, approximateStops, pickup: measured.pickup, dropoff: measured.dropoff };
  const until = confirmationDeadline(ctx, ride.departs_at, ctx.settings.STANDBY_RESERVATION_S);
  const state = { held: true, confirm_by: until, confirm_asked_at: ctx.now() };
  const row = await insertPromotedRequest(
    ctx,
    { ...candidate, segment },
    { ...state, id, status: "accepted", decided_at: ctx.now() },
  );
  await publishSeatRequestEvent(ctx, row, ride, "seat-request.accepted", "standby");
  const { details, ...content } = rideNotificationContent(toPublicRide(ride));
  const notification = {
    to: entry.seeker_id,
    kind: "standby.reserved",
    cause: entry.id,
    person: ride.host_id,
    ...content,
  } as const;
  await notify(ctx, { ...notification, details: { ...details, until: until.toISOString() }, lateAt: until });
  return { ride, row };
}

/** Asks the host for the seats. */
async function requestFromHost(ctx: InTransaction, candidate: Candidate): Promise<Promotion> {
  const { ride, entry } = candidate;
  const row = await insertPromotedRequest(ctx, candidate, { status: "pending", decided_at: null });
  await publishSeatRequestEvent(ctx, row, ride, "seat-request.created");
  const notification = {
    to: entry.seeker_id,
    kind: "standby.requested",
    cause: entry.id,
    person: ride.host_id,
  } as const;
  await notify(ctx, { ...notification, ...rideNotificationContent(toPublicRide(ride)) });
  return { ride, row };
}

/** Makes the seat request of who is next, to which one of the two sides has yet to agree, and ends their waiting. */
async function insertPromotedRequest(
  ctx: InTransaction,
  { ride, entry, segment }: Candidate,
  state: Pick<
    Parameters<typeof insertSeatRequest>[1],
    "id" | "status" | "decided_at" | "held" | "confirm_by" | "confirm_asked_at"
  >,
): Promise<SeatRequestRow> {
  const { seats, seeker_id: seekerId, needs } = entry;
  const row = await insertSeatRequest(ctx, {
    ...seatRequestColumns(ctx, segment, { seekerId, seats, needs, contribution: segment.contribution }),
    ...state,
    ride_id: ride.id,
    expires_at: answerDeadline(ctx, ride.departs_at),
  });
  if (!row) throw new Problem("already_requested");
  if (!(await endStandbyEntry(ctx, entry.id, { to: "served", seatRequestId: row.id })))
    throw new Problem("status_already_set");
  return row;
}

const RIDES_PER_RUN = 20;

/** Has the roads to those who wait for a ride remembered, for when seats of it come back. */
export async function prefetchStandbyRoutes(ctx: Context, rideId: string): Promise<void> {
  for (const { seats, pickup, dropoff } of await findStandbyQueue(ctx, rideId))
    await prefetchRequestRoutesByRide(ctx, rideId, {
      seats,
      pickup: pickup ?? undefined,
      dropoff: dropoff ?? undefined,
    });
}

/** The same before a request ends, whose seats may come back. */
export async function prefetchStandbyRoutesOfRequest(ctx: Context, requestId: string): Promise<void> {
  const seatRequest = await findSeatRequest(ctx, requestId);
  const ride = seatRequest && ctx.routing.hasRoadData ? await findRide(ctx, seatRequest.ride_id) : undefined;
  if (ride) await removePassenger(ctx, ride, requestId);
  if (seatRequest) await prefetchStandbyRoutes(ctx, seatRequest.ride_id);
}

/** The same before a batch of `promoteAllWaiting`. */
export async function prefetchAllStandbyRoutes(ctx: Context): Promise<void> {
  for (const rideId of await findRidesWithStandby(ctx, RIDES_PER_RUN)) await prefetchStandbyRoutes(ctx, rideId);
}

/** Looks at rides whose seats nobody passed on, as where a request ran out or two were kept apart. */
export async function promoteAllWaiting(ctx: InTransaction): Promise<void> {
  for (const rideId of await findRidesWithStandby(ctx, RIDES_PER_RUN)) await promoteStandby(ctx, rideId);
}
