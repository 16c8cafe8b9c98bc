import type { standby, StandbyInput, StandbyEntry } from "@commonlane/contract/standby";
import type { z } from "zod";
import { notify } from "#modules/notifications/index.ts";
import { toPublicRide, measureSegment, nameKnownStops } from "#modules/rides/route/index.ts";
import { findRide, findRideForViewer, type RideRow } from "#modules/rides/index.ts";
import { ifCancelled } from "#modules/rides/rules/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { rideNotificationContent } from "../ride-changes/ride-notifications.ts";
import {
  lockRideForRequest,
  assertVehicleAccess,
  assertContactLimitForRide,
} from "../seat-requests.ts";
import { listSeatRequests } from "../seat-request-lists.store.ts";
import { publishQueueChanged } from "../seat-request-events.ts";
import {
  endStandbyEntry,
  endDueStandbyEntries,
  findStandbyEntry,
  insertStandbyEntry,
  findStandbyQueue,
  type StandbyRow,
} from "./standby.store.ts";
import { viewStandbyEntries } from "./standby.view.ts";

/**
 * Joins the standby queue for a segment without free seats. With `afterCancellation`, the seeker's own ride was
 * cancelled; the contact limit does not apply. The host is notified in either case.
 */
export function joinStandby(
  ctx: Context,
  seeker: Pick<Caller, "uid">,
  rideId: string,
  { seats, pickup, dropoff, needs = [] }: StandbyInput,
  { afterCancellation = false }: { readonly afterCancellation?: boolean } = {},
): Promise<StandbyEntry> {
  return transaction(ctx, async (ctx) => {
    if (!afterCancellation) await assertContactLimitForRide(ctx, seeker, rideId);
    const ride = await lockRideForRequest(ctx, seeker, rideId);
    const requested = {
      seats,
      ...(await nameKnownStops(ctx, ride, {
        pickup,
        dropoff,
      })),
    };
    if (promotionDeadline(ctx, ride) <= ctx.now()) throw new Problem("standby_closed");
    if (await hasFreeSeats(ctx, ride, requested)) throw new Problem("seats_free");
    if (ride.approval === "instant") assertVehicleAccess(ride, needs);
    if (seats > ride.seats_total) throw new Problem("ride_full");
    // Throws if the segment does not fit the ride.
    await measureSegment(
      ctx,
      {
        ...ride,
        seats_left: ride.seats_left.map(() => ride.seats_total),
      },
      requested,
    );
    const row = await insertStandbyEntry(ctx, {
      rideId,
      seekerId: seeker.uid,
      ...requested,
      needs,
      afterCancellation,
    });
    if (!row) throw await explainNotJoined(ctx, ride, seeker.uid);
    await notify(ctx, {
      to: ride.host_id,
      kind: "standby.joined",
      cause: row.id,
      person: seeker.uid,
      ...rideNotificationContent(ride),
      details: {
        ...rideNotificationContent(ride).details,
        seats,
      },
    });
    return publishAndView(ctx, ride, row);
  });
}

/** Last moment to promote standby entries: the seeker needs time to react. */
export function promotionDeadline({ settings }: Context, { departs_at }: RideRow): Date {
  return new Date(departs_at.getTime() - settings.REQUEST_EXPIRES_BEFORE_DEPARTURE_S * 1000);
}

async function hasFreeSeats(
  ctx: Context,
  ride: RideRow,
  requested: Parameters<typeof measureSegment>[2],
): Promise<boolean> {
  try {
    await measureSegment(ctx, ride, requested);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === "ride_full") return false;
    throw error;
  }
}

async function explainNotJoined(ctx: Context, ride: RideRow, seekerId: string): Promise<Problem> {
  const queue = await findStandbyQueue(ctx, ride.id);
  if (queue.some(({ seeker_id }) => seeker_id === seekerId)) return new Problem("already_waiting");
  const requests = await listSeatRequests(
    ctx,
    { seekerId, rideId: ride.id },
    { limit: 5, afterId: undefined },
  );
  const active = requests.some(({ status }) => status === "pending" || status === "accepted");
  return new Problem(active ? "already_requested" : "standby_closed");
}

/**
 * Leaves the standby queue. @throws Problem not_found for entries of other users, so that their existence is not
 * revealed
 */
export function leaveStandby(
  ctx: Context,
  { uid }: Caller,
  standbyId: string,
): Promise<StandbyEntry> {
  return transaction(ctx, async (ctx) => {
    const before = await findStandbyEntry(ctx, standbyId);
    const ride = before?.seeker_id === uid ? await findRide(ctx, before.ride_id) : undefined;
    if (!ride) throw new Problem("not_found");
    const row = await endStandbyEntry(ctx, standbyId, "left");
    if (!row) throw new Problem("status_already_set", ifCancelled(ride));
    return publishAndView(ctx, ride, row);
  });
}

async function publishAndView(
  ctx: InTransaction,
  ride: RideRow,
  row: StandbyRow,
): Promise<StandbyEntry> {
  const queue = await findStandbyQueue(ctx, ride.id);
  publishQueueChanged(ctx, ride, [row, ...queue]);
  const [entry] = await viewStandbyEntries(ctx, ride, [row], {
    queue,
    viewerUid: row.seeker_id,
  });
  if (!entry) throw new Error("The seeker of a standby entry is missing.");
  return entry;
}

type StandbyQueue = z.output<typeof standby.queue.reply>;

/** Length of a ride's standby queue, the viewer's own entry, and for the host all entries. */
export async function readStandbyQueue(
  ctx: Context,
  viewer: Caller,
  rideId: string,
): Promise<StandbyQueue> {
  const visibleRide = await findRideForViewer(ctx, rideId, viewer.uid);
  if (!visibleRide?.isVisible) throw new Problem("not_found");
  const queue = await findStandbyQueue(ctx, rideId);
  const shown = queue.filter(
    ({ seeker_id }) => viewer.uid === visibleRide.row.host_id || viewer.uid === seeker_id,
  );
  const items = await viewStandbyEntries(ctx, visibleRide.row, shown, {
    queue,
    viewerUid: viewer.uid,
  });
  return {
    waiting: queue.length,
    own: items.find(({ seeker }) => seeker.uid === viewer.uid) ?? null,
    items,
  };
}

const BATCH = 200;

/** Ends standby entries in time for the seekers to look elsewhere. Returns true if more may remain. */
export async function endDueStandby(ctx: InTransaction): Promise<boolean> {
  const departsBefore = new Date(
    ctx.now().getTime() + ctx.settings.REQUEST_EXPIRES_BEFORE_DEPARTURE_S * 1000,
  );
  const ended = await endDueStandbyEntries(ctx, {
    departsBefore,
    limit: BATCH,
  });
  for (const row of ended) {
    const ride = await findRide(ctx, row.ride_id);
    if (!ride) continue;
    publishQueueChanged(ctx, ride, [row]);
    await notifyStandbyEnded(ctx, ride, row);
  }
  return ended.length === BATCH;
}

/** Notifies a seeker that their standby entry ended without a seat. */
export async function notifyStandbyEnded(
  ctx: InTransaction,
  ride: RideRow,
  row: StandbyRow,
): Promise<void> {
  const { path, details } = rideNotificationContent(toPublicRide(ride));
  const isCancelled = ride.status === "cancelled";
  await notify(ctx, {
    to: row.seeker_id,
    kind: "standby.ended",
    cause: row.id,
    person: ride.host_id,
    path,
    details: {
      ...details,
      ...(isCancelled && { isCancelled }),
    },
  });
}
