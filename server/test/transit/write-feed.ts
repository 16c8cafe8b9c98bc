import { writeFileSync } from "node:fs";
import { strToU8, zipSync } from "fflate";

/** The files of a feed: a header and rows, as in the archive. */
export type FeedTables = Readonly<Record<string, readonly (readonly (string | number)[])[]>>;

/** Writes a GTFS archive. */
export function writeFeed(path: string, tables: FeedTables): string {
  const files = Object.entries(tables).map(([name, rows]) => [name, strToU8(toCsv(rows))] as const);
  writeFileSync(path, zipSync(Object.fromEntries(files)));
  return path;
}

const toCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(quote).join(",")}\n`).join("");

const quote = (value: string | number): string =>
  /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);

/** Such as 25:10:00. */
export const gtfsTime = (seconds: number): string =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");

/** A small valid feed: a bus from Alm by Bach to Chur, at 8:00 and 9:00 every day of December 2026. */
export const SMALL_FEED: FeedTables = {
  "agency.txt": [
    ["agency_id", "agency_name", "agency_url", "agency_timezone"],
    ["a", "Valley buses", "https://buses.example", "Europe/Zurich"],
  ],
  "stops.txt": [
    ["stop_id", "stop_name", "stop_lat", "stop_lon", "location_type", "parent_station"],
    ["alm", "Alm", 47.1, 9.5, 0, ""],
    ["bach", "Bach", 47.15, 9.5, 1, ""],
    ["bach-1", "Bach", 47.15, 9.5, 0, "bach"],
    ["chur", "Chur", 47.2, 9.5, 0, ""],
  ],
  "routes.txt": [
    ["route_id", "agency_id", "route_short_name", "route_type"],
    ["r1", "a", "1", 3],
  ],
  "trips.txt": [
    ["route_id", "service_id", "trip_id", "trip_headsign"],
    ["r1", "daily", "t1", "Chur"],
    ["r1", "daily", "t2", "Chur"],
  ],
  "stop_times.txt": [
    ["trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence"],
    ["t1", "08:00:00", "08:00:00", "alm", 1],
    ["t1", "08:10:00", "08:11:00", "bach-1", 2],
    ["t1", "08:20:00", "08:20:00", "chur", 3],
    ["t2", "09:00:00", "09:00:00", "alm", 1],
    ["t2", "09:10:00", "09:11:00", "bach-1", 2],
    ["t2", "09:20:00", "09:20:00", "chur", 3],
  ],
  "calendar.txt": [
    [
      "service_id",
      "monday",
      "tuesday",
      "wednesday",
      "thursday",
      "friday",
      "saturday",
      "sunday",
      "start_date",
      "end_date",
    ],
    ["daily", 1, 1, 1, 1, 1, 1, 1, "20261201", "20261231"],
  ],
};
