import { rideSeries } from "@commonlane/contract/ride-series";
import { learnBothWays, type RideFollowUp } from "#modules/rides/index.ts";
import type { Routes } from "#platform/http/route.ts";
import { hostSeries } from "./ride-series.ts";
import { changeSeries, endSeries, learnChangedWay, skipDay } from "./series-changes.ts";
import { daysToCome, ownSeries, readSeries } from "./series-lists.ts";

export const rideSeriesRoutes =
  (followUp: RideFollowUp): Routes =>
  (http) => {
    http.on(rideSeries.host, (ctx, { body }, host) => hostSeries(ctx, host, body), {
      ahead: (ctx, { body }, host) => learnBothWays(ctx, host, body.ride, body.returnWay),
    });
    http.on(rideSeries.own, (ctx, { query }, host) => ownSeries(ctx, host, query));
    http.on(rideSeries.one, (ctx, { params }, host) => readSeries(ctx, host, params.seriesId));
    http.on(rideSeries.ridesOf, (ctx, { params, query }, host) => daysToCome(ctx, host, params.seriesId, query));
    http.on(
      rideSeries.change,
      (ctx, { params, body }, host) => changeSeries(ctx, host, { id: params.seriesId, change: body }, followUp),
      { ahead: (ctx, { params, body }, host) => learnChangedWay(ctx, host, params.seriesId, body) },
    );
    http.on(rideSeries.skip, (ctx, { params, body }, host) =>
      skipDay(ctx, host, { id: params.seriesId, ...body }, followUp),
    );
    http.on(rideSeries.end, (ctx, { params, body }, host) =>
      endSeries(ctx, host, { id: params.seriesId, reason: body?.reason }, followUp),
    );
  };
