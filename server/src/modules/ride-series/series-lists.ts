import type { Ride } from "@commonlane/contract/rides";
import type { RideSeries } from "@commonlane/contract/ride-series";
import type { PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import { listOfSeries } from "#modules/rides/index.ts";
import type { Context } from "#platform/context.ts";
import { pageOf, readCursor } from "#platform/http/cursor.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { dayIn, instantIn } from "#platform/time-zone.ts";
import { findSeries, type SeriesRow, seriesOfHost } from "./ride-series.store.ts";
import { viewSeries } from "./ride-series.view.ts";

const AfterId = z.object({ id: z.uuid() });

export async function ownSeries(
  ctx: Context,
  host: Caller,
  { limit, cursor }: PageQuery,
): Promise<{ items: RideSeries[]; nextCursor: string | null }> {
  const rows = await seriesOfHost(ctx, host.uid, { limit: limit + 1, afterId: readCursor(AfterId, cursor)?.id });
  const { shown, nextCursor } = pageOf(rows, limit, (last) => ({ id: last.id }));
  return { items: shown.map(viewSeries), nextCursor };
}

export async function readSeries(ctx: Context, host: Caller, id: string): Promise<RideSeries> {
  return viewSeries(await mustHostSeries(findSeries(ctx, id), host));
}

/** From the beginning of today on, in the zone of the series. */
export async function daysToCome(
  ctx: Context,
  host: Caller,
  id: string,
  page: PageQuery,
): Promise<{ items: Ride[]; nextCursor: string | null }> {
  const { time_zone } = await mustHostSeries(findSeries(ctx, id), host);
  const from = instantIn(time_zone, dayIn(time_zone, ctx.now()), "00:00");
  return listOfSeries(ctx, host, { seriesId: id, from }, page);
}

export async function mustHostSeries(found: Promise<SeriesRow | undefined>, { uid }: Caller): Promise<SeriesRow> {
  const series = await found;
  if (!series) throw new Problem("not_found");
  if (series.host_id !== uid) throw new Problem("not_yours");
  return series;
}
