import type { FeedFiles } from "./feed-files.ts";
import type { FeedProblems } from "./feed-problems.ts";
import { parseTime } from "./gtfs-fields.ts";
import { SKIPPED, type Trips } from "./read-trips.ts";

/** From `startS` until before `endS` a trip departs every `headwayS` seconds. */
export interface Frequency {
  readonly startS: number;
  readonly endS: number;
  readonly headwayS: number;
}

/** Shorter intervals are a mistake, and would multiply the trips. */
const HEADWAY_MIN_S = 30;

/** Reads frequencies.txt, by trip. */
export async function readFrequencies(
  files: FeedFiles,
  problems: FeedProblems,
  { ids }: Trips,
): Promise<Map<number, Frequency[]>> {
  const frequencies = new Map<number, Frequency[]>();
  const name = "frequencies.txt";
  const columns = ["trip_id", "start_time", "end_time", "headway_secs"];
  await files.eachRow(name, columns, (row, line) => {
    const trip = ids.get(row["trip_id"] ?? "");
    const startS = parseTime(row["start_time"] ?? "");
    const endS = parseTime(row["end_time"] ?? "");
    const headwayS = Number(row["headway_secs"] || Number.NaN);
    if (trip === SKIPPED) return;
    if (trip === undefined) return problems.add(name, line, `There is no trip ${row["trip_id"]}.`);
    if (startS === undefined || endS === undefined)
      return problems.add(name, line, "start_time or end_time is no time.");
    if (!(headwayS >= HEADWAY_MIN_S))
      return problems.add(name, line, `headway_secs is less than ${HEADWAY_MIN_S} seconds.`);
    const others = frequencies.get(trip) ?? [];
    others.push({ startS, endS, headwayS });
    frequencies.set(trip, others);
  });
  problems.assertNone();
  return frequencies;
}
