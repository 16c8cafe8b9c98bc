import { seatRequests } from "@commonlane/contract/seat-requests";
import { standby } from "@commonlane/contract/standby";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { acceptSeatRequest, rejectSeatRequest } from "./decisions.ts";
import { prepareInstantBooking } from "./instant-booking/instant-booking.ts";
import { confirmSeatRequest } from "./ride-changes/confirmations.ts";
import { listIncomingRequests, listOwnRequests, listRequestsOfRide } from "./seat-request-lists.ts";
import { requestSeats } from "./seat-requests.ts";
import { joinStandby, leaveStandby, readStandbyQueue } from "./standby/standby.ts";

export {
  endSeatRequestsBetween,
  endSeatRequestsOf,
  endStandbyBetween,
  sharedRides,
} from "./end-on-block.ts";
export { endSeatsWithoutMembership } from "./membership-loss.ts";
export { seatRequestRideHooks, seatRequestSweeps } from "./ride-hooks.ts";
export { acceptSeatRequest, endSeatRequest, rejectSeatRequest } from "./decisions.ts";
export {
  findConfirmedSeatViews,
  findSeatRequestViews,
  findSeatRequestViewsAsPending,
  listIncomingRequests,
  listOwnRequests,
} from "./seat-request-lists.ts";
export { answerDeadline, bookSeats, assertVehicleAccess, requestSeats } from "./seat-requests.ts";
export { findSeatRequest, markDisputed } from "./seat-requests.store.ts";
export { viewSeatRequest } from "./seat-requests.view.ts";
export { countSeatsForMembers } from "./membership-loss.store.ts";
export { stopsForSeeker } from "./location-privacy/visible-stops.ts";

/** All seat request routes except `end`, which ride requests share; the module that knows both answers it. */
export const seatRequestRoutes: RegisterRoutes = (http) => {
  http.on(
    seatRequests.request,
    (ctx, { params, body }, seeker) => requestSeats(ctx, seeker, params.rideId, body),
    {
      fastPath: (ctx, { params, body }, seeker) =>
        prepareInstantBooking(ctx, seeker, params.rideId, body),
    },
  );
  http.on(seatRequests.ofRide, (ctx, { params, query }, host) =>
    listRequestsOfRide(ctx, host, params.rideId, query),
  );
  http.on(seatRequests.incoming, (ctx, { query }, host) => listIncomingRequests(ctx, host, query));
  http.on(seatRequests.own, (ctx, { query }, seeker) => listOwnRequests(ctx, seeker, query));
  http.on(seatRequests.accept, (ctx, { params }, host) => acceptSeatRequest(ctx, host, params));
  http.on(seatRequests.confirm, (ctx, { params, body }, seeker) =>
    confirmSeatRequest(ctx, seeker, params.requestId, body?.pickupAt),
  );
  http.on(seatRequests.reject, (ctx, { params, body }, host) =>
    rejectSeatRequest(ctx, host, params, body?.reason),
  );
  http.on(standby.queue, (ctx, { params }, viewer) => readStandbyQueue(ctx, viewer, params.rideId));
  http.on(standby.join, (ctx, { params, body }, seeker) =>
    joinStandby(ctx, seeker, params.rideId, body),
  );
  http.on(standby.leave, (ctx, { params }, seeker) => leaveStandby(ctx, seeker, params.standbyId));
};
