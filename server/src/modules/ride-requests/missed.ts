import type { Fact } from "@commonlane/contract/live";
import type { Context } from "#platform/context.ts";
import { seenAnew } from "#platform/live/seen-anew.ts";
import { findOffers } from "./offers.store.ts";
import { findRideRequests } from "./ride-requests.store.ts";
import { viewOffers, viewRideRequests } from "./views.ts";

/** What somebody missed of ride requests and offers as they may know it now. */
export const reviewRideRequests =
  (ctx: Context) =>
  async <Missed extends { readonly fact: Fact }>(uid: string, missed: readonly Missed[]): Promise<Missed[]> => {
    const requests = await seenAnew(missed, {
      heldBy: (fact) => ("rideRequest" in fact ? fact.rideRequest : undefined),
      viewsOf: async (ids) => viewRideRequests(ctx, await findRideRequests(ctx, ids), uid),
      told: (fact, rideRequest) => ("rideRequest" in fact ? { ...fact, rideRequest } : fact),
    });
    return seenAnew(requests, {
      heldBy: (fact) => ("offer" in fact ? fact.offer : undefined),
      viewsOf: async (ids) => viewOffers(ctx, await findOffers(ctx, ids), uid),
      told: (fact, offer) => ("offer" in fact ? { ...fact, offer } : fact),
    });
  };
