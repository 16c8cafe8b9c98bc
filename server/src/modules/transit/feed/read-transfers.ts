import type { FeedFiles } from "./feed-files.ts";
import type { FeedProblems } from "./feed-problems.ts";
import type { Feed } from "./feed.ts";
import { growingInts } from "@commonlane/geo/growing-array";
import type { StopTable } from "./read-stops.ts";

const MIN_TIME = "2";
const NOT_POSSIBLE = "3";
/** The others (recommended, timed, in the seat) promise no time: the usual one is used. */
const USED_TYPES = new Set([MIN_TIME, NOT_POSSIBLE]);
const TIME_MAX_S = 3600;

/** Reads transfers.txt: minimum times of changes, and forbidden changes. A row for a station applies to all its platforms. */
export async function readTransfers(
  files: FeedFiles,
  problems: FeedProblems,
  { platforms }: StopTable,
): Promise<Pick<Feed, "transferFrom" | "transferTo" | "transferS">> {
  const from = growingInts();
  const to = growingInts();
  const seconds = growingInts();
  const columns = ["from_stop_id", "to_stop_id", "transfer_type"];
  await files.eachRow("transfers.txt", columns, (row, line) => {
    const type = row["transfer_type"] ?? "";
    const isForAll = !row["from_route_id"] && !row["to_route_id"];
    const isForEveryTrip = !row["from_trip_id"] && !row["to_trip_id"];
    if (!USED_TYPES.has(type) || !isForAll || !isForEveryTrip) return;
    const starts = platforms.get(row["from_stop_id"] ?? "");
    const ends = platforms.get(row["to_stop_id"] ?? "");
    if (!starts || !ends) return problems.warn("transfers between unknown stops were left out");
    const timeS = type === NOT_POSSIBLE ? -1 : Number(row["min_transfer_time"] || 0);
    if (!(timeS <= TIME_MAX_S))
      return problems.add("transfers.txt", line, "min_transfer_time is more than an hour.");
    for (const start of starts)
      for (const end of ends) {
        from.push(start);
        to.push(end);
        seconds.push(timeS);
      }
  });
  problems.assertNone();
  return { transferFrom: from.toArray(), transferTo: to.toArray(), transferS: seconds.toArray() };
}
