import { rideSeries } from "@commonlane/contract/ride-series";
import { rideTemplates } from "@commonlane/contract/ride-templates";
import type { RideHooks } from "#modules/rides/index.ts";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { hostSeries, listOwnSeries, listUpcomingDays, readSeries } from "./ride-series.ts";
import { listOwnTemplates, removeTemplate, saveTemplate } from "./ride-templates.ts";
import { changeSeries, endSeries, skipDay } from "./series-changes.ts";

export { endSeries } from "./series-changes.ts";
export { hostSeries } from "./ride-series.ts";
export { seriesSweeps } from "./create-rides.ts";

export const rideSeriesRoutes =
  (hooks: RideHooks): RegisterRoutes =>
  (http) => {
    http.on(rideSeries.host, (ctx, { body }, host) => hostSeries(ctx, host, body));
    http.on(rideSeries.own, (ctx, { query }, host) => listOwnSeries(ctx, host, query));
    http.on(rideSeries.one, (ctx, { params }, host) => readSeries(ctx, host, params.seriesId));
    http.on(rideSeries.ridesOf, (ctx, { params, query }, host) =>
      listUpcomingDays(ctx, host, params.seriesId, query),
    );
    http.on(rideSeries.change, (ctx, { params, body }, host) =>
      changeSeries(
        ctx,
        host,
        {
          id: params.seriesId,
          change: body,
        },
        hooks,
      ),
    );
    http.on(rideSeries.skip, (ctx, { params, body }, host) =>
      skipDay(
        ctx,
        host,
        {
          id: params.seriesId,
          ...body,
        },
        hooks,
      ),
    );
    http.on(rideSeries.end, (ctx, { params, body }, host) =>
      endSeries(
        ctx,
        host,
        {
          id: params.seriesId,
          reason: body?.reason,
        },
        hooks,
      ),
    );

    http.on(rideTemplates.save, (ctx, { body }, host) => saveTemplate(ctx, host, body));
    http.on(rideTemplates.own, (ctx, _, host) => listOwnTemplates(ctx, host));
    http.on(rideTemplates.remove, (ctx, { params }, host) =>
      removeTemplate(ctx, host, params.templateId),
    );
  };
