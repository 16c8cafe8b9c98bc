import { notify } from "#modules/notifications/index.ts";
import { assertNotDoubleBooked, isInAudience } from "#modules/rides/rules/index.ts";
import { lockRide, type RideRow } from "#modules/rides/index.ts";
import { type RideSegment, toPublicRide } from "#modules/rides/route/index.ts";
import { isContentRemoved, isRestricted } from "#modules/privacy/index.ts";
import { type InTransaction, savepoint } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { seatPassenger } from "../driven-route/passenger-stops.ts";
import { approximateSegment, segmentForDecision } from "../location-privacy/approximate-segment.ts";
import { confirmationDeadline } from "../ride-changes/agreed-terms.ts";
import { rideNotificationContent } from "../ride-changes/ride-notifications.ts";
import { answerDeadline, seatRequestColumns } from "../seat-requests.ts";
import { generateId, insertSeatRequest, type SeatRequestRow } from "../seat-requests.store.ts";
import { promotionDeadline } from "./standby.ts";
import {
  endStandbyEntry,
  findPromotedPending,
  findRidesWithStandby,
  findStandbyQueue,
  type StandbyRow,
} from "./standby.store.ts";
import { publishQueueChanged, publishSeatRequestEvent } from "../seat-request-events.ts";

/**
 * Offers free seats to the standby queue in order, as far as segments and seats fit: with instant booking they are
 * reserved until confirmed, otherwise the host is asked. The ride is locked first, so concurrent calls run one after
 * another. Returns the updated ride, or undefined if the queue is empty.
 */
export async function promoteStandby(
  ctx: InTransaction,
  rideId: string,
): Promise<RideRow | undefined> {
  if ((await findStandbyQueue(ctx, rideId)).length === 0) return undefined;
  let ride = await lockRide(ctx, rideId);
  if (ride?.status !== "scheduled" || promotionDeadline(ctx, ride) <= ctx.now()) return ride;
  if (await isContentRemoved(ctx, rideId)) return ride;
  const queue = await findStandbyQueue(ctx, rideId);
  let seatsLeft = (await findPromotedPending(ctx, rideId)).reduce(withoutSeats, ride.seats_left);
  const promoted: StandbyRow[] = [];
  for (const entry of queue) {
    if (seatsLeft.every((seats) => seats <= 0)) break;
    const segment = await findFittingSegment(
      ctx,
      {
        ...ride,
        seats_left: seatsLeft,
      },
      entry,
    );
    if (!segment || (await isRestricted(ctx, entry.seeker_id, ride.host_id))) continue;
    if (!(await isInAudience(ctx, ride, entry.seeker_id))) continue;
    const promotion = await tryPromote(ctx, {
      ride,
      entry,
      segment,
    });
    if (!promotion) continue;
    promoted.push(entry);
    ride = promotion.ride;
    seatsLeft = withoutSeats(seatsLeft, promotion.row);
  }
  if (promoted.length > 0) publishQueueChanged(ctx, ride, queue);
  return ride;
}

/** Seats left on each leg after subtracting a request. */
const withoutSeats = (
  seatsLeft: readonly number[],
  { first_leg, last_leg, seats }: Pick<SeatRequestRow, "first_leg" | "last_leg" | "seats">,
): number[] =>
  seatsLeft.map((seatsOnLeg, leg) =>
    leg >= first_leg && leg <= last_leg ? seatsOnLeg - seats : seatsOnLeg,
  );

async function findFittingSegment(
  ctx: InTransaction,
  ride: RideRow,
  entry: StandbyRow,
): Promise<RideSegment | undefined> {
  const { seats, pickup, dropoff } = entry;
  try {
    const stops = {
      pickup: pickup ?? undefined,
      dropoff: dropoff ?? undefined,
    };
    const segment = await approximateSegment(ctx, ride, {
      seats,
      ...stops,
    });
    // A seeker who found another ride for that time is skipped.
    await assertNotDoubleBooked(ctx, entry.seeker_id, {
      departs_at: segment.pickupAt,
      arrives_at: segment.dropoffAt,
    });
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

/** Promotes a standby entry; returns undefined if it was left or its seats cannot be taken. */
async function tryPromote(
  ctx: InTransaction,
  candidate: Candidate,
): Promise<Promotion | undefined> {
  const promote = candidate.ride.approval === "instant" ? reserveSeats : requestFromHost;
  try {
    return await savepoint(ctx, (ctx) => promote(ctx, candidate));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // The previous release leaves those who requested seats themselves in the queue.
    if (error.code === "already_requested") await endStandbyEntry(ctx, candidate.entry.id, "ended");
    return undefined;
  }
}

interface Candidate {
  readonly ride: RideRow;
  readonly entry: StandbyRow;
  readonly segment: RideSegment;
}

/** Takes the seats and reserves them until the seeker confirms. */
async function reserveSeats(ctx: InTransaction, candidate: Candidate): Promise<Promotion> {
  const { entry } = candidate;
  const { seats, pickup, dropoff } = entry;
  const id = await generateId(ctx);
  // Until they confirm, the host may only know approximate stops.
  const requested = {
    pickup: pickup ?? undefined,
    dropoff: dropoff ?? undefined,
    seats,
  };
  const approximate = (await segmentForDecision(ctx, candidate.ride, requested)).approximate;
  const { contribution, approximateStops, ...measured } = candidate.segment;
  const segmentSeats = {
    ...approximate,
    seats,
    contribution,
  };
  const seated = await seatPassenger(ctx, candidate.ride, {
    id,
    segment: approximate,
    segmentSeats,
  });
  const { ride } = seated;
  const segment = {
    ...seated.segment,
    contribution,
    approximateStops,
    pickup: measured.pickup,
    dropoff: measured.dropoff,
  };
  const until = confirmationDeadline(ctx, ride.departs_at, ctx.settings.STANDBY_RESERVATION_S);
  const state = {
    reserved: true,
    confirm_by: until,
    confirm_requested_at: ctx.now(),
  };
  const row = await insertPromotedRequest(
    ctx,
    { ...candidate, segment },
    {
      ...state,
      id,
      status: "accepted",
      decided_at: ctx.now(),
    },
  );
  publishSeatRequestEvent(ctx, row, ride, "seat-request.accepted", "standby");
  const { details, ...content } = rideNotificationContent(toPublicRide(ride));
  const notification = {
    to: entry.seeker_id,
    kind: "standby.reserved",
    cause: entry.id,
    person: ride.host_id,
    ...content,
  } as const;
  await notify(ctx, {
    ...notification,
    details: {
      ...details,
      until: until.toISOString(),
    },
    lateAt: until,
  });
  return { ride, row };
}

/** Requests the seats from the host. */
async function requestFromHost(ctx: InTransaction, candidate: Candidate): Promise<Promotion> {
  const { ride, entry } = candidate;
  const row = await insertPromotedRequest(ctx, candidate, {
    status: "pending",
    decided_at: null,
  });
  publishSeatRequestEvent(ctx, row, ride, "seat-request.created");
  const notification = {
    to: entry.seeker_id,
    kind: "standby.requested",
    cause: entry.id,
    person: ride.host_id,
  } as const;
  await notify(ctx, {
    ...notification,
    ...rideNotificationContent(toPublicRide(ride)),
  });
  return { ride, row };
}

/** Creates the promoted seat request, which one side has yet to approve and which ends the standby entry. */
async function insertPromotedRequest(
  ctx: InTransaction,
  { ride, entry, segment }: Candidate,
  state: Pick<
    Parameters<typeof insertSeatRequest>[1],
    "id" | "status" | "decided_at" | "reserved" | "confirm_by" | "confirm_requested_at"
  >,
): Promise<SeatRequestRow> {
  const row = await insertSeatRequest(ctx, {
    ...seatRequestColumns(ctx, segment, {
      seekerId: entry.seeker_id,
      seats: entry.seats,
      needs: entry.needs,
      contribution: segment.contribution,
    }),
    ...state,
    ride_id: ride.id,
    expires_at: answerDeadline(ctx, ride.departs_at),
  });
  if (!row) throw new Problem("already_requested");
  if (row.standby_id !== entry.id) throw new Problem("status_already_set");
  return row;
}

const RIDES_PER_RUN = 20;

/** Promotes standby entries on rides whose seats became free without it, for example when a request expired. */
export async function promoteAllWaiting(ctx: InTransaction): Promise<void> {
  for (const rideId of await findRidesWithStandby(ctx, RIDES_PER_RUN))
    await promoteStandby(ctx, rideId);
}
