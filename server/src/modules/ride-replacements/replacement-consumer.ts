import type { Place } from "@commonlane/contract/shapes";
import { shownTime } from "@commonlane/contract/shown-time";
import { notify } from "#modules/notifications/index.ts";
import { approximatePlace } from "#modules/privacy/approximate/index.ts";
import { findPublicPeople } from "#modules/profiles/index.ts";
import type { RideIndex } from "#modules/rides/search/index.ts";
import { joinStandby } from "#modules/seat-requests/standby/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { type StoredEvent } from "#platform/db/outbox/outbox.ts";
import { initializeOffset } from "#platform/db/outbox/consumer-offsets.ts";
import { createConsumer } from "#platform/events/event-consumer.ts";
import { type PollOnce } from "#platform/events/polling.ts";
import { Problem } from "#platform/http/problem.ts";
import { dayIn, timeZoneAt } from "#platform/time-zone.ts";
import { type ReplacementCandidate, findReplacements } from "./find-replacements.ts";
import {
  findDriversWaitingFor,
  findLostSeatRequest,
  type LostSeatRequest,
} from "./ride-replacements.store.ts";

/**
 * Finds replacements after a host cancels: notifies the passenger, adds them to the standby queues of full rides, and
 * notifies drivers subscribed to that route.
 */
export const replacementConsumer = (ctx: Context, index: RideIndex): PollOnce =>
  createConsumer(ctx, {
    name: NAME,
    eventTypes: ["seat-request.cancelled"],
    handle: async (ctx, events) => {
      for (const id of new Set(events.flatMap(requestsCancelledByHost)))
        await offerReplacements(ctx, index, id);
    },
  });

/** Skips cancellations from before this consumer existed. */
export const initReplacementConsumer = ({ db }: Context): Promise<void> =>
  initializeOffset(db, NAME);

const NAME = "ride-replacements";
const MAX_DRIVERS = 20;

function requestsCancelledByHost({ topic, payload }: StoredEvent): string[] {
  if (payload.type !== "seat-request.cancelled") return [];
  const { seatRequest } = payload;
  return seatRequest.endedBy === "host" && topic === `user:${seatRequest.seekerId}`
    ? [seatRequest.id]
    : [];
}

async function offerReplacements(ctx: InTransaction, index: RideIndex, id: string): Promise<void> {
  const lostRequest = await findLostSeatRequest(ctx, id);
  if (!lostRequest || lostRequest.pickup_at <= ctx.now()) return;
  const replacements = await findReplacements(ctx, index, lostRequest);
  for (const { row, full } of replacements)
    if (full) await joinStandbyQueue(ctx, lostRequest, row.id);
  if (replacements.length > 0) await notifySeeker(ctx, lostRequest, replacements);
  await notifyDrivers(ctx, lostRequest);
}

/** Ignores rides where a seat just became free or the queue is closed. */
async function joinStandbyQueue(
  ctx: InTransaction,
  { seeker_id, seats, needs, pickup, dropoff }: LostSeatRequest,
  rideId: string,
) {
  try {
    await joinStandby(
      ctx,
      { uid: seeker_id },
      rideId,
      {
        seats,
        needs,
        pickup,
        dropoff,
      },
      { afterCancellation: true },
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

async function notifySeeker(
  ctx: InTransaction,
  lostRequest: LostSeatRequest,
  replacements: readonly ReplacementCandidate[],
): Promise<void> {
  const hosts = await findPublicPeople(
    ctx,
    replacements.map(({ row }) => row.host_id),
  );
  const choices = replacements.map(({ row, match, full }) => ({
    who: hosts.get(row.host_id)?.displayName ?? "",
    at: shownTime(match.pickupAtMs),
    full,
  }));
  await notify(ctx, {
    to: lostRequest.seeker_id,
    kind: "replacement.found",
    cause: lostRequest.id,
    path: `/rides/${lostRequest.ride_id}`,
    details: {
      ...routeDetails(lostRequest),
      choices,
    },
    lateAt: new Date(Math.max(...replacements.map(({ match }) => match.pickupAtMs))),
  });
}

/** Notifies drivers with approximate places, because the passenger is a stranger to them. */
async function notifyDrivers(ctx: InTransaction, lostRequest: LostSeatRequest): Promise<void> {
  const { pickup, dropoff, id, seats } = lostRequest;
  const at = lostRequest.pickup_at;
  const drivers = await findDriversWaitingFor(ctx, lostRequest, MAX_DRIVERS);
  if (drivers.length === 0) return;
  const from = await approximatePlace(ctx, pickup);
  const to = await approximatePlace(ctx, dropoff);
  const details = {
    ...routeDetails(lostRequest),
    from: from.label,
    to: to.label,
    seats,
  };
  const hostRideQuery = new URLSearchParams({
    from: formatPlace(from),
    to: formatPlace(to),
    on: dayIn(details.timeZone, at),
  });
  const notification = {
    kind: "replacement.wanted",
    cause: id,
    path: `/host?${hostRideQuery.toString()}`,
    details,
    lateAt: at,
  } as const;
  await notify(
    ctx,
    ...drivers.map((to) => ({
      to,
      ...notification,
    })),
  );
}

const formatPlace = ({ lat, lng, label }: Place) => `${lat},${lng},${label}`;

const routeDetails = ({ pickup, dropoff, pickup_at }: LostSeatRequest) => ({
  from: pickup.label,
  to: dropoff.label,
  at: shownTime(pickup_at),
  timeZone: timeZoneAt(pickup),
});
