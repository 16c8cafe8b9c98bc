import type { DomainEvent } from "@commonlane/contract/live";
import { shownTime } from "@commonlane/contract/shown-time";
import { notify } from "#modules/notifications/index.ts";
import { findRide } from "#modules/rides/index.ts";
import { toPublicRide } from "#modules/rides/route/index.ts";
import type { InTransaction } from "#platform/context.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { findTripOutcome, type TripOutcomeRow, settleDueDisputes } from "./trip-outcomes.store.ts";

type TripOutcomeEvent = Pick<Extract<DomainEvent, { outcomeId: string }>, "type" | "by">;

function findAbsentUid({ outcome, host_id, seeker_id }: TripOutcomeRow): string | null {
  if (outcome === "host-absent") return host_id;
  return outcome === "passenger-absent" ? seeker_id : null;
}

/** Publishes a change of a trip outcome to both sides and notifies the side that did not cause it. */
export async function publishTripOutcomeEvent(
  ctx: InTransaction,
  tripOutcome: TripOutcomeRow,
  { type, by }: TripOutcomeEvent,
): Promise<void> {
  const { seeker_id, host_id } = tripOutcome;
  const rideId = tripOutcome.ride_id;
  const base = {
    outcomeId: tripOutcome.seat_request_id,
    rideId,
    by,
  };
  const event: DomainEvent =
    type === "trip-outcome.settled"
      ? {
          type,
          ...base,
          absentUid: findAbsentUid(tripOutcome),
        }
      : { type, ...base };
  for (const uid of [seeker_id, host_id]) ctx.publish(`user:${uid}`, event);
  if (type === "trip-outcome.changed") return;
  const ride = await findRide(ctx, rideId);
  // Some of these come long after the trip, when the passenger no longer sees the host's address.
  const parties = [
    {
      side: "seeker",
      to: seeker_id,
      person: host_id,
      seen: ride && toPublicRide(ride),
    },
    { side: "host", to: host_id, person: seeker_id, seen: ride },
  ];
  for (const { side, to, person, seen } of parties) {
    if (side === by) continue;
    const details = {
      from: seen?.points.at(0)?.label ?? "",
      to: seen?.points.at(-1)?.label ?? "",
      ...(ride && {
        at: shownTime(ride.departs_at),
        timeZone: ride.time_zone,
      }),
    };
    await notify(ctx, {
      to,
      kind: type,
      cause: tripOutcome.seat_request_id,
      person,
      path: `/rides/${rideId}/rate`,
      details,
    });
  }
}

const BATCH = 200;

/** A no-show report that is not answered in time counts as accepted. */
export const tripOutcomeSweeps: readonly Sweep[] = [
  {
    name: "trip-outcome.settled",
    everyS: 60,
    run: async (ctx) => {
      const ids = await settleDueDisputes(ctx, BATCH);
      for (const id of ids) {
        const row = await findTripOutcome(ctx, id);
        if (row)
          await publishTripOutcomeEvent(ctx, row, {
            type: "trip-outcome.settled",
            by: "system",
          });
      }
      return ids.length === BATCH;
    },
  },
];
