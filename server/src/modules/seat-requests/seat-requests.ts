import type { SeatAsk, SeatRequest } from "@commonlane/contract/seat-requests";
import { mustBeComplete } from "#modules/profiles/index.ts";
import {
  isForThem,
  lockRide,
  mustBeScheduled,
  mustBeSelf,
  partOfRide,
  type RideRow,
  takeSeats,
} from "#modules/rides/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { insertSeatRequest } from "./seat-requests.store.ts";
import { tellOfSeatRequest } from "./telling.ts";

/** However near the departure is, a host has this long to answer. */
const SHORTEST_ANSWER_MS = 5 * 60_000;

/** Asks for seats. On a ride with instant approval they are taken at once; otherwise none is taken until the host accepts. */
export function requestSeats(ctx: Context, seeker: Caller, rideId: string, ask: SeatAsk): Promise<SeatRequest> {
  mustBeSelf(seeker, ask.seekerId);
  return transaction(ctx, async (ctx) => {
    const ride = await mustBeOpenTo(ctx, seeker, rideId);
    const part = partOfRide(ctx, ride, { pickup: ask.pickup, dropoff: ask.dropoff, seats: ask.seats });
    const instant = ride.approval === "instant";
    if (instant && !(await takeSeats(ctx, rideId, { ...part, seats: ask.seats }))) throw new Problem("ride_full");
    const row = await insertSeatRequest(ctx, {
      ride_id: rideId,
      seeker_id: seeker.uid,
      seats: ask.seats,
      pickup: part.pickup,
      dropoff: part.dropoff,
      pickup_at: part.pickupAt,
      dropoff_at: part.dropoffAt,
      first_leg: part.firstLeg,
      last_leg: part.lastLeg,
      detour_m: part.detourM,
      detour_s: part.detourS,
      message: ask.message || null,
      contribution_minor: part.contribution?.amountMinor ?? null,
      currency: part.contribution?.currency ?? null,
      status: instant ? "accepted" : "pending",
      expires_at: expiryOf(ctx, ride, ask.expiresInS),
      created_at: ctx.now(),
      decided_at: instant ? ctx.now() : null,
    });
    if (!row) throw new Problem("already_requested");
    return tellOfSeatRequest(ctx, row, ride, instant ? "seat-request.accepted" : "seat-request.created");
  });
}

/** The ride, locked, if this person may ask for seats on it (domain.md, State machines: request). */
async function mustBeOpenTo(ctx: Context, seeker: Caller, rideId: string): Promise<RideRow> {
  const ride = await lockRide(ctx, rideId);
  if (!ride) throw new Problem("not_found");
  if (ride.host_id === seeker.uid) throw new Problem("own_ride");
  if (!(await isForThem(ctx, ride, seeker.uid))) throw new Problem("audience_closed");
  mustBeScheduled(ctx, ride);
  await mustBeComplete(ctx, seeker.uid);
  return ride;
}

/** min(the seeker's choice or 3 h, departure - 30 min), domain.md; with a few minutes left for a ride about to leave. */
function expiryOf({ now, settings }: Context, ride: RideRow, expiresInS = settings.REQUEST_EXPIRES_S): Date {
  const nowMs = now().getTime();
  const departsMs = ride.departs_at.getTime();
  const lastMs = Math.min(nowMs + expiresInS * 1000, departsMs - settings.REQUEST_EXPIRES_BEFORE_DEPARTURE_S * 1000);
  return new Date(Math.max(lastMs, Math.min(nowMs + SHORTEST_ANSWER_MS, departsMs)));
}
