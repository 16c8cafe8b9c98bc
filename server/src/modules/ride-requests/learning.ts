import { learnRoads, wayThrough } from "#modules/rides/index.ts";
import type { Context } from "#platform/context.ts";
import { endsOfRequest } from "./guards.ts";
import { findOffer } from "./offers.store.ts";
import { findRideRequest, type RideRequestRow } from "./ride-requests.store.ts";

/** Has the roads remembered that an offer is measured by: those of a ride to about the two ends, or the way between these. */
export async function learnOffer(ctx: Context, requestId: string, rideId: string | undefined): Promise<void> {
  const request = await findRideRequest(ctx, requestId);
  if (!request) return;
  const { origin_area, destination_area, seats } = request;
  if (rideId === undefined) await wayThrough(ctx, [origin_area, destination_area], ctx.now());
  else await learnRoads(ctx, rideId, { ...endsOfRequest(request), seats });
}

/** The same for its acceptance, from door to door as well. */
export async function learnAcceptance(ctx: Context, { offerId }: { offerId: string }): Promise<void> {
  const offer = await findOffer(ctx, offerId);
  const request = offer && (await findRideRequest(ctx, offer.request_id));
  if (!request) return;
  await learnOffer(ctx, request.id, offer.ride_id ?? undefined);
  if (offer.ride_id === null) await wayThrough(ctx, doorsOf(request), ctx.now());
  else await learnRoads(ctx, offer.ride_id, { ...endsOfRequest(request), about: undefined, seats: request.seats });
}

const doorsOf = ({ origin, destination }: RideRequestRow) => [origin, destination];
