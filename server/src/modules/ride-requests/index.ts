import { offers } from "@commonlane/contract/offers";
import { rideRequests } from "@commonlane/contract/ride-requests";
import { seatRequests } from "@commonlane/contract/seat-requests";
import { endSeatRequest } from "#modules/seat-requests/index.ts";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { listFittingRides } from "./offers/fitting-rides.ts";
import { acceptOffer, declineOffer, endOwnOffer } from "./offers/offer-decisions.ts";
import { listOffersOfRequest, listOwnOffers } from "./offers/offer-lists.ts";
import { makeOffer } from "./offers/offers.ts";
import { listOwnRideRequests, readRideRequest, listNearbyRequests } from "./request-lists.ts";
import { findRideRequest } from "./ride-requests.store.ts";
import { cancelRideRequest, changeRideRequest, postRideRequest } from "./ride-requests.ts";

export { endPendingOnSuspension, blockHooks } from "./end-on-block.ts";
export { rideHooks, rideRequestSweeps } from "./ride-hooks.ts";
export { fitsRide, isOpenRequest, matchesAudience, departureWindow } from "./guards.ts";
export { findRequestsForAll, findOpenRequestsAlong } from "./request-lists.store.ts";
export { findConcernedByRequests } from "./ride-request-events.ts";
export { findOffer } from "./offers/offers.store.ts";
export {
  findOfferViews,
  findRideRequestViews,
  viewOffer,
  viewRideRequest,
} from "./ride-requests.view.ts";
export {
  cancelRequestsWithoutMembership,
  cancelRideRequest,
  postRideRequest,
} from "./ride-requests.ts";
export { findRideRequests, type RideRequestRow } from "./ride-requests.store.ts";
export { listOwnRideRequests } from "./request-lists.ts";

export const rideRequestRoutes: RegisterRoutes = (http) => {
  http.on(rideRequests.post, (ctx, { body }, seeker) => postRideRequest(ctx, seeker, body));
  http.on(rideRequests.nearby, (ctx, { query }, driver) => listNearbyRequests(ctx, driver, query));
  http.on(rideRequests.own, (ctx, { query }, seeker) => listOwnRideRequests(ctx, seeker, query));
  http.on(rideRequests.one, (ctx, { params }, viewer) =>
    readRideRequest(ctx, viewer, params.requestId),
  );
  http.on(rideRequests.change, (ctx, { params, body }, seeker) =>
    changeRideRequest(ctx, seeker, params.requestId, body),
  );
  http.on(offers.fittingRides, (ctx, { params }, driver) =>
    listFittingRides(ctx, driver, params.requestId),
  );
  http.on(offers.make, (ctx, { params, body }, driver) =>
    makeOffer(ctx, driver, params.requestId, body),
  );
  http.on(offers.ofRequest, (ctx, { params, query }, seeker) =>
    listOffersOfRequest(ctx, seeker, params.requestId, query),
  );
  http.on(offers.accept, (ctx, { params }, seeker) => acceptOffer(ctx, seeker, params));
  http.on(offers.decline, (ctx, { params, body }, seeker) =>
    declineOffer(ctx, seeker, params, body?.reason),
  );
  http.on(offers.own, (ctx, { query }, driver) => listOwnOffers(ctx, driver, query));
  http.on(offers.end, (ctx, { params, body }, driver) =>
    endOwnOffer(ctx, driver, params.offerId, body?.reason),
  );
  // Both kinds of requests share one address; ids never collide.
  http.on(seatRequests.end, async (ctx, { params: { requestId }, body }, caller) =>
    (await findRideRequest(ctx, requestId))
      ? cancelRideRequest(ctx, caller, requestId, body?.reason)
      : endSeatRequest(ctx, caller, requestId, body?.reason),
  );
};
