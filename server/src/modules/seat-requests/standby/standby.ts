import type { standby, StandbyInput, StandbyEntry } from "@commonlane/contract/standby";
import type { z } from "zod";
import { notify } from "#modules/notifications/index.ts";
import {
  toPublicRide,
  findRide,
  findRideForViewer,
  canSeeRide,
  measureSegment,
  type RideRow,
} from "#modules/rides/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { rideNotificationContent } from "../ride-changes/ride-notifications.ts";
import { lockRideForRequest, assertVehicleAccess, assertContactLimitForRide } from "../seat-requests.ts";
import { listSeatRequests } from "../seat-requests.store.ts";
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
 * Waits for seats on a part of a ride that has none left there. `kept` is for somebody whose own ride was cancelled: they
 * are told so elsewhere, and the host hears of it in either case.
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
    const requested = { seats, pickup, dropoff };
    const ride = await lockRideForRequest(ctx, seeker, rideId);
    if (promotionDeadline(ctx, ride) <= ctx.now()) throw new Problem("standby_closed");
    if (await hasFreeSeats(ctx, ride, requested)) throw new Problem("seats_free");
    if (ride.approval === "instant") assertVehicleAccess(ride, needs);
    if (seats > ride.seats_total) throw new Problem("ride_full");
    // Throws where the part does not lie on the ride.
    await measureSegment(ctx, { ...ride, seats_left: ride.seats_left.map(() => ride.seats_total) }, requested);
    const row = await insertStandbyEntry(ctx, { rideId, seekerId: seeker.uid, ...requested, needs, afterCancellation });
    if (!row) throw await explainNotJoined(ctx, ride, seeker.uid);
    await notify(ctx, {
      to: ride.host_id,
      kind: "standby.joined",
      cause: row.id,
      person: seeker.uid,
      ...rideNotificationContent(ride),
      details: { ...rideNotificationContent(ride).details, seats },
    });
    return publishAndView(ctx, ride, row);
  });
}

/** Until when seats that come back are passed on: whoever waits needs time to hear of it. */
export const promotionDeadline = ({ settings }: Context, { departs_at }: RideRow): Date =>
  new Date(departs_at.getTime() - settings.REQUEST_EXPIRES_BEFORE_DEPARTURE_S * 1000);

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
  const requests = await listSeatRequests(ctx, { seekerId, rideId: ride.id }, { limit: 5, afterId: undefined });
  const active = requests.some(({ status }) => status === "pending" || status === "accepted");
  return new Problem(active ? "already_requested" : "standby_closed");
}

/** Waits no longer. Whose the place is not is not told whether there is one. */
export function leaveStandby(ctx: Context, { uid }: Caller, standbyId: string): Promise<StandbyEntry> {
  return transaction(ctx, async (ctx) => {
    const before = await findStandbyEntry(ctx, standbyId);
    const ride = before?.seeker_id === uid ? await findRide(ctx, before.ride_id) : undefined;
    if (!ride) throw new Problem("not_found");
    const row = await endStandbyEntry(ctx, standbyId, { to: "left" });
    if (!row) throw new Problem("status_already_set");
    return publishAndView(ctx, ride, row);
  });
}

async function publishAndView(ctx: InTransaction, ride: RideRow, row: StandbyRow): Promise<StandbyEntry> {
  const queue = await findStandbyQueue(ctx, ride.id);
  publishQueueChanged(ctx, ride, [row, ...queue]);
  const [entry] = await viewStandbyEntries(ctx, ride, [row], { queue, viewerUid: row.seeker_id });
  if (!entry) throw new Error("Somebody in a line is nobody.");
  return entry;
}

/** Everybody in a line has another place in it now, and its host another line. */
export function publishQueueChanged(
  ctx: InTransaction,
  { id: rideId, host_id }: RideRow,
  rows: readonly Pick<StandbyRow, "seeker_id">[],
): void {
  for (const uid of new Set([host_id, ...rows.map(({ seeker_id }) => seeker_id)]))
    ctx.publish(`user:${uid}`, { type: "standby.changed", rideId });
}

type StandbyQueue = z.output<typeof standby.queue.reply>;

/** How long the line for a ride is, where oneself stands in it, and for its host who they are. */
export async function readStandbyQueue(ctx: Context, viewer: Caller, rideId: string): Promise<StandbyQueue> {
  const visibleRide = await findRideForViewer(ctx, rideId, viewer.uid);
  if (!visibleRide || !(await canSeeRide(ctx, visibleRide, viewer.uid))) throw new Problem("not_found");
  const queue = await findStandbyQueue(ctx, rideId);
  const shown = queue.filter(({ seeker_id }) => viewer.uid === visibleRide.row.host_id || viewer.uid === seeker_id);
  const items = await viewStandbyEntries(ctx, visibleRide.row, shown, { queue, viewerUid: viewer.uid });
  return { waiting: queue.length, own: items.find(({ seeker }) => seeker.uid === viewer.uid) ?? null, items };
}

const BATCH = 200;

/** Whoever waited in vain is told so while there is time to look elsewhere; true when there may be more. */
export async function endDueStandby(ctx: InTransaction): Promise<boolean> {
  const departsBefore = new Date(ctx.now().getTime() + ctx.settings.REQUEST_EXPIRES_BEFORE_DEPARTURE_S * 1000);
  const ended = await endDueStandbyEntries(ctx, { departsBefore, limit: BATCH });
  for (const row of ended) {
    const ride = await findRide(ctx, row.ride_id);
    if (!ride) continue;
    publishQueueChanged(ctx, ride, [row]);
    await notifyStandbyEnded(ctx, ride, row);
  }
  return ended.length === BATCH;
}

/** Somebody's waiting is over, and no seat came back. */
export async function notifyStandbyEnded(ctx: InTransaction, ride: RideRow, row: StandbyRow): Promise<void> {
  const { lateAt: _, ...content } = rideNotificationContent(toPublicRide(ride));
  await notify(ctx, { to: row.seeker_id, kind: "standby.ended", cause: row.id, person: ride.host_id, ...content });
}
