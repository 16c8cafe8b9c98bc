import { translatable } from "@commonlane/contract/message";
import type { ChangedSeries, RideSeries, SeriesChange } from "@commonlane/contract/ride-series";
import { assertListingAllowed, unlistRidesOfSeries } from "#modules/rides/published/index.ts";
import { detachRide } from "#modules/rides/lists/index.ts";
import {
  cancelRide,
  getOwnVehicle,
  applyRideChange,
  type RideHooks,
  type RideRow,
} from "#modules/rides/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { invalidInput, Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { dayIn, instantAt, timeZoneAt } from "#platform/time-zone.ts";
import { createRidesForDays } from "./create-rides.ts";
import { sortWeekdays, assertRuns, runsOnDay } from "./series-pattern.ts";
import {
  lockOccurrences,
  lockSeries,
  markSeriesEnded,
  findRideOfDay,
  type SeriesRow,
  updateSeries,
} from "./ride-series.store.ts";
import { requireSeries } from "./ride-series.ts";
import { toPattern, toClockTime, viewSeries } from "./ride-series.view.ts";

const CHANGED_REASON = translatable("The host changed the days of this ride.");
const ENDED_REASON = translatable("The host no longer offers this ride.");

/**
 * Changes a series. Days with passengers or open requests, and days that were changed separately, stay as they are.
 * Other days that the series no longer runs on are cancelled, and new ones are created.
 */
export function changeSeries(
  ctx: Context,
  host: Caller,
  {
    id,
    change,
  }: {
    id: string;
    change: SeriesChange;
  },
  hooks: RideHooks,
): Promise<ChangedSeries> {
  if (change.ride?.isListed) assertListingAllowed(ctx);
  return transaction(ctx, async (ctx) => {
    const before = await requireActiveSeries(host, "rideSeries.change", lockSeries(ctx, id));
    const after = await saveChange(ctx, before, change);
    const unchangedDays: string[] = [];
    for (const { row, requested } of await lockOccurrences(ctx, id)) {
      if (requested || row.detached) unchangedDays.push(dayOf(row));
      else
        await applySeriesToRide(
          ctx,
          host,
          {
            row,
            series: after,
            change,
          },
          hooks,
        );
    }
    if (change.ride?.isListed === false) await unlistRidesOfSeries(ctx, id);
    const { series } = await createRidesForDays(ctx, after);
    return {
      ...viewSeries(ctx, series),
      unchangedDays: unchangedDays.toSorted(),
    };
  });
}

async function saveChange(
  ctx: InTransaction,
  before: SeriesRow,
  change: SeriesChange,
): Promise<SeriesRow> {
  const { ride = {}, time = toClockTime(before), weekdays, lastDay, exceptions } = change;
  if (ride.vehicleId) await getOwnVehicle(ctx, before.host_id, ride.vehicleId);
  const time_zone = ride.origin ? timeZoneAt(ride.origin) : before.time_zone;
  const after: SeriesRow = {
    ...before,
    terms: { ...before.terms, ...ride },
    local_time: time,
    time_zone,
    ...(weekdays && { weekdays: sortWeekdays(weekdays) }),
    ...(lastDay !== undefined && { last_day: lastDay }),
    ...(exceptions && { exceptions: [...new Set(exceptions)].toSorted() }),
  };
  assertRuns(toPattern(after), dayIn(time_zone, ctx.now()));
  return updateSeries(ctx, before.id, {
    terms: after.terms,
    local_time: after.local_time,
    time_zone,
    weekdays: after.weekdays,
    last_day: after.last_day,
    exceptions: after.exceptions,
  });
}

/** Updates a day without passengers to match its series, or cancels it if the series no longer runs on it. */
async function applySeriesToRide(
  ctx: InTransaction,
  host: Caller,
  {
    row,
    series,
    change,
  }: {
    row: RideRow;
    series: SeriesRow;
    change: SeriesChange;
  },
  hooks: RideHooks,
): Promise<void> {
  const day = dayOf(row);
  const departsAt = instantAt(series.time_zone, day, toClockTime(series));
  if (!runsOnDay(toPattern(series), day) || departsAt <= ctx.now()) {
    return cancelDay(ctx, host, row, hooks);
  }
  const rideTerms = {
    ...change.ride,
    departsAt: departsAt.toISOString(),
    timeZone: series.time_zone,
  };
  try {
    await applyRideChange(ctx, row, rideTerms, hooks, { isSeparate: false });
  } catch (error) {
    const isDoubleBooked =
      error instanceof Problem && error.code === "already_travelling" && error.details.fields;
    if (!isDoubleBooked) throw error;
    await cancelDay(ctx, host, row, hooks);
  }
}

async function cancelDay(
  ctx: InTransaction,
  host: Caller,
  { id }: RideRow,
  hooks: RideHooks,
): Promise<void> {
  await cancelRide(
    ctx,
    host,
    {
      id,
      reason: CHANGED_REASON,
    },
    hooks,
  );
  await detachRide(ctx, id);
}

/** Skips one day, created or not. */
export function skipDay(
  ctx: Context,
  host: Caller,
  {
    id,
    day,
    reason,
  }: {
    id: string;
    day: string;
    reason?: string | null | undefined;
  },
  hooks: RideHooks,
): Promise<RideSeries> {
  return transaction(ctx, async (ctx) => {
    const series = await requireActiveSeries(host, "rideSeries.skip", lockSeries(ctx, id));
    if (series.exceptions.includes(day)) return viewSeries(ctx, series);
    if (!runsOnDay(toPattern(series), day))
      throw invalidInput("day", translatable("This series doesn't run on that day."));
    if (day < dayIn(series.time_zone, ctx.now())) throw new Problem("ride_over");
    const ride = await findRideOfDay(ctx, id, day);
    if (ride && ride.status !== "cancelled")
      await cancelRide(
        ctx,
        host,
        {
          id: ride.id,
          reason,
        },
        hooks,
      );
    const exceptions = [...new Set([...series.exceptions, day])].toSorted();
    const missed = series.missed.filter((missedDay) => missedDay !== day);
    return viewSeries(
      ctx,
      await updateSeries(ctx, id, {
        exceptions,
        missed,
      }),
    );
  });
}

/** Creates no more days and cancels those without passengers. */
export function endSeries(
  ctx: Context,
  host: Caller,
  {
    id,
    reason,
  }: {
    id: string;
    reason?: string | null | undefined;
  },
  hooks: RideHooks,
): Promise<ChangedSeries> {
  return transaction(ctx, async (ctx) => {
    const before = await requireSeries(host, "rideSeries.end", lockSeries(ctx, id));
    const series = await markSeriesEnded(ctx, id);
    if (!series) throw new Problem("status_already_set", { current: viewSeries(ctx, before) });
    const unchangedDays: string[] = [];
    for (const { row, requested } of await lockOccurrences(ctx, id)) {
      if (requested) unchangedDays.push(dayOf(row));
      else
        await cancelRide(
          ctx,
          host,
          {
            id: row.id,
            reason: reason || ENDED_REASON,
          },
          hooks,
        );
    }
    return {
      ...viewSeries(ctx, series),
      unchangedDays: unchangedDays.toSorted(),
    };
  });
}

async function requireActiveSeries(
  host: Caller,
  call: "rideSeries.change" | "rideSeries.skip",
  found: Promise<SeriesRow | undefined>,
): Promise<SeriesRow> {
  const series = await requireSeries(host, call, found);
  if (series.status === "ended") throw new Problem("series_over");
  return series;
}

function dayOf({ series_day }: RideRow): string {
  if (series_day === null) throw new Error("This ride does not belong to a series.");
  return series_day;
}
