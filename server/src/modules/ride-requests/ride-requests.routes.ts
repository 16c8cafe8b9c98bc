import { offers } from "@commonlane/contract/offers";
import { rideRequests } from "@commonlane/contract/ride-requests";
import { seatRequests } from "@commonlane/contract/seat-requests";
import { endSeatRequest, learnLineBehind } from "#modules/seat-requests/index.ts";
import type { Routes } from "#platform/http/route.ts";
import { learnAcceptance, learnOffer } from "./learning.ts";
import { acceptOffer, declineOffer, endOwnOffer } from "./offer-decisions.ts";
import { offersOfRequest, ownOffers } from "./offer-lists.ts";
import { makeOffer } from "./offers.ts";
import { ownRideRequests, readRideRequest, requestsNearby } from "./request-lists.ts";
import { cancelRideRequest, changeRideRequest, postRideRequest } from "./ride-requests.ts";
import { findRideRequest } from "./ride-requests.store.ts";

export const rideRequestRoutes: Routes = (http) => {
  http.on(rideRequests.post, (ctx, { body }, seeker) => postRideRequest(ctx, seeker, body));
  http.on(rideRequests.nearby, (ctx, { query }, driver) => requestsNearby(ctx, driver, query));
  http.on(rideRequests.own, (ctx, { query }, seeker) => ownRideRequests(ctx, seeker, query));
  http.on(rideRequests.one, (ctx, { params }, viewer) => readRideRequest(ctx, viewer, params.requestId));
  http.on(rideRequests.change, (ctx, { params, body }, seeker) =>
    changeRideRequest(ctx, seeker, params.requestId, body),
  );
  http.on(offers.make, (ctx, { params, body }, driver) => makeOffer(ctx, driver, params.requestId, body), {
    ahead: (ctx, { params, body }) => learnOffer(ctx, params.requestId, body.rideId),
  });
  http.on(offers.ofRequest, (ctx, { params, query }, seeker) => offersOfRequest(ctx, seeker, params.requestId, query));
  http.on(offers.accept, (ctx, { params }, seeker) => acceptOffer(ctx, seeker, params), {
    ahead: (ctx, { params }) => learnAcceptance(ctx, params),
  });
  http.on(offers.decline, (ctx, { params, body }, seeker) => declineOffer(ctx, seeker, params, body?.reason));
  http.on(offers.own, (ctx, { query }, driver) => ownOffers(ctx, driver, query));
  http.on(offers.end, (ctx, { params, body }, driver) => endOwnOffer(ctx, driver, params.offerId, body?.reason));
  // One address for requests of both kinds; ids never collide.
  http.on(
    seatRequests.end,
    async (ctx, { params: { requestId }, body }, caller) =>
      (await findRideRequest(ctx, requestId))
        ? cancelRideRequest(ctx, caller, requestId, body?.reason)
        : endSeatRequest(ctx, caller, requestId, body?.reason),
    { ahead: (ctx, { params }) => learnLineBehind(ctx, params.requestId) },
  );
};
