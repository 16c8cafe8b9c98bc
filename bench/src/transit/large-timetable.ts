import { writeFileSync } from "node:fs";
import { strToU8, zipSync } from "fflate";
import { createRandom } from "../bench.ts";

type Rows = (string | number)[][];

const STOPS_PER_LINE = 20;
const TRIPS_PER_LINE = 100;

/** Lines with 20 stops each that cross a region of 60 × 60 km, with 100 trips from 5:00 to 1:00, every day of 2026. */
export function writeLargeTimetable(path: string, stopCount: number, tripCount: number): string {
  const files = Object.entries(createLargeTimetable(stopCount, tripCount)).map(
    ([name, rows]) => [name, strToU8(rows.map((row) => `${row.join(",")}\n`).join(""))] as const,
  );
  writeFileSync(path, zipSync(Object.fromEntries(files)));
  return path;
}

function createLargeTimetable(stopCount: number, tripCount: number): Record<string, Rows> {
  const random = createRandom(44);
  const side = Math.ceil(Math.sqrt(stopCount));
  const lineCount = Math.ceil(tripCount / TRIPS_PER_LINE);
  const stops = Array.from({ length: stopCount }, (_, n) => ({
    lat: 47 + (0.54 * Math.floor(n / side)) / side + 0.002 * random(),
    lng: 9 + (0.8 * (n % side)) / side + 0.002 * random(),
  }));
  const trips = Array.from({ length: tripCount }, (_, n) => ({
    line: n % lineCount,
    startS: 5 * 3600 + Math.floor(n / lineCount) * 720,
  }));
  const lines = Array.from({ length: lineCount }, () => walkGrid(random, side, stopCount));
  return {
    "agency.txt": [
      ["agency_name", "agency_url", "agency_timezone"],
      ["Large", "https://large.example", "Europe/Zurich"],
    ],
    "stops.txt": [
      ["stop_id", "stop_name", "stop_lat", "stop_lon"],
      ...stops.map(({ lat, lng }, n) => [`s${n}`, `Stop ${n}`, lat, lng]),
    ],
    "routes.txt": [
      ["route_id", "route_short_name", "route_type"],
      ...lines.map((_, n) => [`r${n}`, `${n}`, n % 10 === 0 ? 2 : 3]),
    ],
    "trips.txt": [
      ["route_id", "service_id", "trip_id"],
      ...trips.map(({ line }, n) => [`r${line}`, "daily", `t${n}`]),
    ],
    "stop_times.txt": [
      ["trip_id", "stop_id", "stop_sequence", "arrival_time", "departure_time"],
      ...trips.flatMap(({ line, startS }, n) =>
        (lines[line] ?? []).map((stop, k) => {
          const time = gtfsTime(startS + k * 180);
          return [`t${n}`, `s${stop}`, k, time, time];
        }),
      ),
    ],
    "calendar_dates.txt": [
      ["service_id", "date", "exception_type"],
      ...Array.from({ length: 365 }, (_, day) => {
        const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
        return ["daily", date.replaceAll("-", ""), 1];
      }),
    ],
  };
}

/** A line from stop to neighbouring stop that mostly keeps its direction. */
function walkGrid(random: () => number, side: number, stopCount: number): number[] {
  const steps = [1, -1, side, -side];
  let at = Math.floor(random() * stopCount);
  let step = steps[Math.floor(random() * steps.length)] ?? 1;
  return Array.from({ length: STOPS_PER_LINE }, () => {
    const here = at;
    if (random() < 0.2 || at + step < 0 || at + step >= stopCount)
      step = at < stopCount / 2 ? side : -side;
    at += step;
    return here;
  });
}

/** Such as 25:10:00. */
const gtfsTime = (seconds: number): string =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
