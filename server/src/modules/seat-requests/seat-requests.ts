import type { AccessNeed } from "@commonlane/contract/profiles";
import type { SeatAsk, SeatRequest } from "@commonlane/contract/seat-requests";
import type { Money } from "@commonlane/contract/shapes";
import { mustBeComplete } from "#modules/profiles/index.ts";
import {
  findRide,
  hasAccess,
  isForThem,
  lockRide,
  mustBeScheduled,
  mustBeSelf,
  partOfRide,
  type RidePart,
  type RideRow,
  unlessTravelling,
} from "#modules/rides/index.ts";
import { isApart, isHidden, mustNotBeTooNew } from "#modules/safety/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { exactly, takeAlong } from "./agreed-drive.ts";
import { approximatePartOfNew } from "./approximate-part.ts";
import { partColumns } from "./part-columns.ts";
import { drawId, insertSeatRequest, type NewSeatRequest } from "./seat-requests.store.ts";
import { tellOfSeatRequest } from "./telling.ts";

/** However near the departure is, a host has this long to answer. */
const SHORTEST_ANSWER_MS = 5 * 60_000;

/** Asks for seats. On a ride with instant approval they are taken at once; otherwise none is taken until the host accepts. */
export function requestSeats(ctx: Context, seeker: Caller, rideId: string, ask: SeatAsk): Promise<SeatRequest> {
  mustBeSelf(seeker, ask.seekerId);
  return transaction(ctx, async (ctx) => {
    await mustNotBeTooNewForRide(ctx, seeker, rideId);
    const asked = { pickup: ask.pickup, dropoff: ask.dropoff, seats: ask.seats };
    const ride = await mustBeOpenTo(ctx, seeker, rideId);
    const part = await partOfRide(ctx, ride, asked);
    const { seats, message, needs = [] } = ask;
    const wish = { seekerId: seeker.uid, seats, message, needs };
    if (ride.approval === "instant") {
      mustHaveAccess(ride, needs);
      return bookSeats(ctx, ride, part, { ...wish, contribution: part.contribution, by: "instant" });
    }
    const about = await approximatePartOfNew(ctx, ride, asked);
    const row = await insertSeatRequest(ctx, {
      ...columnsOf(ctx, about, { ...wish, contribution: about.contribution }),
      ride_id: rideId,
      status: "pending",
      expires_at: answerBy(ctx, ride.departs_at, ask.expiresInS),
      decided_at: null,
    });
    if (!row) throw new Problem("already_requested");
    return (await tellOfSeatRequest(ctx, row, ride, "seat-request.created")).forSeeker;
  });
}

/** The host is sent a letter. */
export async function mustNotBeTooNewForRide(
  ctx: InTransaction,
  { uid }: Pick<Caller, "uid">,
  rideId: string,
): Promise<void> {
  const ride = await findRide(ctx, rideId);
  if (ride) await mustNotBeTooNew(ctx, uid, { person: ride.host_id });
}

interface Asked {
  readonly seekerId: string;
  readonly seats: number;
  readonly message?: string | null | undefined;
  readonly needs: readonly AccessNeed[];
  /** For one seat. */
  readonly contribution: Money | null;
}
interface Booked extends Asked {
  /** Why nobody has to be asked any more. */
  readonly by: "instant" | "offer";
}

/**
 * Takes the seats of a part of a ride and records the seat request as accepted, or changes nothing. The caller has made
 * sure that both sides want it.
 */
export async function bookSeats(
  ctx: InTransaction,
  ride: RideRow,
  part: RidePart,
  asked: Booked,
): Promise<SeatRequest> {
  const id = await drawId(ctx);
  const exact = await exactly(ctx, ride, part, asked.seats);
  const stretch = { ...exact, seats: asked.seats, contribution: asked.contribution };
  const taken = await takeAlong(ctx, ride, { id, part: exact, stretch, asOffered: asked.by === "offer" });
  const inserted = insertSeatRequest(ctx, {
    ...columnsOf(ctx, taken.part, asked),
    id,
    ride_id: ride.id,
    status: "accepted",
    expires_at: answerBy(ctx, ride.departs_at),
    decided_at: ctx.now(),
  });
  const row = await unlessTravelling(inserted);
  if (!row) throw new Problem("already_requested");
  return (await tellOfSeatRequest(ctx, row, taken.ride, "seat-request.accepted", asked.by)).forSeeker;
}

/** A seat request as it is stored, but for its ride and its state. */
export const columnsOf = (
  { now }: Context,
  part: RidePart,
  { seekerId, seats, message, needs, contribution }: Asked,
): Omit<NewSeatRequest, "ride_id" | "status" | "expires_at" | "decided_at"> => ({
  ...partColumns(part),
  seeker_id: seekerId,
  seats,
  message: message || null,
  needs: [...needs],
  contribution_minor: contribution?.amountMinor ?? null,
  currency: contribution?.currency ?? null,
  created_at: now(),
});

/** The ride, locked, if this person may ask for seats on it (domain.md, State machines: request). */
export async function mustBeOpenTo(ctx: Context, seeker: Pick<Caller, "uid">, rideId: string): Promise<RideRow> {
  const ride = await lockRide(ctx, rideId);
  if (!ride) throw new Problem("not_found");
  await mayAsk(ctx, seeker, ride, (await isApart(ctx, seeker.uid, ride.host_id)) || (await isHidden(ctx, rideId)));
  return ride;
}

/** Throws the Problem that keeps this person from asking for seats on the ride; `apart` from it, it is over for them. */
export async function mayAsk(ctx: Context, seeker: Pick<Caller, "uid">, ride: RideRow, apart: boolean): Promise<void> {
  // As of a ride that is over, which is not shown either: so nothing tells the two apart.
  if (apart) throw new Problem("ride_over");
  if (ride.host_id === seeker.uid) throw new Problem("own_ride");
  if (!(await isForThem(ctx, ride, seeker.uid))) throw new Problem("audience_closed");
  mustBeScheduled(ctx, ride);
  await mustBeComplete(ctx, seeker.uid);
}

/** Where nobody is asked, nobody could say that it works all the same. Throws access_missing. */
export function mustHaveAccess(ride: Pick<RideRow, "vehicle">, needs: readonly AccessNeed[]): void {
  if (!hasAccess(ride, needs)) throw new Problem("access_missing");
}

/** min(the asker's choice or 3 h, departure - 30 min), domain.md; with a few minutes left for a ride about to leave. */
export function answerBy({ now, settings }: Context, departsAt: Date, expiresInS = settings.REQUEST_EXPIRES_S): Date {
  const nowMs = now().getTime();
  const departsMs = departsAt.getTime();
  const lastMs = Math.min(nowMs + expiresInS * 1000, departsMs - settings.REQUEST_EXPIRES_BEFORE_DEPARTURE_S * 1000);
  return new Date(Math.max(lastMs, Math.min(nowMs + SHORTEST_ANSWER_MS, departsMs)));
}
