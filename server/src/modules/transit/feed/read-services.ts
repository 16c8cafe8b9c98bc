import { FeedError, type FeedFiles, type Row, type FeedProblems } from "./feed-files.ts";
import { serviceBytes } from "./feed.ts";
import { parseDate } from "./gtfs-fields.ts";

/** On which days the trips of each service run. */
export interface Services {
  readonly indexes: ReadonlyMap<string, number>;
  readonly firstDay: number;
  readonly dayCount: number;
  readonly serviceDays: Uint8Array;
}

interface Calendar {
  readonly service: string;
  readonly first: number;
  readonly last: number;
  /** From Sunday on, as `Date` counts. */
  readonly weekdays: readonly boolean[];
}
interface Exception {
  readonly service: string;
  readonly day: number;
  readonly runs: boolean;
}

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 4;
/** Feeds beyond this have a mistyped year. */
const DAYS_MAX = 3 * 366;

/** Reads calendar.txt and calendar_dates.txt. @throws FeedError if no service runs on any day */
export async function readServices(files: FeedFiles, problems: FeedProblems): Promise<Services> {
  const calendars = await readCalendars(files, problems);
  const exceptions = await readExceptions(files, problems);
  problems.assertNone();

  const days = [
    ...calendars.flatMap(({ first, last }) => [first, last]),
    ...exceptions.map(({ day }) => day),
  ];
  if (days.length === 0) throw new FeedError("The calendar of the feed names no day.");
  const firstDay = days.reduce((a, b) => Math.min(a, b));
  const dayCount = days.reduce((a, b) => Math.max(a, b)) - firstDay + 1;
  if (dayCount > DAYS_MAX)
    throw new FeedError("The calendar of the feed spans more than three years: check its dates.");

  const indexes = new Map<string, number>();
  for (const { service } of [...calendars, ...exceptions])
    if (!indexes.has(service)) indexes.set(service, indexes.size);
  const bytes = serviceBytes(dayCount);
  const serviceDays = new Uint8Array(indexes.size * bytes);
  const set = (service: string, day: number, runs: boolean): void => {
    const n = day - firstDay;
    const index = (indexes.get(service) ?? 0) * bytes + (n >> 3);
    const bit = 1 << (n & 7);
    const before = serviceDays[index] ?? 0;
    serviceDays[index] = runs ? before | bit : before & ~bit;
  };
  for (const { service, first, last, weekdays } of calendars)
    for (let day = first; day <= last; day++)
      if (weekdays[(day + FIRST_WEEKDAY) % 7]) set(service, day, true);
  for (const { service, day, runs } of exceptions) set(service, day, runs);
  if (serviceDays.every((byte) => byte === 0))
    throw new FeedError("No service of the feed runs on any day.");
  return {
    indexes,
    firstDay,
    dayCount,
    serviceDays,
  };
}

async function readCalendars(files: FeedFiles, problems: FeedProblems): Promise<Calendar[]> {
  const calendars: Calendar[] = [];
  const columns = ["service_id", "start_date", "end_date", ...WEEKDAYS];
  await files.eachRow("calendar.txt", columns, (row, line) => {
    const first = parseDate(row["start_date"]);
    const last = parseDate(row["end_date"]);
    if (first === undefined || last === undefined || last < first)
      return problems.add("calendar.txt", line, "start_date and end_date are no period.");
    calendars.push({
      service: serviceOf(row),
      first,
      last,
      weekdays: weekdaysOf(row),
    });
  });
  return calendars;
}

async function readExceptions(files: FeedFiles, problems: FeedProblems): Promise<Exception[]> {
  const exceptions: Exception[] = [];
  const columns = ["service_id", "date", "exception_type"];
  await files.eachRow("calendar_dates.txt", columns, (row, line) => {
    const day = parseDate(row["date"]);
    const type = row["exception_type"];
    if (day === undefined)
      return problems.add("calendar_dates.txt", line, `${row["date"]} is no date.`);
    if (type !== "1" && type !== "2")
      return problems.add("calendar_dates.txt", line, `${type} is no exception_type.`);
    exceptions.push({
      service: serviceOf(row),
      day,
      runs: type === "1",
    });
  });
  return exceptions;
}

const serviceOf = (row: Row): string => row["service_id"] ?? "";
const weekdaysOf = (row: Row): boolean[] => WEEKDAYS.map((name) => row[name] === "1");
