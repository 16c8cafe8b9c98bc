import { FeedError, type FeedFiles, type FeedProblems } from "./feed-files.ts";
import type { Feed } from "./feed.ts";
import { parsePosition } from "./gtfs-fields.ts";
import { growingInts } from "@commonlane/geo/growing-array";

export interface Stations {
  readonly stationIds: string[];
  readonly stationNames: string[];
  readonly stationLats: Float64Array;
  readonly stationLngs: Float64Array;
}
export interface Stops {
  readonly stopStations: Int32Array;
  readonly stopPlatforms: string[];
  readonly stopLats: Float64Array;
  readonly stopLngs: Float64Array;
}

export interface StopTable {
  readonly stations: Stations;
  readonly stops: Stops;
  /** Stops by the feed's id. A station names all its platforms. */
  readonly indexes: ReadonlyMap<string, number>;
  readonly platforms: ReadonlyMap<string, readonly number[]>;
}

interface Place {
  readonly id: string;
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
  readonly parent: string;
  readonly platform: string;
}

/** Reads stops.txt: stops and platforms, grouped by station. Entrances and boarding areas are not needed. */
export async function readStops(files: FeedFiles, problems: FeedProblems): Promise<StopTable> {
  const stations = new Map<string, Place>();
  const stops: Place[] = [];
  const seen = new Set<string>();
  await files.eachRow("stops.txt", ["stop_id"], (row, line) => {
    const id = row["stop_id"] ?? "";
    if (seen.has(id)) return problems.add("stops.txt", line, `The stop ${id} is there twice.`);
    seen.add(id);
    const type = row["location_type"] || "0";
    if (type !== "0" && type !== "1") return;
    const position = parsePosition(row["stop_lat"], row["stop_lon"]);
    if (!position) return problems.add("stops.txt", line, `The stop ${id} has no position.`);
    const place = {
      id,
      name: row["stop_name"] || id,
      ...position,
      parent: row["parent_station"] ?? "",
      platform: row["platform_code"] ?? "",
    };
    if (type === "1") stations.set(id, place);
    else stops.push(place);
  });
  problems.assertNone();
  if (stops.length === 0) throw new FeedError("stops.txt has no stop.");
  return groupStops(stations, stops);
}

function groupStops(stations: ReadonlyMap<string, Place>, stops: readonly Place[]): StopTable {
  const used = new Map<string, number>();
  const list: Place[] = [];
  const stopStations = Int32Array.from(stops, (stop) => {
    const station = stations.get(stop.parent) ?? stop;
    const known = used.get(station.id);
    if (known !== undefined) return known;
    used.set(station.id, list.length);
    list.push(station);
    return list.length - 1;
  });
  const platforms = new Map<string, number[]>();
  stops.forEach((stop, index) => {
    platforms.set(stop.id, [index]);
    const station = list[stopStations[index] ?? 0];
    if (!station || station === stop) return;
    const others = platforms.get(station.id) ?? [];
    others.push(index);
    platforms.set(station.id, others);
  });
  return {
    stations: {
      stationIds: list.map(({ id }) => id),
      stationNames: list.map(({ name }) => name),
      stationLats: Float64Array.from(list, ({ lat }) => lat),
      stationLngs: Float64Array.from(list, ({ lng }) => lng),
    },
    stops: {
      stopStations,
      stopPlatforms: stops.map(({ platform }) => platform),
      stopLats: Float64Array.from(stops, ({ lat }) => lat),
      stopLngs: Float64Array.from(stops, ({ lng }) => lng),
    },
    indexes: new Map(stops.map(({ id }, index) => [id, index])),
    platforms,
  };
}

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
  return {
    transferFrom: from.toArray(),
    transferTo: to.toArray(),
    transferS: seconds.toArray(),
  };
}
