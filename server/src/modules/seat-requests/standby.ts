import type { standby, StandbyAsk, StandbyPlace } from "@commonlane/contract/standby";
import type { z } from "zod";
import { notify } from "#modules/notices/index.ts";
import { asTold, findRide, findRideFor, mayBeSeenBy, partOfRide, type RideRow } from "#modules/rides/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { aboutRide } from "./ride-notices.ts";
import { mustBeOpenTo, mustHaveAccess, mustNotBeTooNewForRide } from "./seat-requests.ts";
import { listSeatRequests } from "./seat-requests.store.ts";
import { endPlace, endPlacesDue, findPlace, insertPlace, lineOf, type StandbyRow } from "./standby.store.ts";
import { viewPlaces } from "./standby.view.ts";

/**
 * Waits for seats on a part of a ride that has none left there. `kept` is for somebody whose own ride was cancelled: they
 * are told so elsewhere, and the host hears of it in either case.
 */
export function joinStandby(
  ctx: Context,
  seeker: Pick<Caller, "uid">,
  rideId: string,
  { seats, pickup, dropoff, needs = [] }: StandbyAsk,
  { kept = false }: { readonly kept?: boolean } = {},
): Promise<StandbyPlace> {
  return transaction(ctx, async (ctx) => {
    if (!kept) await mustNotBeTooNewForRide(ctx, seeker, rideId);
    const asked = { seats, pickup, dropoff };
    const ride = await mustBeOpenTo(ctx, seeker, rideId);
    if (servesUntil(ctx, ride) <= ctx.now()) throw new Problem("standby_closed");
    if (await isFree(ctx, ride, asked)) throw new Problem("seats_free");
    if (ride.approval === "instant") mustHaveAccess(ride, needs);
    if (seats > ride.seats_total) throw new Problem("ride_full");
    // Throws where the part does not lie on the ride.
    await partOfRide(ctx, { ...ride, seats_left: ride.seats_left.map(() => ride.seats_total) }, asked);
    const row = await insertPlace(ctx, { rideId, seekerId: seeker.uid, ...asked, needs, kept });
    if (!row) throw await whyNotJoined(ctx, ride, seeker.uid);
    await notify(ctx, {
      to: ride.host_id,
      kind: "standby.joined",
      cause: row.id,
      person: seeker.uid,
      ...aboutRide(ride),
      details: { ...aboutRide(ride).details, seats },
    });
    return told(ctx, ride, row);
  });
}

/** Until when seats that come back are passed on: whoever waits needs time to hear of it. */
export const servesUntil = ({ settings }: Context, { departs_at }: RideRow): Date =>
  new Date(departs_at.getTime() - settings.REQUEST_EXPIRES_BEFORE_DEPARTURE_S * 1000);

async function isFree(ctx: Context, ride: RideRow, asked: Parameters<typeof partOfRide>[2]): Promise<boolean> {
  try {
    await partOfRide(ctx, ride, asked);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === "ride_full") return false;
    throw error;
  }
}

async function whyNotJoined(ctx: Context, ride: RideRow, seekerId: string): Promise<Problem> {
  const line = await lineOf(ctx, ride.id);
  if (line.some(({ seeker_id }) => seeker_id === seekerId)) return new Problem("already_waiting");
  const asked = await listSeatRequests(ctx, { seekerId, rideId: ride.id }, { limit: 5, afterId: undefined });
  const active = asked.some(({ status }) => status === "pending" || status === "accepted");
  return new Problem(active ? "already_requested" : "standby_closed");
}

/** Waits no longer. Whose the place is not is not told whether there is one. */
export function leaveStandby(ctx: Context, { uid }: Caller, standbyId: string): Promise<StandbyPlace> {
  return transaction(ctx, async (ctx) => {
    const before = await findPlace(ctx, standbyId);
    const ride = before?.seeker_id === uid ? await findRide(ctx, before.ride_id) : undefined;
    if (!ride) throw new Problem("not_found");
    const row = await endPlace(ctx, standbyId, { to: "left" });
    if (!row) throw new Problem("status_already_set");
    return told(ctx, ride, row);
  });
}

async function told(ctx: InTransaction, ride: RideRow, row: StandbyRow): Promise<StandbyPlace> {
  const line = await lineOf(ctx, ride.id);
  tellOfLine(ctx, ride, [row, ...line]);
  const [place] = await viewPlaces(ctx, ride, [row], { line, viewerUid: row.seeker_id });
  if (!place) throw new Error("Somebody in a line is nobody.");
  return place;
}

/** Everybody in a line has another place in it now, and its host another line. */
export function tellOfLine(
  ctx: InTransaction,
  { id: rideId, host_id }: RideRow,
  rows: readonly Pick<StandbyRow, "seeker_id">[],
): void {
  for (const uid of new Set([host_id, ...rows.map(({ seeker_id }) => seeker_id)]))
    ctx.announce(`user:${uid}`, { type: "standby.changed", rideId });
}

type Line = z.output<typeof standby.line.reply>;

/** How long the line for a ride is, where oneself stands in it, and for its host who they are. */
export async function standbyLine(ctx: Context, viewer: Caller, rideId: string): Promise<Line> {
  const seen = await findRideFor(ctx, rideId, viewer.uid);
  if (!seen || !(await mayBeSeenBy(ctx, seen, viewer.uid))) throw new Problem("not_found");
  const line = await lineOf(ctx, rideId);
  const shown = line.filter(({ seeker_id }) => viewer.uid === seen.row.host_id || viewer.uid === seeker_id);
  const items = await viewPlaces(ctx, seen.row, shown, { line, viewerUid: viewer.uid });
  return { waiting: line.length, own: items.find(({ seeker }) => seeker.uid === viewer.uid) ?? null, items };
}

const BATCH = 200;

/** Whoever waited in vain is told so while there is time to look elsewhere; true when there may be more. */
export async function endWaiting(ctx: InTransaction): Promise<boolean> {
  const leaving = new Date(ctx.now().getTime() + ctx.settings.REQUEST_EXPIRES_BEFORE_DEPARTURE_S * 1000);
  const ended = await endPlacesDue(ctx, { leaving, limit: BATCH });
  for (const row of ended) {
    const ride = await findRide(ctx, row.ride_id);
    if (!ride) continue;
    tellOfLine(ctx, ride, [row]);
    await tellInVain(ctx, ride, row);
  }
  return ended.length === BATCH;
}

/** Somebody's waiting is over, and no seat came back. */
export async function tellInVain(ctx: InTransaction, ride: RideRow, row: StandbyRow): Promise<void> {
  const { lateAt: _, ...about } = aboutRide(asTold(ride));
  await notify(ctx, { to: row.seeker_id, kind: "standby.ended", cause: row.id, person: ride.host_id, ...about });
}
