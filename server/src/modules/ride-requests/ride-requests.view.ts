import { reasonInCallerLanguage } from "#platform/i18n/caller-language.ts";
import type { PublicPerson } from "@commonlane/contract/profiles";
import type { Offer } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import { findAudience } from "#modules/audiences/index.ts";
import { findPublicPeople } from "#modules/profiles/index.ts";
import { findRides, toMoney } from "#modules/rides/index.ts";
import { maskVehicle, maskText } from "#modules/privacy/index.ts";
import type { Context } from "#platform/context.ts";
import { countPendingOffersByRequest, type OfferRow } from "./offers/offers.store.ts";
import { findRideRequests, type RideRequestRow } from "./ride-requests.store.ts";

/** Requests as the viewer may see them: exact for the seeker and for the driver whose offer was accepted. */
export async function viewRideRequests(
  ctx: Context,
  rows: readonly RideRequestRow[],
  viewerUid: string,
): Promise<RideRequest[]> {
  const matched = rows.flatMap(({ seeker_id, ride_id }) => (ride_id && seeker_id !== viewerUid ? [ride_id] : []));
  const own = rows.filter(({ seeker_id }) => seeker_id === viewerUid);
  const [people, rides, pendingOffers] = await Promise.all([
    findPublicPeople(
      ctx,
      rows.map(({ seeker_id }) => seeker_id),
    ),
    findRides(ctx, [...new Set(matched)]),
    countPendingOffersByRequest(
      ctx,
      own.filter(({ status }) => status === "open").map(({ id }) => id),
    ),
  ]);
  const hostedRideIds = new Set(rides.filter(({ host_id }) => host_id === viewerUid).map(({ id }) => id));
  const audiences = await Promise.all(rows.map(({ members_of }) => findAudience(ctx, members_of)));
  return rows.map((row, n) => {
    const membersOf = audiences[n];
    const seesExact = row.seeker_id === viewerUid || (row.ride_id !== null && hostedRideIds.has(row.ride_id));
    const offersWaiting = row.seeker_id === viewerUid ? (pendingOffers.get(row.id) ?? 0) : null;
    const knowsDriver = row.seeker_id === viewerUid || row.driver_uid === viewerUid;
    const driverUid = knowsDriver ? row.driver_uid : null;
    return {
      ...toRideRequest(row, people.get(row.seeker_id), seesExact),
      ...(membersOf && { membersOf }),
      offersWaiting,
      driverUid,
    };
  });
}

export async function viewRideRequest(ctx: Context, row: RideRequestRow, viewerUid: string): Promise<RideRequest> {
  return single(await viewRideRequests(ctx, [row], viewerUid));
}

function toRideRequest(
  row: RideRequestRow,
  seeker: PublicPerson | undefined,
  seesExact: boolean,
): Omit<RideRequest, "offersWaiting" | "driverUid"> {
  if (!seeker) throw new Error("The seeker of a ride request is missing.");
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
    maxContribution: toMoney({ contribution_minor: row.max_contribution_minor, currency: row.currency }),
    preferences: row.preferences,
    needs: row.needs,
    luggage: row.luggage,
    audience: row.audience,
    note: maskText(row.note, seesExact),
    status: row.status,
    matchedRideId: seesExact ? row.ride_id : null,
    createdAt: row.created_at.toISOString(),
  };
}

/**
 * Offers as the seeker or driver may see them. Acceptance reveals the exact places to the driver and the plate to the
 * seeker.
 */
export async function viewOffers(ctx: Context, rows: readonly OfferRow[], viewerUid: string): Promise<Offer[]> {
  const [people, requests] = await Promise.all([
    findPublicPeople(
      ctx,
      rows.map(({ driver_id }) => driver_id),
    ),
    findRideRequests(ctx, [...new Set(rows.map(({ request_id }) => request_id))]),
  ]);
  const requestById = new Map(requests.map((request) => [request.id, request]));
  return rows.map((row) => {
    const [driver, request] = [people.get(row.driver_id), requestById.get(row.request_id)];
    if (!driver || !request) throw new Error("The driver or request of an offer is missing.");
    return toOffer(ctx, row, { driver, request, viewerUid, routed: hasRoads(ctx, request) });
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
  }: { driver: PublicPerson; request: RideRequestRow; viewerUid: string; routed: boolean },
): Offer {
  const accepted = row.status === "accepted" && row.booking !== "cancelled";
  const seesExact = accepted || request.seeker_id === viewerUid;
  const seesDetails = accepted || row.driver_id === viewerUid;
  return {
    id: row.id,
    requestId: row.request_id,
    driverId: row.driver_id,
    driver,
    rideId: row.ride_id,
    seatRequestId: row.seat_request_id,
    pickup: seesExact ? request.origin : request.approximate_origin,
    dropoff: seesExact ? request.destination : request.approximate_destination,
    departsAt: row.departs_at.toISOString(),
    pickupAt: row.pickup_at.toISOString(),
    dropoffAt: row.dropoff_at.toISOString(),
    detourM: row.detour_m,
    detourS: row.detour_s,
    routed,
    seats: row.seats,
    contribution: toMoney(row),
    vehicle: row.vehicle && {
      ...maskVehicle(row.vehicle, seesDetails),
      plate: seesDetails ? row.vehicle.plate : null,
    },
    message: maskText(row.message, seesDetails),
    status: row.booking ?? row.status,
    ...endOfOffer(ctx, row, accepted, viewerUid),
    expiresAt: row.expires_at.toISOString(),
    createdAt: row.created_at.toISOString(),
  };
}

/** Whether the figures of offers for this request follow roads. Before acceptance a new ride has none of its own. */
const hasRoads = ({ routing }: Context, { origin, destination }: RideRequestRow): boolean =>
  routing.hasRoadData && [origin, destination].every((place) => routing.isCovered(place));

/** An accepted offer ends as its booking does; the booking's host is the driver. */
function endOfOffer(
  ctx: Context,
  row: OfferRow,
  accepted: boolean,
  viewerUid: string,
): Pick<Offer, "reason" | "endedBy"> {
  const { booking, booking_reason, booking_ended_by, reason, ended_by } = row;
  const end = booking
    ? { reason: booking_reason ?? null, by: booking_ended_by === "host" ? ("driver" as const) : booking_ended_by }
    : { reason, by: ended_by };
  const isOwn = (end.by === "driver") === (row.driver_id === viewerUid);
  return { reason: reasonInCallerLanguage(ctx, maskText(end.reason, accepted || isOwn)), endedBy: end.by ?? null };
}

function single<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error("A view is missing.");
  return first;
}
