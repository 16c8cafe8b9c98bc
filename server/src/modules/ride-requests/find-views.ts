import type { Offer } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import type { Context } from "#platform/context.ts";
import { findOffers } from "./offers/offers.store.ts";
import { findRideRequests } from "./ride-requests.store.ts";
import { viewOffers, viewRideRequests } from "./ride-requests.view.ts";

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
