import { FeedError, type FeedFiles, type FeedProblems } from "./feed-files.ts";
import { type Agency, type Mode, MODES } from "./feed.ts";

export interface Lines {
  readonly agencies: readonly Agency[];
  readonly lineNames: string[];
  readonly lineModes: Uint8Array;
  readonly lineAgencies: Int32Array;
  readonly indexes: ReadonlyMap<string, number>;
}

/** Modes of the basic route types 0 to 12. */
const BASIC_MODES = new Map<number, Mode>([
  [0, "tram"],
  [1, "metro"],
  [2, "train"],
  [3, "bus"],
  [4, "ferry"],
  [5, "tram"],
  [6, "cableCar"],
  [7, "cableCar"],
  [11, "bus"],
  [12, "train"],
]);
/** Modes of the extended route types, by their hundreds. Carpools (1550 to 1560) and taxis have none. */
const EXTENDED_MODES = new Map<number, Mode>([
  [1, "train"],
  [2, "bus"],
  [4, "metro"],
  [7, "bus"],
  [8, "bus"],
  [9, "tram"],
  [10, "ferry"],
  [12, "ferry"],
  [13, "cableCar"],
  [14, "cableCar"],
]);

/** Reads agency.txt and routes.txt. A GTFS route is called a line here. */
export async function readLines(files: FeedFiles, problems: FeedProblems): Promise<Lines> {
  const { agencies, agencyIndexes } = await readAgencies(files, problems);
  const names: string[] = [];
  const modes: number[] = [];
  const operators: number[] = [];
  const indexes = new Map<string, number>();
  await files.eachRow("routes.txt", ["route_id", "route_type"], (row, line) => {
    const id = row["route_id"] ?? "";
    const type = Number(row["route_type"] || Number.NaN);
    if (!Number.isInteger(type))
      return problems.add("routes.txt", line, `The route ${id} has no valid route_type.`);
    const mode = type < 100 ? BASIC_MODES.get(type) : EXTENDED_MODES.get(Math.floor(type / 100));
    if (!mode) return problems.warn("lines of a kind that is not public transport were left out");
    const agency = row["agency_id"] ? agencyIndexes.get(row["agency_id"]) : 0;
    if (agency === undefined)
      return problems.add("routes.txt", line, `There is no agency ${row["agency_id"]}.`);
    indexes.set(id, names.length);
    names.push(row["route_short_name"] || row["route_long_name"] || id);
    modes.push(MODES.indexOf(mode));
    operators.push(agency);
  });
  problems.assertNone();
  if (names.length === 0) throw new FeedError("routes.txt has no line of public transport.");
  return {
    agencies,
    lineNames: names,
    lineModes: Uint8Array.from(modes),
    lineAgencies: Int32Array.from(operators),
    indexes,
  };
}

async function readAgencies(files: FeedFiles, problems: FeedProblems) {
  const agencies: Agency[] = [];
  const agencyIndexes = new Map<string, number>();
  const columns = ["agency_name", "agency_timezone"];
  await files.eachRow("agency.txt", columns, (row, line) => {
    const timeZone = row["agency_timezone"] ?? "";
    if (!isTimeZone(timeZone))
      return problems.add("agency.txt", line, `${timeZone || "Nothing"} is no time zone.`);
    agencyIndexes.set(row["agency_id"] ?? "", agencies.length);
    agencies.push({
      name: row["agency_name"] ?? "",
      url: httpsOf(row["agency_url"]),
      timeZone,
    });
  });
  problems.assertNone();
  const zones = new Set(agencies.map(({ timeZone }) => timeZone));
  if (agencies.length === 0) throw new FeedError("agency.txt has no agency.");
  if (zones.size > 1)
    throw new FeedError("The agencies of one feed must have the same time zone in GTFS.");
  return { agencies, agencyIndexes };
}

function isTimeZone(name: string): boolean {
  try {
    return name !== "" && Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** Only addresses of the web are shown as links. */
function httpsOf(text: string | undefined): string {
  const url = URL.parse(text ?? "");
  return url && /^https?:$/.test(url.protocol) ? url.href : "";
}
