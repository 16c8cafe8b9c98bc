import { distanceM } from "@commonlane/matching/geo";
import type { Goal, Start } from "#modules/transit/planner/search-network.ts";
import { MONTH, type RandomTimetable } from "./random-timetable.ts";

export interface OracleSearch {
  readonly starts: readonly Start[];
  readonly goals: readonly Goal[];
  readonly horizonS: number;
  readonly maxTrips: number;
}

/**
 * The earliest arrival by trying every trip from every stop in every round. Independent of the product: it reads what
 * was thought up, not the GTFS files, knows no patterns, and finds the instants of a day on its own.
 */
export function earliestArrival(
  timetable: RandomTimetable,
  search: OracleSearch,
): number | undefined {
  const limitS = Math.min(...search.starts.map(({ atS }) => atS)) + search.horizonS;
  const runs = listRuns(timetable);
  const changes = listChanges(timetable);
  let ready = new Map<number, number>();
  for (const { stop, atS } of search.starts)
    ready.set(stop, Math.min(atS, ready.get(stop) ?? Infinity));
  let best = Infinity;
  for (let round = 0; round < search.maxTrips; round++) {
    const out = new Map<number, number>();
    for (const calls of runs)
      calls.forEach((enter, n) => {
        if (!enter.boards || (ready.get(enter.stop) ?? Infinity) > enter.departsS) return;
        for (const leave of calls.slice(n + 1)) {
          if (!leave.alights || leave.arrivesS > limitS) continue;
          out.set(leave.stop, Math.min(leave.arrivesS, out.get(leave.stop) ?? Infinity));
        }
      });
    for (const { stop, walkS } of search.goals)
      best = Math.min(best, (out.get(stop) ?? Infinity) + walkS);
    const next = new Map(ready);
    for (const { from, to, seconds } of changes) {
      const atS = (out.get(from) ?? Infinity) + seconds;
      if (atS < (next.get(to) ?? Infinity)) next.set(to, atS);
    }
    ready = next;
  }
  return best === Infinity ? undefined : best;
}

/** The latest departure, by the same method on a timetable that runs backwards in time. */
export function latestDeparture(
  timetable: RandomTimetable,
  search: OracleSearch,
): number | undefined {
  const limitS = Math.max(...search.starts.map(({ atS }) => atS)) - search.horizonS;
  const runs = listRuns(timetable);
  const changes = listChanges(timetable);
  let until = new Map<number, number>();
  for (const { stop, atS } of search.starts)
    until.set(stop, Math.max(atS, until.get(stop) ?? -Infinity));
  let best = -Infinity;
  for (let round = 0; round < search.maxTrips; round++) {
    const entered = new Map<number, number>();
    for (const calls of runs)
      calls.forEach((leave, n) => {
        if (!leave.alights || (until.get(leave.stop) ?? -Infinity) < leave.arrivesS) return;
        for (const enter of calls.slice(0, n)) {
          if (!enter.boards || enter.departsS < limitS) continue;
          const before = entered.get(enter.stop) ?? -Infinity;
          entered.set(enter.stop, Math.max(enter.departsS, before));
        }
      });
    for (const { stop, walkS } of search.goals)
      best = Math.max(best, (entered.get(stop) ?? -Infinity) - walkS);
    const next = new Map(until);
    for (const { from, to, seconds } of changes) {
      const atS = (entered.get(to) ?? -Infinity) - seconds;
      if (atS > (next.get(from) ?? -Infinity)) next.set(from, atS);
    }
    until = next;
  }
  return best === -Infinity ? undefined : best;
}

interface Call {
  readonly stop: number;
  readonly arrivesS: number;
  readonly departsS: number;
  readonly boards: boolean;
  readonly alights: boolean;
}

/** Every trip on every day, in seconds since 1970. */
function listRuns({ trips }: RandomTimetable): Call[][] {
  return trips.flatMap(({ calls, days, repeats }) => {
    const shifts: number[] = [];
    const firstS = calls[0]?.departsS ?? 0;
    if (!repeats) shifts.push(0);
    else
      for (let atS = firstS; atS < repeats.endS; atS += repeats.everyS) shifts.push(atS - firstS);
    return days.flatMap((day) =>
      shifts.map((shiftS) =>
        calls.map((call) => ({
          ...call,
          arrivesS: dayStartS(day) + call.arrivesS + shiftS,
          departsS: dayStartS(day) + call.departsS + shiftS,
        })),
      ),
    );
  });
}

/** Noon minus 12 hours. At noon of 29 March 2026 summer time has begun. */
function dayStartS(day: number): number {
  const offset = day < 29 ? "+01:00" : "+02:00";
  const date = `${MONTH.slice(0, 4)}-${MONTH.slice(4)}-${day}`;
  return Date.parse(`${date}T12:00:00${offset}`) / 1000 - 12 * 3600;
}

export const WALKING = { WALKING_FACTOR: 1.3, WALKING_M_PER_S: 1.2 };

function listChanges({ stops, transfers }: RandomTimetable) {
  const changes = stops.flatMap((a, from) =>
    stops.flatMap((b, to) => {
      const own = transfers.find((transfer) => transfer.from === from && transfer.to === to);
      if (own) return own.seconds < 0 ? [] : [own];
      if (from === to) return [{ from, to, seconds: 120 }];
      const walkM = distanceM(a, b) * WALKING.WALKING_FACTOR;
      if (walkM > 500) return [];
      const seconds = Math.max(120, 60 + Math.ceil(walkM / WALKING.WALKING_M_PER_S));
      return [{ from, to, seconds }];
    }),
  );
  return changes;
}
