import type { Topic } from "@commonlane/contract/live";
import type { FollowedRide, RideShare } from "@commonlane/contract/trip-safety";
import type { PublicPerson } from "@commonlane/contract/profiles";
import { shownTime } from "@commonlane/contract/shown-time";
import { maskPlace, maskVehicle } from "#modules/privacy/index.ts";
import type { ShareRow } from "./sharing/shares.store.ts";
import type { TripParticipant } from "./trip-participants.store.ts";
import { participantPoints, participantPolyline } from "./last-position.ts";
import { approximatePlace } from "#modules/privacy/approximate/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { publishEphemeral } from "#platform/live/ephemeral-events.ts";

export const viewShare = ({ id, created_at, opened_at }: ShareRow): RideShare => ({
  id,
  createdAt: created_at.toISOString(),
  openedAt: opened_at?.toISOString() ?? null,
});

/**
 * The shared ride for the holder of a link: the sharer's segment, the host's first name and initial, and the vehicle
 * with its plate, as the police would need it. No other passengers, phone numbers, notes or seats.
 */
export function viewFollowedRide(
  participant: TripParticipant,
  {
    sharer,
    host,
  }: {
    readonly sharer: PublicPerson;
    readonly host: PublicPerson;
  },
): Omit<Extract<FollowedRide, { state: "open" }>, "position" | "arrivesAt" | "endsAt"> {
  const { vehicle, departs_at, time_zone, status, leg_points, partly_estimated } = participant;
  return {
    state: "open",
    sharer: sharer.displayName,
    host: host.displayName,
    sharerHosts: sharer.uid === host.uid,
    vehicle: vehicle && maskVehicle(vehicle, false),
    points: participantPoints(participant).map(({ label, lat, lng, at }) => ({
      ...maskPlace(
        {
          label,
          lat,
          lng,
        },
        false,
      ),
      eta: shownTime(at),
    })),
    polyline: participantPolyline(participant),
    departsAt: shownTime(departs_at),
    timeZone: time_zone,
    startsAt: shownTime(participant.from_at),
    routed: leg_points !== null && !partly_estimated,
    status,
  };
}

/** What a link shows before it opens: whose trip it is, when it starts, and the town it goes to. */
export async function viewTripAhead(
  ctx: Context,
  participant: TripParticipant,
  sharer: PublicPerson,
): Promise<NonNullable<Extract<FollowedRide, { state: "early" }>["trip"]>> {
  const destination = participantPoints(participant).at(-1);
  const approximate = destination && (await approximatePlace(ctx, destination));
  return {
    sharer: sharer.displayName,
    to: approximate?.label ?? "",
    startsAt: shownTime(participant.from_at),
    timeZone: participant.time_zone,
  };
}

/** Makes the user's open pages reload the safety state of this ride. */
export const publishTripSafetyChanged = (ctx: InTransaction, uid: string, rideId: string): void =>
  ctx.publish(`user:${uid}`, {
    type: "trip-safety.changed",
    rideId,
  });

/** Makes pages of these users, and of those who follow them, reload where a ride is. Sent on commit. */
export const publishTripMoved = (
  ctx: Pick<Context, "db">,
  uids: readonly string[],
  rideId: string,
): Promise<void> =>
  publishEphemeral(
    ctx,
    uids.map((uid): Topic => `user:${uid}`),
    { type: "trip.moved", rideId },
  );
