import { Email } from "@commonlane/contract/accounts";
import { SERIES_PER_HOST_MAX, VEHICLES_MAX } from "@commonlane/contract/limits";
import type {
  MemberFileName,
  MemberImportMistake,
  MemberImportReport,
} from "@commonlane/contract/member-imports";
import { readNumber } from "@commonlane/contract/plain-numbers";
import { ProfileChange, Vehicle } from "@commonlane/contract/profiles";
import { HostedSeries } from "@commonlane/contract/ride-series";
import * as z from "zod/mini";
import { readImportTable, type TableRow } from "#platform/csv/read-table.ts";
import { Problem } from "#platform/http/problem.ts";
import { minorPerUnit } from "#platform/i18n/formats.ts";

/** The content of the files; those that are missing are empty. */
export interface MemberFiles {
  readonly people: Uint8Array;
  readonly vehicles?: Uint8Array | undefined;
  readonly series?: Uint8Array | undefined;
}

const ImportedProfile = z.pick(ProfileChange, {
  firstName: true,
  lastName: true,
  bio: true,
  languages: true,
});
const Person = z.object({
  email: Email,
  profile: ImportedProfile,
});
const ImportedVehicle = z.omit(Vehicle, { id: true });

/** A person with all rows about them. */
export interface ReadMember {
  readonly email: string;
  readonly profile: z.output<typeof ImportedProfile>;
  readonly vehicles: z.output<typeof ImportedVehicle>[];
  readonly series: HostedSeries[];
}

type ReadCounts = Pick<
  MemberImportReport,
  "people" | "vehicles" | "series" | "mistakes" | "mistakeCount"
>;
interface ReadMembers extends ReadCounts {
  readonly members: readonly ReadMember[];
}

const ROWS_MAX = 20_000;
const PEOPLE_MAX = 5_000;
const MISTAKES_SHOWN_MAX = 100;

type Fields = TableRow["fields"];

/** Column → the field of the contract that it fills. */
const PEOPLE_COLUMNS = {
  email: "email",
  first_name: "profile.firstName",
  last_name: "profile.lastName",
  bio: "profile.bio",
  languages: "profile.languages",
};
const VEHICLE_COLUMNS = {
  email: "email",
  make: "make",
  model: "model",
  colour: "colour",
  plate: "plate",
  seats: "seats",
  comfort: "comfort",
};
const SERIES_COLUMNS = {
  email: "email",
  from: "ride.origin.label",
  from_lat: "ride.origin.lat",
  from_lng: "ride.origin.lng",
  to: "ride.destination.label",
  to_lat: "ride.destination.lat",
  to_lng: "ride.destination.lng",
  time: "time",
  weekdays: "weekdays",
  first_day: "firstDay",
  last_day: "lastDay",
  return_time: "returnWay.time",
  seats: "ride.seatsTotal",
  contribution: "ride.contribution",
  note: "ride.note",
};
type Columns = Readonly<Record<string, string>>;

/**
 * Reads people with their vehicles and series. Each row is checked as if its owner had typed it here.
 * @throws Problem import_file_unreadable, import_file_unknown or import_too_many
 */
export function readMembers(files: MemberFiles, currency: string): ReadMembers {
  const mistakes: MemberImportMistake[] = [];
  const members = readPeople(files.people, mistakes);
  const add = (
    file: "vehicles" | "series",
    columns: Columns,
    maximum: number,
    read: (fields: Fields) => Parsed,
  ) => {
    const seen = new Set<string>();
    let count = 0;
    for (const { line, fields } of readRows(files[file], file, columns, mistakes)) {
      const note = noteIn(mistakes, file, line);
      const member = members.get(normalizeEmail(fields["email"]));
      const parsed = read(fields);
      if (!parsed.success) addIssues(parsed.error, columns, fields, note);
      if (!member) note("unknownPerson", "email");
      if (!member || !parsed.success) continue;

      const list: unknown[] = member[file];
      const row = JSON.stringify([member.email, parsed.data]);
      if (seen.has(row)) note("duplicate", null);
      else if (list.length === maximum) note("tooMany", null);
      seen.add(row);
      list.push(parsed.data);
      count += 1;
    }
    return count;
  };
  const vehicles = add("vehicles", VEHICLE_COLUMNS, VEHICLES_MAX, (fields) =>
    z.safeParse(ImportedVehicle, toVehicle(fields)),
  );
  const series = add("series", SERIES_COLUMNS, SERIES_PER_HOST_MAX, (fields) =>
    z.safeParse(HostedSeries, toSeries(fields, currency)),
  );
  return {
    members: [...members.values()],
    people: members.size,
    vehicles,
    series,
    mistakes: mistakes.slice(0, MISTAKES_SHOWN_MAX),
    mistakeCount: mistakes.length,
  };
}

type Parsed = z.core.util.SafeParseResult<unknown>;

function readPeople(bytes: Uint8Array, mistakes: MemberImportMistake[]): Map<string, ReadMember> {
  const members = new Map<string, ReadMember>();
  for (const { line, fields } of readRows(bytes, "people", PEOPLE_COLUMNS, mistakes)) {
    const note = noteIn(mistakes, "people", line);
    const parsed = z.safeParse(Person, toPerson(fields));
    if (!parsed.success) addIssues(parsed.error, PEOPLE_COLUMNS, fields, note);
    if (!parsed.success) continue;

    const { email, profile } = parsed.data;
    if (members.has(email)) note("duplicate", "email");
    members.set(email, {
      email,
      profile,
      vehicles: [],
      series: [],
    });
  }
  if (members.size > PEOPLE_MAX) throw new Problem("import_too_many");
  return members;
}

/** One mistake for each column; an empty field is missing. */
function addIssues(
  { issues }: z.core.$ZodError,
  columns: Columns,
  fields: Fields,
  note: Note,
): void {
  const names = new Set(issues.map(({ path }) => columnAt(columns, path.join("."))));
  for (const name of names) note((fields[name] ?? "") === "" ? "missing" : "invalid", name);
}

const columnAt = (columns: Columns, path: string): string =>
  Object.keys(columns).find((name) => `${path}.`.startsWith(`${columns[name]}.`)) ?? path;

function* readRows(
  bytes: Uint8Array | undefined,
  file: MemberFileName,
  known: Columns,
  mistakes: MemberImportMistake[],
): Generator<TableRow> {
  if (!bytes) return;
  const { columns, rows } = readImportTable(bytes, ROWS_MAX);
  if (!columns.includes("email")) throw new Problem("import_file_unknown");
  const note = noteIn(mistakes, file, 1);
  for (const [n, column] of columns.entries()) {
    if (!(column in known)) note("unknownColumn", column);
    else if (columns.indexOf(column) < n) note("duplicate", column);
  }
  for (const row of rows) {
    // Its last fields would be lost, or stand in the wrong columns.
    if (row.isTooLong) noteIn(mistakes, file, row.line)("invalid", null);
    yield row;
  }
}

type Note = (reason: MemberImportMistake["reason"], column: string | null) => void;

const noteIn =
  (mistakes: MemberImportMistake[], file: MemberFileName, line: number): Note =>
  (reason, column) =>
    void mistakes.push({
      file,
      line,
      column,
      reason,
    });

const normalizeEmail = (text = ""): string => z.safeParse(Email, text).data ?? text;

/** An empty field is left out, so that the contract's default applies. */
const filled = (text: string | undefined): string | undefined => (text === "" ? undefined : text);
const toNumber = (text: string | undefined): number | undefined =>
  filled(text) === undefined ? undefined : readNumber(text ?? "");
/** "1 2 3" and "1,2,3" */
const toWords = (text: string | undefined): string[] | undefined =>
  filled(text)
    ?.split(/[\s,;|]+/)
    .filter((word) => word !== "");

const toPerson = ({ email = "", first_name, last_name, bio, languages }: Fields) => ({
  email,
  profile: {
    firstName: filled(first_name),
    lastName: filled(last_name),
    bio: filled(bio),
    languages: toWords(languages),
  },
});

const toVehicle = ({ make, model, colour, plate, seats, comfort }: Fields) => ({
  make: filled(make),
  model: filled(model),
  colour: filled(colour),
  plate: filled(plate),
  seats: toNumber(seats),
  comfort: toWords(comfort),
});

function toSeries(fields: Fields, currency: string) {
  const { from, from_lat, from_lng, to, to_lat, to_lng, seats, contribution, note } = fields;
  const { time, return_time, weekdays, first_day, last_day } = fields;
  const amount = toNumber(contribution);
  const returnTime = toClockTime(return_time);
  return {
    ride: {
      origin: {
        label: filled(from),
        lat: toNumber(from_lat),
        lng: toNumber(from_lng),
      },
      destination: {
        label: filled(to),
        lat: toNumber(to_lat),
        lng: toNumber(to_lng),
      },
      seatsTotal: toNumber(seats),
      contribution: amount === undefined ? undefined : toMoney(amount, currency),
      note: filled(note),
    },
    time: toClockTime(time),
    weekdays: toWords(weekdays)?.map(Number),
    firstDay: filled(first_day),
    lastDay: filled(last_day),
    returnWay: returnTime === undefined ? undefined : { time: returnTime },
  };
}

/** Rounded so that 4.35 is 435, and 4.355 stays no amount. */
const toMoney = (amount: number, currency: string) => ({
  amountMinor: Number((amount * minorPerUnit(currency)).toFixed(6)),
  currency,
});

/** "7:30" and "07:30:00" of spreadsheets are 07:30. */
const toClockTime = (text: string | undefined): string | undefined =>
  filled(text)
    ?.replace(/^(\d):/, "0$1:")
    .replace(/^(\d\d:\d\d):00$/, "$1");
