import { rides } from "@commonlane/contract/rides";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { calculateCostShare } from "./rules/cost-share.ts";
import { cancelRide, completeRide } from "./ride-lifecycle.ts";
import type { RideIndex } from "./search/ride-index/ride-index.ts";
import {
  listAllRides,
  listNearbyRides,
  listRidesForMembers,
  listRidesOfHost,
} from "./lists/ride-lists.ts";
import { findWalkPath, measureRoute } from "./route/measure-route.ts";
import { findNextBest } from "./search/next-best.ts";
import { searchNearMisses, searchRides } from "./search/ride-search.ts";
import { previewRide } from "./preview-ride.ts";
import { readRide } from "./read-ride.ts";
import { setRidePublic } from "./published/set-ride-public.ts";
import { changeRide, hostRide, type RideHooks } from "./rides.ts";
import { searchDays } from "./search/count-rides.ts";

export const rideRoutes =
  (index: RideIndex, hooks: RideHooks): RegisterRoutes =>
  (http) => {
    http.on(rides.nearby, (ctx, { query }, viewer) => listNearbyRides(ctx, viewer, query));
    http.on(rides.all, (ctx, { query }, viewer) => listAllRides(ctx, viewer, query));
    http.on(rides.search, (ctx, { query }, seeker) => searchRides(ctx, index, seeker, query));
    http.on(rides.nearMisses, (ctx, { query }, seeker) =>
      searchNearMisses(ctx, index, seeker, query),
    );
    http.on(rides.nextBest, (ctx, { query }, seeker) => findNextBest(ctx, index, seeker, query));
    http.on(rides.days, (ctx, { query }, seeker) => searchDays(ctx, index, seeker, query));
    http.on(rides.one, (ctx, { params }, viewer) => readRide(ctx, viewer, params.rideId));
    http.on(rides.ofHost, (ctx, { params, query }, viewer) =>
      listRidesOfHost(ctx, viewer, params.uid, query),
    );
    http.on(rides.forMembers, (ctx, { params, query }, viewer) =>
      listRidesForMembers(ctx, viewer, params.audienceId, query),
    );
    http.on(rides.costShare, (ctx, { body }, { uid }) => calculateCostShare(ctx, uid, body));
    http.on(rides.preview, (ctx, { body }, host) => previewRide(ctx, host, body));
    http.on(rides.measure, async (ctx, { body }) => measureRoute(ctx, body));
    http.on(rides.walk, async (ctx, { body }) => findWalkPath(ctx, body));
    http.on(rides.host, (ctx, { body }, host) => hostRide(ctx, host, body));
    http.on(rides.change, (ctx, { params, body }, host) =>
      changeRide(ctx, host, params.rideId, body, hooks),
    );
    http.on(rides.setPublic, (ctx, { params, body }, host) =>
      setRidePublic(ctx, host, params.rideId, body),
    );
    http.on(rides.cancel, (ctx, { params, body }, host) =>
      cancelRide(
        ctx,
        host,
        {
          id: params.rideId,
          reason: body?.reason,
        },
        hooks,
      ),
    );
    http.on(rides.complete, (ctx, { params }, host) =>
      completeRide(ctx, host, params.rideId, hooks),
    );
  };
