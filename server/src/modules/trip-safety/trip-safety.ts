import { translatable } from "@commonlane/contract/message";
import { getEmergencyNumbers } from "@commonlane/contract/emergency-numbers";
import { SHARE_LINK_OPENS_BEFORE_S } from "@commonlane/contract/limits";
import { shownMinute, shownTime } from "@commonlane/contract/shown-time";
import type { TripSafety } from "@commonlane/contract/trip-safety";
import { findCountry } from "#modules/places/index.ts";
import { nothingOnRideProblem } from "#modules/rides/rules/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { emailAllIsWell } from "./arrivals/overdue-arrivals.ts";
import { countConfirmedContacts } from "./trusted-contacts/trusted-contacts.store.ts";
import { recordArrival } from "./trip-progress.store.ts";
import { publishTripMoved, publishTripSafetyChanged, viewShare } from "./trip-safety.view.ts";
import { findShares } from "./sharing/shares.store.ts";
import { findTripParticipant, type TripParticipant } from "./trip-participants.store.ts";
import { estimatePosition } from "./last-position.ts";

/** The caller's share links, arrival check and emergency numbers on a ride. @throws Problem not_found */
export async function readTripSafety(
  ctx: Context,
  { uid }: Caller,
  rideId: string,
): Promise<TripSafety> {
  const participant = await getTripParticipant(ctx, rideId, uid);
  const shares = await findShares(ctx, {
    rideId,
    uid,
  });
  const country = await findCountry(ctx, estimatePosition(participant, ctx.now()));
  const { opensAt, endsAt } = sharingWindow(ctx, participant);
  const { until_at, arrived_at, arrival_asked_at, notified_at } = participant;
  return {
    rideId,
    arrivesAt: shownTime(until_at),
    opensAt: opensAt.toISOString(),
    endsAt: endsAt.toISOString(),
    arrivedAt: arrived_at?.toISOString() ?? null,
    arrivalAskedAt: arrival_asked_at?.toISOString() ?? null,
    contactsNotifiedAt: notified_at?.toISOString() ?? null,
    contacts: await countConfirmedContacts(ctx, uid),
    emergency: getEmergencyNumbers(country),
    shares: shares.map(viewShare),
    position: toPosition(participant),
  };
}

/** Records the caller's arrival: followers only see that they arrived, and notified contacts get the all-clear. */
export async function confirmArrival(
  ctx: Context,
  caller: Caller,
  rideId: string,
): Promise<TripSafety> {
  return transaction(ctx, async (ctx) => {
    const participant = await getTripParticipant(ctx, rideId, caller.uid);
    if (shownMinute(participant.from_at) > ctx.now()) {
      throw new Problem("too_early", {
        message: translatable("You can confirm your arrival once the ride has departed."),
      });
    }
    const recorded = await recordArrival(ctx, rideId, caller.uid);
    if (recorded) {
      if (recorded.notified_at) await emailAllIsWell(ctx, caller.uid);
      publishTripSafetyChanged(ctx, caller.uid, rideId);
      await publishTripMoved(ctx, [caller.uid], rideId);
    }
    return readTripSafety(ctx, caller, rideId);
  });
}

/** @throws Problem not_found */
export async function getTripParticipant(
  ctx: Context,
  rideId: string,
  uid: string,
): Promise<TripParticipant> {
  const participant = await findTripParticipant(ctx, rideId, uid);
  if (!participant) throw await nothingOnRideProblem(ctx, rideId, uid);
  return participant;
}

/** The period in which a share link shows this participant's trip. */
export function sharingWindow(
  { settings }: Context,
  { departs_at, until_at }: TripParticipant,
): { opensAt: Date; endsAt: Date } {
  return {
    opensAt: new Date(departs_at.getTime() - SHARE_LINK_OPENS_BEFORE_S * 1000),
    endsAt: new Date(until_at.getTime() + settings.SHARE_LINK_ENDS_AFTER_S * 1000),
  };
}

export function toPosition({ lat, lng, position_at }: TripParticipant): TripSafety["position"] {
  return lat === null || lng === null || !position_at
    ? null
    : {
        lat,
        lng,
        at: position_at.toISOString(),
      };
}
