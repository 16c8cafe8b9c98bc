import { seatRequests } from "@commonlane/contract/seat-requests";
import { standby } from "@commonlane/contract/standby";
import type { Routes } from "#platform/http/route.ts";
import { learnPartOf } from "./approximate-part.ts";
import { bookingAtOnce } from "./booking-at-once.ts";
import { confirmSeatRequest } from "./confirmations.ts";
import { acceptSeatRequest, rejectSeatRequest } from "./decisions.ts";
import { learnRoadsOfRequest } from "./exact-part.ts";
import { incomingRequests, ownRequests, requestsOfRide } from "./lists.ts";
import { requestSeats } from "./seat-requests.ts";
import { learnLine } from "./standby-serving.ts";
import { joinStandby, leaveStandby, standbyLine } from "./standby.ts";

/** All calls but `end`: ride requests live under its address too, and the module that knows both answers it. */
export const seatRequestRoutes: Routes = (http) => {
  http.on(seatRequests.request, (ctx, { params, body }, seeker) => requestSeats(ctx, seeker, params.rideId, body), {
    ahead: (ctx, { params, body }) => learnPartOf(ctx, params.rideId, body),
    atOnce: (ctx, { params, body }, seeker) => bookingAtOnce(ctx, seeker, params.rideId, body),
  });
  http.on(seatRequests.ofRide, (ctx, { params, query }, host) => requestsOfRide(ctx, host, params.rideId, query));
  http.on(seatRequests.incoming, (ctx, { query }, host) => incomingRequests(ctx, host, query));
  http.on(seatRequests.own, (ctx, { query }, seeker) => ownRequests(ctx, seeker, query));
  http.on(seatRequests.accept, (ctx, { params }, host) => acceptSeatRequest(ctx, host, params), {
    ahead: (ctx, { params }) => learnRoadsOfRequest(ctx, params.requestId),
  });
  http.on(
    seatRequests.confirm,
    (ctx, { params, body }, seeker) => confirmSeatRequest(ctx, seeker, params.requestId, body?.pickupAt),
    { ahead: (ctx, { params }) => learnRoadsOfRequest(ctx, params.requestId) },
  );
  http.on(seatRequests.reject, (ctx, { params, body }, host) => rejectSeatRequest(ctx, host, params, body?.reason), {
    ahead: (ctx, { params }) => learnLine(ctx, params.rideId),
  });
  http.on(standby.line, (ctx, { params }, viewer) => standbyLine(ctx, viewer, params.rideId));
  http.on(standby.join, (ctx, { params, body }, seeker) => joinStandby(ctx, seeker, params.rideId, body), {
    ahead: (ctx, { params, body }) => learnPartOf(ctx, params.rideId, body),
  });
  http.on(standby.leave, (ctx, { params }, seeker) => leaveStandby(ctx, seeker, params.standbyId));
};
