import { prefetchSegmentRoutes, calculateRoute } from "#modules/rides/index.ts";
import type { Context } from "#platform/context.ts";
import { stopsOfRequest } from "../guards.ts";
import { findOffer } from "./offers.store.ts";
import { findRideRequest, type RideRequestRow } from "../ride-requests.store.ts";

/** Prefetches the routes for an offer: to the stops on an existing ride, or between the approximate places. */
export async function prefetchOfferRoutes(
  ctx: Context,
  requestId: string,
  rideId: string | undefined,
): Promise<void> {
  const request = await findRideRequest(ctx, requestId);
  if (!request) return;
  const { approximate_origin, approximate_destination, seats } = request;
  if (rideId === undefined)
    await calculateRoute(ctx, [approximate_origin, approximate_destination], ctx.now());
  else await prefetchSegmentRoutes(ctx, rideId, { ...stopsOfRequest(request), seats });
}

/** Prefetches the routes for accepting an offer, including those between the exact places. */
export async function prefetchAcceptanceRoutes(
  ctx: Context,
  { offerId }: { offerId: string },
): Promise<void> {
  const offer = await findOffer(ctx, offerId);
  const request = offer && (await findRideRequest(ctx, offer.request_id));
  if (!request) return;
  await prefetchOfferRoutes(ctx, request.id, offer.ride_id ?? undefined);
  if (offer.ride_id === null) await calculateRoute(ctx, exactPlaces(request), ctx.now());
  else
    await prefetchSegmentRoutes(ctx, offer.ride_id, {
      ...stopsOfRequest(request),
      approximateStops: undefined,
      seats: request.seats,
    });
}

const exactPlaces = ({ origin, destination }: RideRequestRow) => [origin, destination];
