import type { SeatAsk, seatRequests } from "@commonlane/contract/seat-requests";
import { drivenWith, findRideFor, mustBeSelf, partOfRide } from "#modules/rides/index.ts";
import { isNew } from "#modules/safety/index.ts";
import type { Context } from "#platform/context.ts";
import type { Deed } from "#platform/http/at-once.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { newId } from "#platform/uuid.ts";
import { exactly, partOn } from "./agreed-drive.ts";
import { bookAtOnce } from "./booking-at-once.store.ts";
import { answerBy, columnsOf, mayAsk, mustHaveAccess } from "./seat-requests.ts";
import { viewSeatRequest } from "./seat-requests.view.ts";
import { newsOfBooking } from "./telling.ts";

/**
 * A booking on a ride that takes whoever asks, prepared from what can be read without holding anything. The one statement
 * that does it decides: the ride, its seats, the key and the seeker's other journeys are looked at there. Nothing where
 * this is no such ride, or the booking would be refused.
 */
export async function bookingAtOnce(
  ctx: Context,
  seeker: Caller,
  rideId: string,
  ask: SeatAsk,
): Promise<Deed<typeof seatRequests.request> | undefined> {
  try {
    mustBeSelf(seeker, ask.seekerId);
    const seen = await findRideFor(ctx, rideId, seeker.uid);
    const ride = seen?.row;
    if (ride?.approval !== "instant") return undefined;
    await mayAsk(ctx, seeker, ride, seen?.apart ?? false);
    const { pickup, dropoff, seats, message, needs = [] } = ask;
    // To how many they have written is counted where their account can be held.
    if (message && (await isNew(ctx, seeker.uid))) return undefined;
    mustHaveAccess(ride, needs);
    const part = await partOfRide(ctx, ride, { pickup, dropoff, seats });
    const { contribution } = part;
    const id = newId(ctx.now().getTime());
    const exact = await exactly(ctx, ride, part, seats);
    const drive = await drivenWith(ctx, ride, id, exact);
    // Whom it moves is written and told where the ride can be held.
    if (drive?.isLonger) return undefined;
    const driven = { ...ride, ...(drive && { driven_way: drive.way, arrives_at: drive.arrivesAt }) };
    const booking = {
      ...columnsOf(ctx, partOn(ctx, driven, id, exact, drive), {
        seekerId: seeker.uid,
        seats,
        message,
        needs,
        contribution,
      }),
      id,
      ride_id: rideId,
      status: "accepted" as const,
      expires_at: answerBy(ctx, ride.departs_at),
      decided_at: ctx.now(),
    };
    const row = { ...booking, ...UNCHANGED, reason: null, ended_by: null, ended_at: null };
    const answer = await viewSeatRequest(ctx, row, seeker.uid);
    const told = newsOfBooking(answer, row, driven);
    const stretch = { ...exact, seats, contribution };
    return { answer, write: (keeping) => bookAtOnce(ctx, booking, { told, ride, stretch, drive, keeping }) };
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** Of a ride that is as it was agreed to. */
const UNCHANGED = { agreed: null, confirm_by: null, confirm_asked_at: null, held: false };
