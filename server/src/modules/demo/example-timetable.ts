import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { importTimetable, listTimetables, timetablesFolder } from "#modules/transit/index.ts";
import type { Settings } from "#platform/settings.ts";

const ID = "rhine-valley-example";
/** Of the files in the archive, so that the same timetable has the same bytes. */
const WRITTEN_AT = "2026-01-01T00:00:00Z";

/** Stops with their position, as `id: name, lat, lng`. */
const STOPS: Readonly<Record<string, readonly [string, number, number]>> = {
  zurich: ["Zürich HB", 47.3779, 8.5402],
  sargans: ["Sargans", 47.0446, 9.4455],
  landquart: ["Landquart", 46.9676, 9.554],
  chur: ["Chur", 46.8533, 9.5294],
  buchs: ["Buchs SG", 47.1683, 9.4787],
  feldkirch: ["Feldkirch", 47.2411, 9.604],
  schaanVaduz: ["Schaan-Vaduz", 47.16859, 9.50816],
  nendeln: ["Nendeln", 47.2018, 9.5422],
  sargansBus: ["Sargans, Bahnhof", 47.0449, 9.446],
  truebbach: ["Trübbach, Dorf", 47.0725, 9.4806],
  balzers: ["Balzers, Roxy", 47.07522, 9.51171],
  triesen: ["Triesen, Post", 47.11128, 9.52433],
  triesenberg: ["Triesenberg, Post", 47.11826, 9.54318],
  malbun: ["Malbun, Zentrum", 47.10089, 9.61043],
  vaduz: ["Vaduz, Post", 47.13868, 9.52176],
  university: ["Vaduz, Universität", 47.14993, 9.51177],
  schaan: ["Schaan, Bahnhof", 47.16812, 9.50858],
  buchsBus: ["Buchs SG, Bahnhof", 47.1681, 9.4791],
  nendelnBus: ["Nendeln, Bahnhof", 47.2019, 9.54234],
  eschen: ["Eschen, Post", 47.21237, 9.52393],
  bendern: ["Bendern, Post", 47.21043, 9.50277],
  ruggell: ["Ruggell, Kirche", 47.24167, 9.52853],
  mauren: ["Mauren, Post", 47.21865, 9.54252],
  schaanwald: ["Schaanwald, Zollamt", 47.21741, 9.56889],
  feldkirchBus: ["Feldkirch, Bahnhof", 47.2407, 9.6036],
};

const TRAIN = 2;
const BUS = 3;
const DAYS = { daily: "1,1,1,1,1,1,1", workdays: "1,1,1,1,1,0,0", weekendNights: "0,0,0,0,1,1,0" };

/** A line in both directions: stops with their minutes, and when trips begin, in minutes after midnight. */
interface ExampleLine {
  readonly name: string;
  readonly type: number;
  readonly days: keyof typeof DAYS;
  readonly stops: readonly (readonly [string, number])[];
  readonly every: number;
  readonly there: readonly [number, number];
  readonly back: readonly [number, number];
}

const at = (hours: number, minutes: number): number => hours * 60 + minutes;

const LINES: readonly ExampleLine[] = [
  {
    name: "IC 3",
    type: TRAIN,
    days: "daily",
    stops: [
      ["chur", 0],
      ["landquart", 9],
      ["sargans", 22],
      ["zurich", 75],
    ],
    every: 30,
    there: [at(5, 8), at(22, 38)],
    back: [at(6, 7), at(23, 7)],
  },
  {
    name: "RE 13",
    type: TRAIN,
    days: "daily",
    stops: [
      ["buchs", 0],
      ["sargans", 13],
      ["landquart", 25],
      ["chur", 34],
    ],
    every: 60,
    there: [at(5, 40), at(23, 40)],
    back: [at(5, 16), at(22, 16)],
  },
  {
    name: "RJX",
    type: TRAIN,
    days: "daily",
    stops: [
      ["zurich", 0],
      ["sargans", 55],
      ["buchs", 68],
      ["feldkirch", 92],
    ],
    every: 120,
    there: [at(6, 40), at(20, 40)],
    back: [at(7, 26), at(21, 26)],
  },
  {
    name: "S 2",
    type: TRAIN,
    days: "workdays",
    stops: [
      ["buchs", 0],
      ["schaanVaduz", 5],
      ["nendeln", 10],
      ["feldkirch", 20],
    ],
    every: 60,
    there: [at(6, 5), at(19, 5)],
    back: [at(6, 33), at(19, 33)],
  },
  {
    name: "11",
    type: BUS,
    days: "daily",
    stops: [
      ["sargansBus", 0],
      ["truebbach", 9],
      ["balzers", 18],
      ["triesen", 26],
      ["vaduz", 33],
      ["university", 36],
      ["schaan", 42],
      ["nendelnBus", 49],
      ["eschen", 53],
      ["mauren", 58],
      ["feldkirchBus", 73],
    ],
    every: 30,
    there: [at(5, 35), at(22, 35)],
    back: [at(5, 10), at(22, 10)],
  },
  {
    name: "12",
    type: BUS,
    days: "daily",
    stops: [
      ["buchsBus", 0],
      ["schaan", 9],
      ["university", 14],
      ["vaduz", 18],
    ],
    every: 30,
    there: [at(5, 50), at(23, 50)],
    back: [at(5, 25), at(23, 25)],
  },
  {
    name: "13",
    type: BUS,
    days: "daily",
    stops: [
      ["schaan", 0],
      ["bendern", 10],
      ["eschen", 16],
      ["mauren", 21],
      ["schaanwald", 26],
      ["feldkirchBus", 38],
    ],
    every: 60,
    there: [at(5, 48), at(22, 48)],
    back: [at(6, 2), at(23, 2)],
  },
  {
    name: "21",
    type: BUS,
    days: "daily",
    stops: [
      ["vaduz", 0],
      ["triesen", 7],
      ["triesenberg", 16],
      ["malbun", 33],
    ],
    every: 60,
    there: [at(6, 35), at(20, 35)],
    back: [at(7, 20), at(21, 20)],
  },
  {
    name: "31",
    type: BUS,
    days: "daily",
    stops: [
      ["schaan", 0],
      ["bendern", 10],
      ["ruggell", 20],
    ],
    every: 60,
    there: [at(6, 18), at(22, 18)],
    back: [at(5, 45), at(21, 45)],
  },
  {
    name: "N 11",
    type: BUS,
    days: "weekendNights",
    stops: [
      ["feldkirchBus", 0],
      ["mauren", 14],
      ["eschen", 19],
      ["schaan", 29],
      ["vaduz", 38],
      ["triesen", 45],
      ["balzers", 53],
    ],
    every: 60,
    there: [at(24, 30), at(26, 30)],
    back: [at(24, 10), at(26, 10)],
  },
];

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
