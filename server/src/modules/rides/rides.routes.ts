import { rides } from "@commonlane/contract/rides";
import type { Routes } from "#platform/http/route.ts";
import { reckonCostShare } from "./cost-share.ts";
import { cancelRide, completeRide } from "./ride-end.ts";
import type { RideIndex } from "./ride-index.ts";
import { listAll, listNearby, listOfHost } from "./ride-lists.ts";
import { learnBothWays, learnChange } from "./learning.ts";
import { searchNearMisses, searchRides } from "./ride-search.ts";
import { searchDays } from "./search-days.ts";
import { readRide } from "./ride-reading.ts";
import { changeRide, hostRide, type RideFollowUp } from "./rides.ts";

export const rideRoutes =
  (index: RideIndex, followUp: RideFollowUp): Routes =>
  (http) => {
    http.on(rides.nearby, (ctx, { query }, viewer) => listNearby(ctx, viewer, query));
    http.on(rides.all, (ctx, { query }, viewer) => listAll(ctx, viewer, query));
    http.on(rides.search, (ctx, { query }, seeker) => searchRides(ctx, index, seeker, query));
    http.on(rides.nearMisses, (ctx, { query }, seeker) => searchNearMisses(ctx, index, seeker, query));
    http.on(rides.days, (ctx, { query }, seeker) => searchDays(ctx, index, seeker, query));
    http.on(rides.one, (ctx, { params }, viewer) => readRide(ctx, viewer, params.rideId));
    http.on(rides.ofHost, (ctx, { params, query }, viewer) => listOfHost(ctx, viewer, params.uid, query));
    http.on(rides.costShare, (ctx, { body }, { uid }) => reckonCostShare(ctx, uid, body));
    http.on(rides.host, (ctx, { body }, host) => hostRide(ctx, host, body), {
      ahead: (ctx, { body }, host) => learnBothWays(ctx, host, body, body.returnWay),
    });
    http.on(rides.change, (ctx, { params, body }, host) => changeRide(ctx, host, params.rideId, body, followUp), {
      ahead: (ctx, { params, body }, host) => learnChange(ctx, host, params.rideId, body, followUp),
    });
    http.on(rides.cancel, (ctx, { params, body }, host) =>
      cancelRide(ctx, host, { id: params.rideId, reason: body?.reason }, followUp),
    );
    http.on(rides.complete, (ctx, { params }, host) => completeRide(ctx, host, params.rideId, followUp));
  };
