import { SERIES_PER_HOST_MAX } from "@commonlane/contract/limits";
import type { HostedSeries, RideSeries } from "@commonlane/contract/ride-series";
import { mustBeComplete } from "#modules/profiles/index.ts";
import { mustOwnVehicle, reversed } from "#modules/rides/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { dayIn, timeZoneAt } from "#platform/time-zone.ts";
import { makeDays } from "./making.ts";
import { daysInOrder, mustRun, wrong } from "./pattern.ts";
import { insertSeries, type SeriesRow } from "./ride-series.store.ts";
import { viewSeries } from "./ride-series.view.ts";

/** Repeats a ride, and its way back where that is said; the days within the horizon are on offer at once. */
export function hostSeries(ctx: Context, host: Caller, said: HostedSeries): Promise<RideSeries> {
  return transaction(ctx, async (ctx) => {
    await mustBeComplete(ctx, host.uid);
    await mustOwnVehicle(ctx, host.uid, said.ride.vehicleId);
    const there = await openSeries(ctx, host, said);
    if (said.returnWay) await openReturns(ctx, host, there, said);
    return viewSeries(there);
  });
}

async function openReturns(ctx: InTransaction, host: Caller, there: SeriesRow, said: HostedSeries): Promise<void> {
  const { ride, returnWay } = said;
  if (!returnWay) return;
  const { time, contribution = ride.contribution } = returnWay;
  if (time <= said.time) throw wrong("returnWay.time", "The way back must leave after the way there.");
  const way = { ...ride, ...reversed(ride), contribution };
  const back = { ...said, ride: way, time, timeZone: null, firstDay: there.first_day };
  await openSeries(ctx, host, back, there.id);
}

async function openSeries(
  ctx: InTransaction,
  host: Caller,
  { ride, time, weekdays, lastDay, exceptions, timeZone, firstDay }: HostedSeries,
  returnOf: string | null = null,
): Promise<SeriesRow> {
  const time_zone = timeZone ?? timeZoneAt(ride.origin);
  const today = dayIn(time_zone, ctx.now());
  const first_day = firstDay !== undefined && firstDay > today ? firstDay : today;
  mustRun({ weekdays, firstDay: first_day, lastDay, exceptions }, today);
  const row = await insertSeries(
    ctx,
    {
      host_id: host.uid,
      terms: ride,
      local_time: time,
      time_zone,
      weekdays: daysInOrder(weekdays),
      first_day,
      last_day: lastDay,
      exceptions: [...new Set(exceptions)].toSorted(),
      return_of: returnOf,
      created_at: ctx.now(),
    },
    SERIES_PER_HOST_MAX,
  );
  if (!row) throw new Problem("series_enough");
  const { series, made } = await makeDays(ctx, row);
  if (made === 0 && series.missed.length > 0) throw new Problem("already_travelling", { fields: { time: TRAVELS } });
  return series;
}

const TRAVELS = "You are under way with other rides on all of these days.";
