import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { importTimetable, listTimetables, timetablesFolder } from "#modules/transit/index.ts";
import type { Settings } from "#platform/settings.ts";
import { STOPS, BUS, DAYS, type ExampleLine, LINES } from "./example-lines.ts";

const ID = "rhine-valley-example";
/** Of the files in the archive, so that the same timetable has the same bytes. */
const WRITTEN_AT = "2026-01-01T00:00:00Z";

/** Adds the made-up timetable of the demo, marked as an example; renews its calendar in a new year. */
export async function addExampleTimetable(
  settings: Pick<Settings, "DATA_DIR">,
  now: Date,
): Promise<void> {
  const timetables = timetablesFolder(settings);
  const folder = join(timetables, ".example");
  const path = join(folder, "rhine-valley.zip");
  const archive = packTimetable(now.getUTCFullYear());
  const isAdded = listTimetables(timetables).some(({ id }) => id === ID);
  if (isAdded && existsSync(path) && readFileSync(path).equals(archive)) return;

  mkdirSync(folder, { recursive: true });
  writeFileSync(path, archive);
  await importTimetable({
    timetables,
    id: ID,
    name: "Rhine valley (example)",
    path,
    source: { file: path },
    licence: "CC0",
    isExample: true,
  });
}

function packTimetable(year: number): Buffer {
  const files = Object.entries(listFiles(year)).map(
    ([name, lines]) => [name, strToU8(`${lines.join("\n")}\n`)] as const,
  );
  return Buffer.from(zipSync(Object.fromEntries(files), { mtime: WRITTEN_AT }));
}

function listFiles(year: number): Record<string, string[]> {
  const trips = LINES.flatMap(tripsOf);
  const period = `${year}0101,${year + 1}1231`;
  return {
    "agency.txt": [
      "agency_id,agency_name,agency_url,agency_timezone",
      "bus,Valley buses (example),https://valley-buses.example,Europe/Zurich",
      "train,Railway (example),https://railway.example,Europe/Zurich",
    ],
    "feed_info.txt": [
      "feed_publisher_name,feed_publisher_url,feed_lang",
      "Commonlane,https://railway.example,de",
    ],
    "stops.txt": [
      "stop_id,stop_name,stop_lat,stop_lon",
      ...Object.entries(STOPS).map(([id, [name, lat, lng]]) => `${id},"${name}",${lat},${lng}`),
    ],
    "routes.txt": [
      "route_id,agency_id,route_short_name,route_type",
      ...LINES.map(({ name, type }) => `${name},${type === BUS ? "bus" : "train"},${name},${type}`),
    ],
    "calendar.txt": [
      "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date",
      ...Object.entries(DAYS).map(([id, days]) => `${id},${days},${period}`),
    ],
    "trips.txt": [
      "route_id,service_id,trip_id",
      ...trips.map(({ line, id }) => `${line.name},${line.days},${id}`),
    ],
    "stop_times.txt": [
      "trip_id,stop_id,stop_sequence,arrival_time,departure_time",
      ...trips.flatMap(({ id, calls }) =>
        calls.map(
          ({ stop, minutes }, n) => `${id},${stop},${n},${clock(minutes)},${clock(minutes)}`,
        ),
      ),
    ],
  };
}

interface ExampleTrip {
  readonly line: ExampleLine;
  readonly id: string;
  readonly calls: readonly { readonly stop: string; readonly minutes: number }[];
}

function tripsOf(line: ExampleLine): ExampleTrip[] {
  const lastMinutes = line.stops.at(-1)?.[1] ?? 0;
  const back = line.stops
    .toReversed()
    .map(([stop, minutes]) => [stop, lastMinutes - minutes] as const);
  return [...tripsInDirection(line, "there", line.stops), ...tripsInDirection(line, "back", back)];
}

function tripsInDirection(
  line: ExampleLine,
  direction: "there" | "back",
  stops: ExampleLine["stops"],
): ExampleTrip[] {
  const [first, last] = line[direction];
  const count = Math.floor((last - first) / line.every) + 1;
  return Array.from({ length: count }, (_, n) => ({
    line,
    id: `${line.name}-${direction}-${n}`,
    calls: stops.map(([stop, minutes]) => ({ stop, minutes: first + n * line.every + minutes })),
  }));
}

/** Such as 25:10:00. */
function clock(minutes: number): string {
  const parts = [Math.floor(minutes / 60), minutes % 60];
  return `${parts.map((part) => String(part).padStart(2, "0")).join(":")}:00`;
}
