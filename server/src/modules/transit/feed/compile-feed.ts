import { buildPatterns } from "./build-patterns.ts";
import { FeedError, FeedFiles, FeedProblems } from "./feed-files.ts";
import type { Feed } from "./feed.ts";
import { readLines } from "./read-lines.ts";
import { readServices } from "./read-services.ts";
import { readStops, readTransfers } from "./read-stops.ts";
import { readFrequencies, readStopTimes, readTrips } from "./read-trips.ts";

const REQUIRED = ["agency.txt", "stops.txt", "routes.txt", "trips.txt", "stop_times.txt"];

export interface CompiledFeed {
  readonly feed: Feed;
  /** Who publishes the feed, if it says so. */
  readonly publisher: string | undefined;
  readonly warnings: readonly string[];
}

/** Reads and checks a GTFS archive. @throws FeedError with one clear message */
export async function compileFeed(
  path: string,
  onProgress: (fraction: number) => void = () => {},
  hasUpdates = false,
): Promise<CompiledFeed> {
  const files = await FeedFiles.open(path);
  try {
    return await compile(files, onProgress, hasUpdates);
  } finally {
    files.close();
  }
}

async function compile(
  files: FeedFiles,
  onProgress: (fraction: number) => void,
  hasUpdates: boolean,
): Promise<CompiledFeed> {
  assertComplete(files);
  const problems = new FeedProblems();
  const services = await readServices(files, problems);
  const table = await readStops(files, problems);
  const lines = await readLines(files, problems);
  const trips = await readTrips(files, problems, {
    lines,
    services,
  });
  onProgress(0.2);

  const times = await readStopTimes(files, problems, trips, table);
  onProgress(0.8);
  const frequencies = await readFrequencies(files, problems, trips);
  const transfers = await readTransfers(files, problems, table);
  const { tripIds, ...patterns } = buildPatterns(trips, times, frequencies, problems);
  if (patterns.patternLines.length === 0)
    throw new FeedError("No trip of the feed can be used: they have no valid times or days.");

  const feed: Feed = {
    ...withoutIndexes(lines),
    ...table.stations,
    ...table.stops,
    ...withoutIndexes(services),
    ...patterns,
    ...transfers,
    headsigns: trips.headsignTexts,
    ...(hasUpdates && {
      tripIds,
      stopIds: stopIdsOf(table.indexes),
    }),
  };
  onProgress(1);
  return {
    feed,
    publisher: await readPublisher(files),
    warnings: problems.warnings,
  };
}

function stopIdsOf(indexes: ReadonlyMap<string, number>): string[] {
  const ids: string[] = [];
  for (const [id, stop] of indexes) if (stop >= 0) ids[stop] = id;
  return ids;
}

/** What a feed keeps of a table: not the places of its rows, which only the reading needs. */
function withoutIndexes<Table extends { readonly indexes: unknown }>(
  table: Table,
): Omit<Table, "indexes"> {
  const columns: Omit<Table, "indexes"> & { indexes?: unknown } = { ...table };
  delete columns.indexes;
  return columns;
}

function assertComplete(files: FeedFiles): void {
  const missing = REQUIRED.filter((name) => !files.has(name));
  if (missing.length === REQUIRED.length)
    throw new FeedError("This archive is no GTFS feed: it has none of the files that GTFS names.");
  if (missing.length > 0) throw new FeedError(`The feed lacks ${missing.join(", ")}.`);
  if (!files.has("calendar.txt") && !files.has("calendar_dates.txt"))
    throw new FeedError("The feed lacks calendar.txt and calendar_dates.txt: one is needed.");
}

async function readPublisher(files: FeedFiles): Promise<string | undefined> {
  let publisher: string | undefined;
  await files.eachRow("feed_info.txt", ["feed_publisher_name"], (row) => {
    publisher ??= row["feed_publisher_name"] || undefined;
  });
  return publisher;
}
