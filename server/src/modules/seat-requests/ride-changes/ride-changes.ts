import { type LocalText, translate } from "#platform/i18n/translate.ts";
import { message, translatable } from "@commonlane/contract/message";
import { findPublicPeople } from "#modules/profiles/index.ts";
import {
  addPassenger,
  calculatePassengerTimes,
  isSameRoute,
  isWithinDetourLimit,
  measureSegment,
  type RideSegment,
  takeSeats,
} from "#modules/rides/route/index.ts";
import type { RideRow } from "#modules/rides/index.ts";
import type { InTransaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { confirmationDeadline, needsConfirmation, toAgreedRide } from "./agreed-terms.ts";
import { segmentOnDrivenRoute } from "../driven-route/passenger-stops.ts";
import {
  approximateSegment,
  currentStops,
  segmentForDecision,
  withApproximationSlack,
  withSeatsFreed,
} from "../location-privacy/approximate-segment.ts";
import {
  hasSeatInOtherCurrency,
  lockActiveSeatRequests,
  type SegmentUpdate,
  updateSegments,
} from "./ride-changes.store.ts";
import { type SegmentColumns, segmentColumns } from "../segment-columns.ts";
import { answerDeadline } from "../seat-requests.ts";
import { type SeatRequestRow, transitionSeatRequest } from "../seat-requests.store.ts";
import { publishSeatRequestEvent } from "../seat-request-events.ts";
import { isConfirmedSeat } from "../location-privacy/visible-stops.ts";

const ROUTE_CHANGED = translatable("The host changed the route of this ride.");

const ROADS_FOUND = translatable("Calculated on roads, this ride doesn't pass your stops.");

/**
 * Recalculates times, legs and seats of all requests on a changed ride. Passengers whose agreed terms changed too much
 * must confirm. Returns the ride with its remaining seats.
 * @throws Problem ride_has_passengers, seats_taken or already_travelling if the change is impossible
 * @throws Problem invalid_input for a price in another currency than a passenger agreed to pay
 */
export async function refitSeatRequests(
  ctx: InTransaction,
  before: RideRow,
  ride: RideRow,
): Promise<RideRow> {
  if (ride.currency !== before.currency) await assertCurrencyOfSeats(ctx, ride);
  const roadsFound = before.roads_missing && !ride.roads_missing;
  const routeChanged = roadsFound || !isSameRoute(before.points, ride.points);
  if (!routeChanged && before.departs_at.getTime() === ride.departs_at.getTime()) return ride;
  const rows = await lockActiveSeatRequests(ctx, ride.id);
  if (!routeChanged) {
    const change = { before, ride };
    await updateSegments(
      ctx,
      rows.map((row) => segmentUpdateOf(ctx, change, row, shiftSegment(change, row))),
      { isHostsChange: true },
    );
    return ride;
  }
  const segments = new Map<SeatRequestRow, SeatedPassenger>();
  let seated = ride;
  for (const row of rows) {
    if (row.status !== "accepted") continue;
    const reseated = await reseatPassenger(
      ctx,
      {
        before,
        ride: seated,
      },
      row,
    );
    segments.set(row, reseated);
    seated = reseated.ride;
  }
  const updates = passengerUpdates(
    ctx,
    {
      before,
      ride: seated,
    },
    segments,
  );
  for (const row of rows) {
    if (row.status === "accepted") continue;
    const segment = await segmentNow(
      ctx,
      {
        before,
        ride: seated,
      },
      row,
    );
    if (segment)
      updates.push(
        segmentUpdateOf(
          ctx,
          {
            before,
            ride: seated,
          },
          row,
          segmentColumns(segment),
        ),
      );
    else await rejectOffRoute(ctx, seated, row, roadsFound ? ROADS_FOUND : ROUTE_CHANGED);
  }
  await updateSegments(ctx, updates, { isHostsChange: !roadsFound });
  return seated;
}

/** A ride that is free may have passengers who pay, by an offer: the currency they agreed to stays that of the ride. */
async function assertCurrencyOfSeats(ctx: InTransaction, { id, currency }: RideRow): Promise<void> {
  if (currency === null || !(await hasSeatInOtherCurrency(ctx, id, currency))) return;
  const otherCurrency = translatable("Passengers have booked in another currency.");
  throw new Problem("invalid_input", { fields: { "contribution.currency": otherCurrency } });
}

async function rejectOffRoute(
  ctx: InTransaction,
  ride: RideRow,
  { id }: SeatRequestRow,
  reason: string,
): Promise<void> {
  const transition = {
    from: "pending",
    to: "rejected",
    endedBy: "system",
    reason,
  } as const;
  const row = await transitionSeatRequest(ctx, id, transition);
  if (row) publishSeatRequestEvent(ctx, row, ride, "seat-request.rejected");
}

interface RideChange {
  readonly before: RideRow;
  readonly ride: RideRow;
}

function segmentUpdateOf(
  ctx: InTransaction,
  { before, ride }: RideChange,
  row: SeatRequestRow,
  segment: SegmentColumns,
): SegmentUpdate {
  const agreed = row.agreed ?? toAgreedRide(before, row);
  return {
    id: row.id,
    ...segment,
    agreed,
    far: needsConfirmation(ctx, agreed, toAgreedRide(ride, row, segment)),
    confirm_by: confirmationDeadline(ctx, ride.departs_at),
    expires_at: answerDeadline(ctx, ride.departs_at),
  };
}

/** The same segment at another time. */
function shiftSegment({ before, ride }: RideChange, row: SeatRequestRow): SegmentColumns {
  const laterMs = ride.departs_at.getTime() - before.departs_at.getTime();
  const later = (at: Date) => new Date(at.getTime() + laterMs);
  return {
    ...row,
    pickup_at: later(row.pickup_at),
    dropoff_at: later(row.dropoff_at),
  };
}

/** A passenger's exact segment on a changed ride, and the one between the places that the host knows. */
interface SeatedPassenger {
  readonly segment: RideSegment;
  readonly approximate: RideSegment;
}

/**
 * Places a passenger on the changed route together with those placed before. As on acceptance, the total detour may
 * exceed the limit by the distance between exact and approximate places.
 */
async function reseatPassenger(
  ctx: InTransaction,
  { before, ride }: RideChange,
  row: SeatRequestRow,
): Promise<SeatedPassenger & { ride: RideRow }> {
  const relaxedRide = withApproximationSlack(ctx, ride);
  const seated = await unlessOffRoute(
    measureSeated(
      ctx,
      withSeatsFreed(relaxedRide),
      {
        ...currentStops(before, row),
        seats: row.seats,
      },
      row,
    ),
  );
  const drive = seated && (await addPassenger(ctx, ride, row.id, seated.approximate));
  if (!seated || (drive && !isWithinDetourLimit(relaxedRide, drive)))
    throw await passengerLeftBehind(ctx, row);
  const { firstLeg, lastLeg } = seated.approximate;
  const taken = await takeSeats(
    ctx,
    ride.id,
    {
      firstLeg,
      lastLeg,
      seats: row.seats,
      contribution: null,
    },
    drive,
  );
  if (!taken) throw new Problem("seats_taken");
  return {
    ride: taken,
    segment: segmentOnDrivenRoute(ctx, taken, row.id, seated.segment, drive),
    approximate: seated.approximate,
  };
}

/** Measures exactly for confirmed passengers, approximately for reserved seats. */
async function measureSeated(
  ctx: InTransaction,
  ride: RideRow,
  requested: Parameters<typeof segmentForDecision>[2],
  row: SeatRequestRow,
): Promise<SeatedPassenger> {
  if (!isConfirmedSeat(row)) return segmentForDecision(ctx, ride, requested);
  const segment = await measureSegment(ctx, ride, {
    ...requested,
    useExactRoute: true,
  });
  return { segment, approximate: segment };
}

/** Segment updates of all passengers, once all of them are placed. */
function passengerUpdates(
  ctx: InTransaction,
  change: RideChange,
  segments: ReadonlyMap<SeatRequestRow, SeatedPassenger>,
): SegmentUpdate[] {
  return [...segments].map(([row, { segment, approximate }]) => {
    const exactRow = {
      id: row.id,
      ...segmentColumns(approximate),
    };
    const [times] = change.ride.driven_route
      ? calculatePassengerTimes(ctx, change.ride, [exactRow])
      : [];
    return segmentUpdateOf(ctx, change, row, {
      ...segmentColumns(segment),
      ...times,
    });
  });
}

const segmentNow = (
  ctx: InTransaction,
  { before, ride }: RideChange,
  row: SeatRequestRow,
): Promise<RideSegment | undefined> =>
  unlessOffRoute(
    approximateSegment(ctx, withSeatsFreed(ride), {
      ...currentStops(before, row),
      seats: row.seats,
    }),
  );

async function unlessOffRoute<T>(measurement: Promise<T>): Promise<T | undefined> {
  try {
    return await measurement;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

const LEFT_BEHIND = message(
  "{name} has a seat, and this route would leave them behind. Keep their stops or cancel their booking first.",
);

const A_PASSENGER = message("A passenger", {
  comment: "Instead of a name, at the start of a sentence.",
});

async function passengerLeftBehind(
  ctx: InTransaction,
  { seeker_id }: SeatRequestRow,
): Promise<Problem> {
  const name = (await findPublicPeople(ctx, [seeker_id])).get(seeker_id)?.displayName;
  const text: LocalText = (language) =>
    translate(language, LEFT_BEHIND, { name: name ?? translate(language, A_PASSENGER) });
  return new Problem("ride_has_passengers", { message: text });
}
