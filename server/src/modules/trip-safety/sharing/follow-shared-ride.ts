import type { ParsedInput } from "@commonlane/contract/endpoint";
import { FOLLOW_WAIT_MAX_S } from "@commonlane/contract/limits";
import { decodePolyline } from "@commonlane/contract/polyline";
import type { LatLng } from "@commonlane/contract/shapes";
import { shownTime } from "@commonlane/contract/shown-time";
import type { FollowedRide, tripSafety } from "@commonlane/contract/trip-safety";
import { findPublicPeople } from "#modules/profiles/index.ts";
import { locateOnLine } from "#modules/rides/route/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { sharingWindow, toPosition } from "../trip-safety.ts";
import { publishTripSafetyChanged, viewFollowedRide, viewTripAhead } from "../trip-safety.view.ts";
import { hashToken } from "#platform/hashes.ts";
import { isFresh, participantPolyline } from "../last-position.ts";
import { findShare, recordOpened, type ShareRow } from "./shares.store.ts";
import type { TripWaits } from "./trip-waits.ts";
import {
  findTripParticipant,
  isCancelledFor,
  type TripParticipant,
} from "../trip-participants.store.ts";

type FollowBody = ParsedInput<typeof tripSafety.follow>["body"];

/**
 * The shared ride for the holder of a link. With what a page knows already, waits for news of the trip, but not longer
 * than `FOLLOW_WAIT_MAX_S`.
 */
export async function followSharedRide(
  ctx: Context,
  waits: TripWaits,
  { token, known }: FollowBody,
): Promise<FollowedRide> {
  const share = await findShare(ctx, hashToken(token));
  if (!share || !known) return readSharedRide(ctx, share);

  // Listens first, so that nothing between reading and waiting is missed.
  const news = waits.listen(share.uid);
  try {
    const followed = await readSharedRide(ctx, share);
    if (!isKnown(followed, known)) return followed;
    await news.within(FOLLOW_WAIT_MAX_S * 1000);
  } finally {
    news.stop();
  }
  // The link may have ended in the meantime.
  return readSharedRide(ctx, await findShare(ctx, hashToken(token)));
}

function isKnown(
  followed: FollowedRide,
  { state, positionAt }: NonNullable<FollowBody["known"]>,
): boolean {
  const latestAt = followed.state === "open" ? (followed.position?.at ?? null) : null;
  return followed.state === state && latestAt === positionAt;
}

/**
 * The shared ride of a link. Throws the same `link_over` for unknown, revoked and expired links, so that
 * guessing reveals nothing.
 */
async function readSharedRide(ctx: Context, share: ShareRow | undefined): Promise<FollowedRide> {
  const participant = share && (await findTripParticipant(ctx, share.ride_id, share.uid));
  if (!participant) {
    if (share && (await isCancelledFor(ctx, share.ride_id, share.uid)))
      return { state: "cancelled" };
    throw new Problem("link_over");
  }
  const { opensAt, endsAt } = sharingWindow(ctx, participant);
  if (endsAt <= ctx.now()) throw new Problem("link_over");
  const people = await findPublicPeople(ctx, [participant.uid, participant.host_id]);
  const sharer = people.get(participant.uid);
  const host = people.get(participant.host_id);
  if (!sharer || !host) throw new Problem("link_over");
  if (opensAt > ctx.now()) {
    const trip = await viewTripAhead(ctx, participant, sharer);
    return {
      state: "early",
      opensAt: opensAt.toISOString(),
      trip,
    };
  }
  await recordOpening(ctx, share);
  if (participant.arrived_at) {
    return {
      state: "arrived",
      sharer: sharer.displayName,
      arrivedAt: participant.arrived_at.toISOString(),
    };
  }
  return {
    ...viewFollowedRide(participant, {
      sharer,
      host,
    }),
    position: toPosition(participant),
    arrivesAt: shownTime(estimateArrival(participant, ctx.now())),
    endsAt: endsAt.toISOString(),
  };
}

/** Shows the owner of the link that it was used. */
const recordOpening = (ctx: Context, { id, uid, ride_id }: ShareRow): Promise<void> =>
  transaction(ctx, async (ctx) => {
    if (await recordOpened(ctx, id)) publishTripSafetyChanged(ctx, uid, ride_id);
  });

/** Farther from the route, a position says nothing about the arrival. */
const OFF_ROUTE_M = 20_000;

/** A participant's way and times, and their last position. */
type Travelling = Pick<
  TripParticipant,
  "pickup" | "dropoff" | "polyline" | "from_at" | "until_at" | "lat" | "lng" | "position_at"
>;

/**
 * When a participant arrives: as planned, or, from departure on and with a recent position, the planned time for the
 * part of the way that is left.
 */
export function estimateArrival(participant: Travelling, now: Date): Date {
  const { lat, lng, position_at, from_at, until_at } = participant;
  const isKnown =
    position_at &&
    lat !== null &&
    lng !== null &&
    isFresh(position_at, now) &&
    from_at <= position_at;
  const travelled = isKnown
    ? shareTravelled(decodePolyline(participantPolyline(participant)), {
        lat,
        lng,
      })
    : undefined;
  if (!isKnown || travelled === undefined) return until_at;
  return new Date(
    position_at.getTime() + (1 - travelled) * (until_at.getTime() - from_at.getTime()),
  );
}

/** Share of the line's length that lies behind the point of it nearest to the position; undefined far off the line. */
function shareTravelled(line: readonly LatLng[], position: LatLng): number | undefined {
  const { offM, share, lengthM } = locateOnLine(line, position);
  return lengthM > 0 && offM <= OFF_ROUTE_M ? share : undefined;
}
