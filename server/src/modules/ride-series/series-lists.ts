import type { Ride } from "@commonlane/contract/rides";
import type { RideSeries } from "@commonlane/contract/ride-series";
import type { PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import { listRidesOfSeries } from "#modules/rides/lists/index.ts";
import type { Context } from "#platform/context.ts";
import { paginate, decodeCursor } from "#platform/http/pagination.ts";
import { assertMay } from "#platform/policy.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { dayIn, instantAt } from "#platform/time-zone.ts";
import { findSeries, type SeriesRow, findSeriesOfHost } from "./ride-series.store.ts";
import { type SeriesCall, seriesPolicy } from "./series.policy.ts";
import { viewSeries } from "./ride-series.view.ts";

const AfterId = z.object({ id: z.uuid() });

export async function listOwnSeries(
  ctx: Context,
  host: Caller,
  { limit, cursor }: PageQuery,
): Promise<{
  items: RideSeries[];
  nextCursor: string | null;
}> {
  const rows = await findSeriesOfHost(ctx, host.uid, {
    limit: limit + 1,
    afterId: decodeCursor(AfterId, cursor)?.id,
  });
  const { items, nextCursor } = paginate(rows, limit, (last) => ({ id: last.id }));
  return {
    items: items.map((row) => viewSeries(ctx, row)),
    nextCursor,
  };
}

export async function readSeries(ctx: Context, host: Caller, id: string): Promise<RideSeries> {
  return viewSeries(ctx, await requireSeries(host, "rideSeries.one", findSeries(ctx, id)));
}

/** Days from the beginning of today on, in the time zone of the series. */
export async function listUpcomingDays(
  ctx: Context,
  host: Caller,
  id: string,
  page: PageQuery,
): Promise<{
  items: Ride[];
  nextCursor: string | null;
}> {
  const { time_zone } = await requireSeries(host, "rideSeries.ridesOf", findSeries(ctx, id));
  const from = instantAt(time_zone, dayIn(time_zone, ctx.now()), "00:00");
  return listRidesOfSeries(
    ctx,
    host,
    {
      seriesId: id,
      from,
    },
    page,
  );
}

/** The series, for a user who may make this call about it. @throws Problem not_found */
export async function requireSeries(
  { uid }: Caller,
  call: SeriesCall,
  found: Promise<SeriesRow | undefined>,
): Promise<SeriesRow> {
  const series = await found;
  if (!series) throw new Problem("not_found");
  await assertMay(seriesPolicy, call, series, uid);
  return series;
}
