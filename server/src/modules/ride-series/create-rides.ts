import { notify } from "#modules/notifications/index.ts";
import { getOwnVehicle, createRide } from "#modules/rides/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { renderText } from "#platform/i18n/translate.ts";
import { Problem } from "#platform/http/problem.ts";
import { forEachInTransaction, type Sweep } from "#platform/jobs/sweeps.ts";
import { dayAfter, dayIn, instantAt } from "#platform/time-zone.ts";
import { listDays } from "./series-pattern.ts";
import {
  findCreatedDays,
  findLastCreatedDay,
  linkReturnRides,
  lockSeriesIfDue,
  type SeriesRow,
  findDueSeries,
  updateSeries,
} from "./ride-series.store.ts";
import { toPattern, toClockTime } from "./ride-series.view.ts";

/**
 * Creates the rides of a series for all new days up to the horizon. The transaction holds the series lock, and each day
 * is created only once. Days on which the host is on another ride are recorded as missed.
 */
export async function createRidesForDays(
  ctx: InTransaction,
  series: SeriesRow,
): Promise<{
  series: SeriesRow;
  createdCount: number;
}> {
  const { days, until } = await findDaysToCreate(ctx, series);
  const host = {
    uid: series.host_id,
    vehicle: await vehicleOf(ctx, series),
  };
  const missed: string[] = [];
  let createdCount = 0;
  let sameRouteAs: Awaited<ReturnType<typeof createRide>> | undefined;
  for (const day of days) {
    const departsAt = instantAt(series.time_zone, day, toClockTime(series));
    if (departsAt <= ctx.now()) continue;
    const rideTerms = {
      // The previous release stores series without it.
      isListed: false,
      ...series.terms,
      departsAt: departsAt.toISOString(),
      timeZone: series.time_zone,
    };
    const occurrence = {
      series_id: series.id,
      series_day: day,
      sameRouteAs,
    };
    const ride = await undefinedIfDoubleBooked(createRide(ctx, host, rideTerms, occurrence));
    if (ride) createdCount++;
    else missed.push(day);
    sameRouteAs ??= ride;
  }
  if (createdCount > 0) await linkReturnRides(ctx, series.id);
  const created_until =
    series.last_day !== null && series.last_day < until ? series.last_day : until;
  return {
    series: await updateSeries(ctx, series.id, {
      missed,
      created_until,
      ...NOT_STOPPED,
    }),
    createdCount,
  };
}

const NOT_STOPPED = {
  stopped_from: null,
  stop_reason: null,
};

/** Days of a series up to the horizon that were never created. */
async function findDaysToCreate(
  ctx: InTransaction,
  series: SeriesRow,
): Promise<{ days: string[]; until: string }> {
  const today = dayIn(series.time_zone, ctx.now());
  const until = dayAfter(today, ctx.settings.SERIES_AHEAD_DAYS);
  const before = await findCreatedDays(ctx, series.id, today);
  return {
    days: listDays(toPattern(series), today, until).filter((day) => !before.has(day)),
    until,
  };
}

/** The vehicle in the form stored with rides; undefined if it was deleted since. */
const vehicleOf = (ctx: InTransaction, { host_id, terms }: SeriesRow) =>
  getOwnVehicle(ctx, host_id, terms.vehicleId).catch((error: unknown) => {
    if (error instanceof Problem) return null;
    throw error;
  });

async function undefinedIfDoubleBooked<T>(creation: Promise<T>): Promise<T | undefined> {
  try {
    return await creation;
  } catch (error) {
    // Detected before any write, so the transaction can go on.
    if (error instanceof Problem && error.code === "already_travelling" && error.details.fields)
      return undefined;
    throw error;
  }
}

/** More than are due at any time: a series that fails must not hide others. */
const DUE_MAX = 10_000;

/** Creates the rides of days that come within the horizon. */
export const seriesSweeps: readonly Sweep[] = [
  {
    name: "ride-series.made",
    everyS: 300,
    runOutside: async (ctx) =>
      forEachInTransaction(ctx, await findDueSeries(ctx, horizonOf(ctx), DUE_MAX), extendIfDue),
  },
];

async function extendIfDue(ctx: InTransaction, { id }: SeriesRow): Promise<void> {
  const series = await lockSeriesIfDue(ctx, horizonOf(ctx), id);
  if (series) await extendSeries(ctx, series);
}

/** The calendar of some time zones is a day behind UTC. */
const horizonOf = ({ now, settings }: Context) =>
  dayAfter(dayIn("UTC", now()), settings.SERIES_AHEAD_DAYS - 1);

/**
 * Extends a series. If current rules reject it (for example a higher price per kilometre than allowed), it stays as it
 * is until the host changes it. The host is notified, also of days on which they are on another ride, and the page of
 * the series shows it.
 */
async function extendSeries(ctx: InTransaction, series: SeriesRow): Promise<void> {
  try {
    const { missed } = (await createRidesForDays(ctx, series)).series;
    const day = missed.find((missedDay) => !series.missed.includes(missedDay));
    if (day !== undefined)
      await notifyHost(ctx, series, {
        kind: "ride-series.missed",
        day,
      });
  } catch (error) {
    if (!(error instanceof Problem) || error.code === "already_travelling") throw error;
    ctx.log.warn(
      {
        series: series.id,
        problem: error.code,
      },
      "a series could not be extended",
    );
    const { days, until } = await findDaysToCreate(ctx, series);
    // Stored in English, from which each reader's text is made.
    const [field] = Object.values(error.details.fields ?? {});
    const reason = field === undefined ? error.message : renderText("en", field);
    const day = days[0] ?? until;
    const stopped = {
      stopped_from: series.stopped_from ?? day,
      stop_reason: reason,
    };
    await updateSeries(ctx, series.id, {
      created_until: until,
      ...stopped,
    });
    await notifyHost(ctx, series, {
      kind: "ride-series.stopped",
      day,
      reason,
    });
  }
}

interface NotOfferedNotice {
  readonly kind: "ride-series.missed" | "ride-series.stopped";
  /** First day that is not offered. */
  readonly day: string;
  readonly reason?: string;
}

/** Notifies the host once for consecutive days that are not offered. */
async function notifyHost(
  ctx: InTransaction,
  series: SeriesRow,
  { kind, day, reason }: NotOfferedNotice,
): Promise<void> {
  const { id, host_id, terms, time_zone } = series;
  await notify(ctx, {
    to: host_id,
    kind,
    cause: `${id} ${await findLastCreatedDay(ctx, id)}`,
    path: `/series/${id}`,
    details: {
      from: terms.origin.label,
      to: terms.destination.label,
      at: instantAt(time_zone, day, toClockTime(series)).toISOString(),
      timeZone: time_zone,
      ...(reason !== undefined && { reason }),
    },
  });
}
