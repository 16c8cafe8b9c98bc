import type { ChangedSeries, RideSeries, SeriesChange } from "@commonlane/contract/ride-series";
import {
  cancelRide,
  learnWays,
  mustOwnVehicle,
  reviseRide,
  type RideFollowUp,
  type RideRow,
} from "#modules/rides/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { dayIn, instantIn, timeZoneAt } from "#platform/time-zone.ts";
import { makeDays } from "./making.ts";
import { daysInOrder, mustRun, runsOn, wrong } from "./pattern.ts";
import {
  detachRide,
  findSeries,
  lockOccurrences,
  lockSeries,
  markEnded,
  rideOfDay,
  type SeriesRow,
  updateSeries,
} from "./ride-series.store.ts";
import { patternOf, timeOf, viewSeries } from "./ride-series.view.ts";
import { mustHostSeries } from "./series-lists.ts";

const CHANGED = "The host changed the days of this ride.";
const ENDED = "The host does not offer this ride any more.";

/**
 * Changes a series. Days that somebody is on, or asked to be, stay as they are, and so do days that were changed by
 * themselves; days that it does not run on any more are cancelled, new ones are made.
 */
export function changeSeries(
  ctx: Context,
  host: Caller,
  { id, change }: { id: string; change: SeriesChange },
  followUp: RideFollowUp,
): Promise<ChangedSeries> {
  return transaction(ctx, async (ctx) => {
    const before = await mustBeActive(lockSeries(ctx, id), host);
    const after = await writeChange(ctx, before, change);
    const kept: string[] = [];
    for (const { row, wanted } of await lockOccurrences(ctx, id)) {
      if (wanted || row.apart) kept.push(dayOf(row));
      else await follow(ctx, host, { row, series: after, change }, followUp);
    }
    const { series } = await makeDays(ctx, after);
    return { ...viewSeries(series), kept: kept.toSorted() };
  });
}

/** The way that days are to go from now on, remembered before they are held. */
export async function learnChangedWay(ctx: Context, host: Caller, id: string, { ride }: SeriesChange): Promise<void> {
  const { terms } = await mustHostSeries(findSeries(ctx, id), host);
  await learnWays(ctx, host.uid, [{ ...terms, ...ride }]);
}

async function writeChange(ctx: InTransaction, before: SeriesRow, change: SeriesChange): Promise<SeriesRow> {
  const { ride = {}, time = timeOf(before), weekdays, lastDay, exceptions } = change;
  if (ride.vehicleId) await mustOwnVehicle(ctx, before.host_id, ride.vehicleId);
  const time_zone = ride.origin ? timeZoneAt(ride.origin) : before.time_zone;
  const after: SeriesRow = {
    ...before,
    terms: { ...before.terms, ...ride },
    local_time: time,
    time_zone,
    ...(weekdays && { weekdays: daysInOrder(weekdays) }),
    ...(lastDay !== undefined && { last_day: lastDay }),
    ...(exceptions && { exceptions: [...new Set(exceptions)].toSorted() }),
  };
  mustRun(patternOf(after), dayIn(time_zone, ctx.now()));
  const { terms, local_time, weekdays: days, last_day, exceptions: but } = after;
  return updateSeries(ctx, before.id, { terms, local_time, time_zone, weekdays: days, last_day, exceptions: but });
}

/** Brings a day that nobody is on in line with its series, or takes it away where the series does not run then. */
async function follow(
  ctx: InTransaction,
  host: Caller,
  { row, series, change }: { row: RideRow; series: SeriesRow; change: SeriesChange },
  followUp: RideFollowUp,
): Promise<void> {
  const day = dayOf(row);
  const departsAt = instantIn(series.time_zone, day, timeOf(series));
  if (!runsOn(patternOf(series), day) || departsAt <= ctx.now()) {
    return takeAway(ctx, host, row, followUp);
  }
  const said = { ...change.ride, departsAt: departsAt.toISOString(), timeZone: series.time_zone };
  try {
    await reviseRide(ctx, row, said, followUp, { apart: false });
  } catch (error) {
    const travels = error instanceof Problem && error.code === "already_travelling" && error.details.fields;
    if (!travels) throw error;
    await takeAway(ctx, host, row, followUp);
  }
}

async function takeAway(ctx: InTransaction, host: Caller, { id }: RideRow, followUp: RideFollowUp): Promise<void> {
  await cancelRide(ctx, host, { id, reason: CHANGED }, followUp);
  await detachRide(ctx, id);
}

/** Leaves out one day, made or not. */
export function skipDay(
  ctx: Context,
  host: Caller,
  { id, day, reason }: { id: string; day: string; reason?: string | null | undefined },
  followUp: RideFollowUp,
): Promise<RideSeries> {
  return transaction(ctx, async (ctx) => {
    const series = await mustBeActive(lockSeries(ctx, id), host);
    if (series.exceptions.includes(day)) return viewSeries(series);
    if (!runsOn(patternOf(series), day)) throw wrong("day", "This series does not run on that day.");
    if (day < dayIn(series.time_zone, ctx.now())) throw new Problem("ride_over");
    const ride = await rideOfDay(ctx, id, day);
    if (ride && ride.status !== "cancelled") await cancelRide(ctx, host, { id: ride.id, reason }, followUp);
    const exceptions = [...new Set([...series.exceptions, day])].toSorted();
    const missed = series.missed.filter((one) => one !== day);
    return viewSeries(await updateSeries(ctx, id, { exceptions, missed }));
  });
}

/** No more days are made, and those that nobody is on are cancelled. */
export function endSeries(
  ctx: Context,
  host: Caller,
  { id, reason }: { id: string; reason?: string | null | undefined },
  followUp: RideFollowUp,
): Promise<ChangedSeries> {
  return transaction(ctx, async (ctx) => {
    const before = await mustHostSeries(lockSeries(ctx, id), host);
    const series = await markEnded(ctx, id);
    if (!series) throw new Problem("status_already_set", { current: viewSeries(before) });
    const kept: string[] = [];
    for (const { row, wanted } of await lockOccurrences(ctx, id)) {
      if (wanted) kept.push(dayOf(row));
      else await cancelRide(ctx, host, { id: row.id, reason: reason || ENDED }, followUp);
    }
    return { ...viewSeries(series), kept: kept.toSorted() };
  });
}

async function mustBeActive(found: Promise<SeriesRow | undefined>, host: Caller): Promise<SeriesRow> {
  const series = await mustHostSeries(found, host);
  if (series.status === "ended") throw new Problem("series_over");
  return series;
}

function dayOf({ series_day }: RideRow): string {
  if (series_day === null) throw new Error("This ride is no day of a series.");
  return series_day;
}
