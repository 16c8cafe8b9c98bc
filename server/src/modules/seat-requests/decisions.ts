import type { SeatRequest } from "@commonlane/contract/seat-requests";
import {
  findRide,
  lockRide,
  moneyOf,
  mustHost,
  type RideRow,
  type Stretch,
  takeSeats,
  unlessTravelling,
  whyNotTaken,
} from "#modules/rides/index.ts";
import { isApart, isHidden } from "#modules/safety/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { learnPart, endsNow, measureExactly } from "./approximate-part.ts";
import { confirmByIfFar } from "./changed-rides.ts";
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
    const { row: asked } = await mustBeAskedOf(ctx, lockRide(ctx, which.rideId), host, which);
    if (asked.status !== "pending") throw await alreadySet(ctx, asked, host.uid);
    if (await isHidden(ctx, which.rideId)) throw new Problem("ride_over", HIDDEN);
    if (await isApart(ctx, asked.seeker_id, host.uid)) throw new Problem("ride_over", GONE);
    const taken = await takeSeats(ctx, which.rideId, stretchOf(asked, 1));
    if (!taken) throw await whyNotAccepted(ctx, asked, host);
    const confirmBy = confirmByIfFar(ctx, taken, asked);
    const moved = moveSeatRequest(ctx, which.requestId, { from: "pending", to: "accepted", confirmBy });
    const agreed = await unlessTravelling(moved, SEEKER_TRAVELS);
    if (!agreed) throw await alreadySet(ctx, asked, host.uid);
    const row = await measureExactly(ctx, taken, agreed);
    if (confirmBy) await askToConfirm(ctx, row, taken);
    return (await tellOfSeatRequest(ctx, row, taken, "seat-request.accepted", "host")).forHost;
  });
}

/** Asks for the roads to where a passenger gets in and out exactly, before an acceptance or a confirmation. */
export async function learnRoadsOfRequest(ctx: Context, requestId: string): Promise<void> {
  if (!ctx.router.knowsRoads) return;
  const row = await findSeatRequest(ctx, requestId);
  const ride = row && (await findRide(ctx, row.ride_id));
  if (row && ride) await learnPart(ctx, ride, { ...endsNow(ride, row), seats: row.seats });
}

const HIDDEN = { message: "Moderators hid this ride: nobody else can come along until they show it again." };
// Whether they were suspended, leave, or one blocked the other is not told.
const GONE = { message: "This person cannot come along any more." };
const SEEKER_TRAVELS = "This person is under way with a ride of their own then.";

async function whyNotAccepted(ctx: Context, asked: SeatRequestRow, host: Caller): Promise<Problem> {
  const row = await findSeatRequest(ctx, asked.id);
  if (row && row.status !== "pending") return alreadySet(ctx, row, host.uid);
  return whyNotTaken(ctx, asked.ride_id, stretchOf(asked, 1));
}

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
  await lockRide(ctx, ride.id);
  const cancelled = await cancelAccepted(ctx, asked, uid, { from: "accepted", to: "cancelled", endedBy: by, reason });
  if (cancelled) return tellOfSeatRequest(ctx, cancelled, ride, "seat-request.cancelled");
  const to = by === "seeker" ? "withdrawn" : "rejected";
  const row = await moveSeatRequest(ctx, asked.id, { from: "pending", to, endedBy: by, reason });
  if (!row) throw await whyNotEnded(ctx, asked.id, uid);
  return tellOfSeatRequest(ctx, row, ride, `seat-request.${to}`);
}

/** The ride is held, so the seats of one request cannot come back twice. */
async function cancelAccepted(
  ctx: InTransaction,
  asked: SeatRequestRow,
  uid: string,
  step: Parameters<typeof moveSeatRequest>[2],
): Promise<SeatRequestRow | undefined> {
  if (asked.status !== "accepted") return undefined;
  const row = await moveSeatRequest(ctx, asked.id, step);
  if (!row) throw await whyNotEnded(ctx, asked.id, uid);
  if (!(await takeSeats(ctx, asked.ride_id, stretchOf(row, -1)))) throw new Problem("ride_over");
  return row;
}

export const stretchOf = (row: SeatRequestRow, sign: 1 | -1): Stretch => ({
  firstLeg: row.first_leg,
  lastLeg: row.last_leg,
  seats: sign * row.seats,
  contribution: moneyOf(row),
});

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
