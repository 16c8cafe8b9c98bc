import { translatable } from "@commonlane/contract/message";
import { SERIES_PER_HOST_MAX } from "@commonlane/contract/limits";
import type { HostedSeries, RideSeries } from "@commonlane/contract/ride-series";
import type { Ride } from "@commonlane/contract/rides";
import type { PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import { assertProfileComplete } from "#modules/profiles/index.ts";
import { asReturnWay, getOwnVehicle, reverseRoute } from "#modules/rides/index.ts";
import { listRidesOfSeries } from "#modules/rides/lists/index.ts";
import { assertListingAllowed } from "#modules/rides/published/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { invalidInput, Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { paginate, decodeCursor } from "#platform/http/pagination.ts";
import { assertMay } from "#platform/policy.ts";
import { dayIn, instantAt, timeZoneAt } from "#platform/time-zone.ts";
import { createRidesForDays } from "./create-rides.ts";
import { sortWeekdays, assertRuns } from "./series-pattern.ts";
import { findSeries, findSeriesOfHost, insertSeries, type SeriesRow } from "./ride-series.store.ts";
import { viewSeries } from "./ride-series.view.ts";
import { type SeriesCall, seriesPolicy } from "./series.policy.ts";

/** Repeats a ride, and its return ride if requested. Creates the days within the horizon at once. */
export function hostSeries(ctx: Context, host: Caller, input: HostedSeries): Promise<RideSeries> {
  if (input.ride.isListed) assertListingAllowed(ctx);
  return transaction(ctx, async (ctx) => {
    await assertProfileComplete(ctx, host.uid);
    await getOwnVehicle(ctx, host.uid, input.ride.vehicleId);
    const outward = await createSeries(ctx, host, input);
    if (input.returnWay) await createReturnSeries(ctx, host, outward, input);
    return viewSeries(ctx, outward);
  });
}

async function createReturnSeries(
  ctx: InTransaction,
  host: Caller,
  outward: SeriesRow,
  input: HostedSeries,
): Promise<void> {
  const { ride, returnWay } = input;
  if (!returnWay) return;
  const { time, contribution = ride.contribution } = returnWay;
  if (time <= input.time)
    throw invalidInput(
      "returnWay.time",
      translatable("The return ride must depart after the outward ride."),
    );
  const returnRide = {
    ...ride,
    ...reverseRoute(ride),
    contribution,
  };
  const returnInput = {
    ...input,
    ride: returnRide,
    time,
    timeZone: null,
    firstDay: outward.first_day,
  };
  await asReturnWay(createSeries(ctx, host, returnInput, outward.id), "time");
}

async function createSeries(
  ctx: InTransaction,
  host: Caller,
  { ride, time, weekdays, lastDay, exceptions, timeZone, firstDay }: HostedSeries,
  returnOf: string | null = null,
): Promise<SeriesRow> {
  const time_zone = timeZone ?? timeZoneAt(ride.origin);
  const today = dayIn(time_zone, ctx.now());
  const first_day = firstDay !== undefined && firstDay > today ? firstDay : today;
  assertRuns(
    {
      weekdays,
      firstDay: first_day,
      lastDay,
      exceptions,
    },
    today,
  );
  const row = await insertSeries(
    ctx,
    {
      host_id: host.uid,
      terms: ride,
      local_time: time,
      time_zone,
      weekdays: sortWeekdays(weekdays),
      first_day,
      last_day: lastDay,
      exceptions: [...new Set(exceptions)].toSorted(),
      return_of: returnOf,
      created_at: ctx.now(),
    },
    SERIES_PER_HOST_MAX,
  );
  if (!row) throw new Problem("series_enough");
  const { series, createdCount } = await createRidesForDays(ctx, row);
  if (createdCount === 0 && series.missed.length > 0)
    throw new Problem("already_travelling", { fields: { time: DOUBLE_BOOKED_TEXT } });
  return series;
}

const DOUBLE_BOOKED_TEXT = translatable("You have other rides at this time on all of these days.");

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
