import type { SeatRequest } from "@commonlane/contract/seat-requests";
import {
  findRide,
  lockRide,
  mustBeScheduled,
  mustHost,
  type RidePart,
  type RideRow,
  unlessTravelling,
} from "#modules/rides/index.ts";
import { isApart, isHidden } from "#modules/safety/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { asAgreed, isFar } from "./agreed.ts";
import { giveBack, reschedule, stretchOf, takeOn } from "./agreed-drive.ts";
import { endsNow, partAsDecided } from "./approximate-part.ts";
import { confirmBy } from "./confirm-by.ts";
import { measureExactly } from "./exact-part.ts";
import { partColumns } from "./part-columns.ts";
import { askToConfirm } from "./ride-notices.ts";
import { findSeatRequest, moveSeatRequest, type SeatRequestRow } from "./seat-requests.store.ts";
import { viewSeatRequest } from "./seat-requests.view.ts";
import { serveStandby } from "./standby-serving.ts";
import { tellOfSeatRequest } from "./telling.ts";

interface Which {
  readonly rideId: string;
  readonly requestId: string;
}

/**
 * Accepts a pending request: its seats are taken on every leg of its part, or nothing changes. The ride is always
 * written before its requests, so that two decisions never wait for each other.
 */
export function acceptSeatRequest(ctx: Context, host: Caller, which: Which): Promise<SeatRequest> {
  return transaction(ctx, async (ctx) => {
    // Held, so that where the request lies on the ride cannot change meanwhile.
    const { row: asked, ride } = await mustBeAskedOf(ctx, lockRide(ctx, which.rideId), host, which);
    if (asked.status !== "pending") throw await alreadySet(ctx, asked, host.uid);
    if (await isHidden(ctx, which.rideId)) throw new Problem("ride_over", HIDDEN);
    if (await isApart(ctx, asked.seeker_id, host.uid)) throw new Problem("ride_over", GONE);
    const { ride: taken, part } = await takeAsked(ctx, ride, asked).catch(async (error: unknown) => {
      throw error instanceof Problem ? await whyNotAccepted(ctx, asked, host, error) : error;
    });
    const [agreed, now] = [asked.agreed ?? asAgreed(ride, asked), placedOn(part)];
    const until = isFar(ctx, agreed, asAgreed(taken, now)) ? confirmBy(ctx, taken.departs_at) : null;
    const step = {
      from: "pending",
      to: "accepted",
      confirmBy: until,
      placed: { ...now, agreed: until && agreed },
    } as const;
    const moved = moveSeatRequest(ctx, which.requestId, step);
    const accepted = await unlessTravelling(moved, SEEKER_TRAVELS);
    if (!accepted) throw await alreadySet(ctx, asked, host.uid);
    const met = await measureExactly(ctx, taken, accepted);
    if (met.ride.driven_n !== ride.driven_n) await reschedule(ctx, ride, met.ride, asked.id);
    if (until) await askToConfirm(ctx, met.row, met.ride);
    return (await tellOfSeatRequest(ctx, met.row, met.ride, "seat-request.accepted", "host")).forHost;
  });
}

const HIDDEN = { message: "Moderators hid this ride: nobody else can come along until they show it again." };
// Whether they were suspended, leave, or one blocked the other is not told.
const GONE = { message: "This person cannot come along any more." };
const SEEKER_TRAVELS = "This person is under way with a ride of their own then.";

/**
 * Takes somebody along who asked, as the ride is driven by now. The host decides by what they know, which is about where:
 * what comes of it must not depend on the door.
 */
async function takeAsked(ctx: InTransaction, ride: RideRow, asked: SeatRequestRow) {
  mustBeScheduled(ctx, ride);
  const { about } = await partAsDecided(ctx, ride, { ...endsNow(ride, asked), seats: asked.seats });
  return takeOn(ctx, ride, { id: asked.id, part: about, stretch: stretchOf(asked, 1), byHost: true });
}

const placedOn = (part: RidePart) => {
  const { pickup_at, dropoff_at, first_leg, last_leg, detour_m, detour_s } = partColumns(part);
  return { pickup_at, dropoff_at, first_leg, last_leg, detour_m, detour_s };
};

async function whyNotAccepted(ctx: Context, asked: SeatRequestRow, host: Caller, why: Problem): Promise<Problem> {
  // The database has refused the statement, and with it all others of this transaction.
  if (why.code === "already_travelling") return why;
  const row = await findSeatRequest(ctx, asked.id);
  if (row && row.status !== "pending") return alreadySet(ctx, row, host.uid);
  return why.code === "off_route" ? new Problem("off_route", TOO_FAR) : why;
}

const TOO_FAR = {
  message: "With everybody who has a seat already, this is more of a detour than you allow on this ride.",
};

export function rejectSeatRequest(
  ctx: Context,
  host: Caller,
  which: Which,
  reason: string | null | undefined,
): Promise<SeatRequest> {
  return transaction(ctx, async (ctx) => {
    const { row: asked, ride } = await mustBeAskedOf(ctx, lockRide(ctx, which.rideId), host, which);
    const row = await moveSeatRequest(ctx, which.requestId, {
      from: "pending",
      to: "rejected",
      endedBy: "host",
      reason,
    });
    if (!row) throw await alreadySet(ctx, asked, host.uid);
    const { forHost } = await tellOfSeatRequest(ctx, row, ride, "seat-request.rejected");
    await serveStandby(ctx, ride.id);
    return forHost;
  });
}

/**
 * The seeker withdraws what is pending; the seeker or the host cancels what was accepted, until the departure, and its
 * seats come back.
 */
export function endSeatRequest(
  ctx: Context,
  caller: Caller,
  requestId: string,
  reason: string | null | undefined,
): Promise<SeatRequest> {
  return transaction(ctx, async (ctx) => {
    const party = await mustBeParty(ctx, caller, requestId);
    const { forSeeker, forHost } = await end(ctx, party, reason);
    // What came back is whose turn it is, before anybody else can ask for it.
    await serveStandby(ctx, party.ride.id);
    return party.by === "seeker" ? forSeeker : forHost;
  });
}

type Party = Awaited<ReturnType<typeof mustBeParty>>;

async function end(
  ctx: InTransaction,
  { asked, ride, by, uid }: Party,
  reason: string | null | undefined,
): ReturnType<typeof tellOfSeatRequest> {
  // The ride is held before its requests, by everybody.
  const held = (await lockRide(ctx, ride.id)) ?? ride;
  const cancelled = await cancelAccepted(ctx, held, asked, uid, {
    from: "accepted",
    to: "cancelled",
    endedBy: by,
    reason,
  });
  if (cancelled) return tellOfSeatRequest(ctx, cancelled, ride, "seat-request.cancelled");
  const to = by === "seeker" ? "withdrawn" : "rejected";
  const row = await moveSeatRequest(ctx, asked.id, { from: "pending", to, endedBy: by, reason });
  if (!row) throw await whyNotEnded(ctx, asked.id, uid);
  return tellOfSeatRequest(ctx, row, ride, `seat-request.${to}`);
}

/** The ride is held, so the seats of one request cannot come back twice. */
async function cancelAccepted(
  ctx: InTransaction,
  ride: RideRow,
  asked: SeatRequestRow,
  uid: string,
  step: Parameters<typeof moveSeatRequest>[2],
): Promise<SeatRequestRow | undefined> {
  if (asked.status !== "accepted") return undefined;
  const row = await moveSeatRequest(ctx, asked.id, step);
  if (!row) throw await whyNotEnded(ctx, asked.id, uid);
  await giveBack(ctx, ride, row);
  return row;
}

async function mustBeAskedOf(
  ctx: Context,
  found: Promise<RideRow | undefined>,
  host: Caller,
  { rideId, requestId }: Which,
): Promise<{ row: SeatRequestRow; ride: RideRow }> {
  const ride = await mustHost(found, host);
  const row = await findSeatRequest(ctx, requestId);
  if (row?.ride_id !== rideId) throw new Problem("not_found");
  return { row, ride };
}

/** Whoever is neither the seeker nor the host has no business with a request, and is not told whether it exists. */
async function mustBeParty(ctx: Context, { uid }: Caller, requestId: string) {
  const asked = await findSeatRequest(ctx, requestId);
  const ride = asked && (await findRide(ctx, asked.ride_id));
  if (!asked || !ride) throw new Problem("not_found");
  if (uid !== asked.seeker_id && uid !== ride.host_id) throw new Problem("not_yours");
  return { asked, ride, uid, by: uid === asked.seeker_id ? ("seeker" as const) : ("host" as const) };
}

async function whyNotEnded(ctx: Context, requestId: string, viewerUid: string): Promise<Problem> {
  const row = await findSeatRequest(ctx, requestId);
  return row ? alreadySet(ctx, row, viewerUid) : new Problem("not_found");
}

const RAN_OUT = "The time to answer this request is over.";

/** Too late, with the record as it stands for this side (domain.md: repeating a decision). */
export async function alreadySet(ctx: Context, { id }: SeatRequestRow, viewerUid: string): Promise<Problem> {
  const row = await findSeatRequest(ctx, id);
  if (!row) return new Problem("status_already_set");
  const ranOut = row.status === "pending" && row.expires_at <= ctx.now();
  return new Problem("status_already_set", {
    ...(ranOut && { message: RAN_OUT }),
    current: await viewSeatRequest(ctx, row, viewerUid),
  });
}
