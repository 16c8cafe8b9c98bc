import { reasonInCallerLanguage } from "#platform/i18n/caller-language.ts";
import { HOUR_MS } from "@commonlane/contract/durations";
import type { PublicPerson } from "@commonlane/contract/profiles";
import type { Offer } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import { shownTime } from "@commonlane/contract/shown-time";
import { findAudience } from "#modules/groups/index.ts";
import { findPublicPeople } from "#modules/profiles/index.ts";
import { toMoney } from "#modules/rides/index.ts";
import {
  maskText,
  maskVehicle,
  type Seen,
  type Stage,
  whatIsSeen,
} from "#modules/privacy/index.ts";
import type { Context } from "#platform/context.ts";
import {
  countPendingOffersByRequest,
  findAcceptedOffers,
  findOffers,
  type OfferRow,
} from "./offers/offers.store.ts";
import { findRideRequests, type RideRequestRow } from "./ride-requests.store.ts";

/** How far the two sides of an offer are with each other (`who-sees-what.ts`). */
function stageOfOffer({ now, settings }: Pick<Context, "now" | "settings">, row: OfferRow): Stage {
  if (row.status === "pending") return "before";
  if (row.status !== "accepted" || row.booking === "cancelled") return "ended";
  const arrivesAt = row.booking_dropoff_at ?? row.dropoff_at;
  const endsMs = arrivesAt.getTime() + settings.PHONE_VISIBLE_AFTER_H * HOUR_MS;
  return endsMs > now().getTime() ? "agreed" : "past";
}

/** Requests as the viewer may see them: exact for the seeker, and for the driver while their booking is agreed. */
export async function viewRideRequests(
  ctx: Context,
  rows: readonly RideRequestRow[],
  viewerUid: string,
): Promise<RideRequest[]> {
  const matched = rows.filter(
    ({ seeker_id, ride_id }) => ride_id !== null && seeker_id !== viewerUid,
  );
  const own = rows.filter(({ seeker_id }) => seeker_id === viewerUid);
  const [people, acceptedOffers, pendingOffers] = await Promise.all([
    findPublicPeople(
      ctx,
      rows.map(({ seeker_id }) => seeker_id),
    ),
    findAcceptedOffers(
      ctx,
      matched.map(({ id }) => id),
      viewerUid,
    ),
    countPendingOffersByRequest(
      ctx,
      own.filter(({ status }) => status === "open").map(({ id }) => id),
    ),
  ]);
  const audiences = await Promise.all(rows.map(({ members_of }) => findAudience(ctx, members_of)));
  return rows.map((row, n) => {
    const membersOf = audiences[n];
    const isOwn = row.seeker_id === viewerUid;
    const offer = acceptedOffers.get(row.id);
    const offersWaiting = isOwn ? (pendingOffers.get(row.id) ?? 0) : null;
    const driverUid = isOwn || row.driver_uid === viewerUid ? row.driver_uid : null;
    return {
      ...toRideRequest(row, people.get(row.seeker_id), isOwn ? OWN : seenByDriver(ctx, offer)),
      matchedRideId: isOwn || offer ? row.ride_id : null,
      ...(membersOf && { membersOf }),
      offersWaiting,
      driverUid,
    };
  });
}

export async function viewRideRequest(
  ctx: Context,
  row: RideRequestRow,
  viewerUid: string,
): Promise<RideRequest> {
  return single(await viewRideRequests(ctx, [row], viewerUid));
}

const OWN = whatIsSeen("ride request", "seeker", "before");

const seenByDriver = (ctx: Context, offer: OfferRow | undefined): Seen =>
  offer
    ? whatIsSeen("ride request", "driver", stageOfOffer(ctx, offer))
    : whatIsSeen("ride request", "stranger", "before");

function toRideRequest(
  row: RideRequestRow,
  seeker: PublicPerson | undefined,
  seen: Seen,
): Omit<RideRequest, "offersWaiting" | "driverUid" | "matchedRideId"> {
  if (!seeker) throw new Error("The seeker of a ride request is missing.");
  const seesExact = seen.place === "exact";
  return {
    id: row.id,
    seekerId: row.seeker_id,
    seeker,
    origin: seesExact ? row.origin : row.approximate_origin,
    destination: seesExact ? row.destination : row.approximate_destination,
    departsAfter: row.departs_after.toISOString(),
    departsBefore: row.departs_before.toISOString(),
    timeZone: row.time_zone,
    seats: row.seats,
    maxContribution: toMoney({
      contribution_minor: row.max_contribution_minor,
      currency: row.currency,
    }),
    preferences: row.preferences,
    needs: row.needs,
    luggage: row.luggage,
    audience: row.audience,
    note: maskText(row.note, seen.text === "whole"),
    status: row.status,
    createdAt: row.created_at.toISOString(),
  };
}

/**
 * Offers as the seeker or driver may see them. Acceptance reveals the exact places to the driver and the plate to the
 * seeker, until the trip is over or cancelled.
 */
export async function viewOffers(
  ctx: Context,
  rows: readonly OfferRow[],
  viewerUid: string,
): Promise<Offer[]> {
  const [people, requests] = await Promise.all([
    findPublicPeople(
      ctx,
      rows.map(({ driver_id }) => driver_id),
    ),
    findRideRequests(ctx, [...new Set(rows.map(({ request_id }) => request_id))]),
  ]);
  const requestById = new Map(requests.map((request) => [request.id, request]));
  return rows.map((row) => {
    const driver = people.get(row.driver_id);
    const request = requestById.get(row.request_id);
    if (!driver || !request) throw new Error("The driver or request of an offer is missing.");
    return toOffer(ctx, row, {
      driver,
      request,
      viewerUid,
      routed: hasRoads(ctx, request),
    });
  });
}

export async function viewOffer(ctx: Context, row: OfferRow, viewerUid: string): Promise<Offer> {
  return single(await viewOffers(ctx, [row], viewerUid));
}

function toOffer(
  ctx: Context,
  row: OfferRow,
  {
    driver,
    request,
    viewerUid,
    routed,
  }: {
    driver: PublicPerson;
    request: RideRequestRow;
    viewerUid: string;
    routed: boolean;
  },
): Offer {
  const stage = stageOfOffer(ctx, row);
  const isSeeker = request.seeker_id === viewerUid;
  const seesExact = isSeeker || whatIsSeen("ride request", "driver", stage).place === "exact";
  const seen = whatIsSeen("offer", isSeeker ? "seeker" : "driver", stage);
  const isWhole = seen.text === "whole";
  return {
    id: row.id,
    requestId: row.request_id,
    driverId: row.driver_id,
    driver,
    rideId: row.ride_id,
    seatRequestId: row.seat_request_id,
    pickup: seesExact ? request.origin : request.approximate_origin,
    dropoff: seesExact ? request.destination : request.approximate_destination,
    departsAt: shownTime(row.departs_at),
    pickupAt: shownTime(row.pickup_at),
    dropoffAt: shownTime(row.dropoff_at),
    detourM: row.detour_m,
    detourS: row.detour_s,
    routed,
    seats: row.seats,
    contribution: toMoney(row),
    vehicle: row.vehicle && {
      ...maskVehicle(row.vehicle, isWhole),
      plate: seen.plate ? row.vehicle.plate : null,
    },
    message: maskText(row.message, isWhole),
    status: row.booking ?? row.status,
    ...endOfOffer(ctx, row, stage === "agreed", viewerUid),
    expiresAt: row.expires_at.toISOString(),
    createdAt: row.created_at.toISOString(),
  };
}

/** Whether the figures of offers for this request follow roads. Before acceptance a new ride has none of its own. */
const hasRoads = ({ routing }: Context, { origin, destination }: RideRequestRow): boolean =>
  [origin, destination].every((place) => routing.isCovered(place));

/** An accepted offer ends as its booking does; the booking's host is the driver. */
function endOfOffer(
  ctx: Context,
  row: OfferRow,
  accepted: boolean,
  viewerUid: string,
): Pick<Offer, "reason" | "endedBy"> {
  const bookingEndedBy =
    row.booking_ended_by === "host" ? ("driver" as const) : row.booking_ended_by;
  const end = row.booking
    ? {
        reason: row.booking_reason ?? null,
        by: bookingEndedBy,
      }
    : { reason: row.reason, by: row.ended_by };
  const isOwn = (end.by === "driver") === (row.driver_id === viewerUid);
  return {
    reason: reasonInCallerLanguage(ctx, maskText(end.reason, accepted || isOwn)),
    endedBy: end.by ?? null,
  };
}

function single<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error("A view is missing.");
  return first;
}

/** The offers that still exist, as this user may see them now. */
export const findOfferViews = async (
  ctx: Context,
  uid: string,
  ids: readonly string[],
): Promise<Offer[]> => viewOffers(ctx, await findOffers(ctx, ids), uid);

/** The ride requests that still exist, as this user may see them now. */
export const findRideRequestViews = async (
  ctx: Context,
  uid: string,
  ids: readonly string[],
): Promise<RideRequest[]> => viewRideRequests(ctx, await findRideRequests(ctx, ids), uid);
