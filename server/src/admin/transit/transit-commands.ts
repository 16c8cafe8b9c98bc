import { existsSync } from "node:fs";
import type { Command } from "commander";
import {
  type Import,
  importTimetable,
  listImports,
  listTimetables,
  removeTimetable,
  type StoredTimetable,
  timetablesFolder,
} from "#modules/transit/index.ts";
import { commandLine, print } from "#platform/command-line.ts";
import { formatBytes } from "../regions/disk-space.ts";
import {
  type ExtractSource,
  parseName,
  readName,
  readSource,
  readUrl,
  toRegionId,
} from "../regions/extract-source.ts";
import { downloadFeed } from "./download-feed.ts";

interface AddOptions {
  readonly name?: string;
  readonly attribution?: string;
  readonly licence?: string;
  readonly updates?: string;
}

// Reads only this setting: a timetable can be added even if another setting is invalid.
function timetables() {
  return timetablesFolder({ DATA_DIR: process.env["DATA_DIR"]?.trim() || "data" });
}

/** `admin transit`: timetables of public transport, from GTFS feeds. */
export function addTransitCommands(program: Command): void {
  const transit = program
    .command("transit")
    .description("add, update and remove timetables of public transport, from GTFS feeds");
  transit
    .command("list", { isDefault: true })
    .description("show all timetables, and imports that failed")
    .action(list);
  transit
    .command("add")
    .description("import a feed; a running server uses it within seconds")
    .argument("<feed>", "a GTFS .zip file or its https address", readSource)
    .option("--name <name>", "what to call it (default: the name of the file)", readName)
    .option("--attribution <text>", "its publisher (default: what the feed says)", readName)
    .option("--updates <url>", "https address of its trip updates (GTFS-RT)", readUrl)
    .option("--licence <text>", "its licence, such as CC BY 4.0", readName)
    .action(add);
  transit
    .command("update")
    .description("import feeds again if they have changed; servers use the old ones until then")
    .argument("[ids...]", "ids as listed (default: all)")
    .action(update);
  transit
    .command("remove")
    .description("delete a timetable; servers do without it within seconds")
    .argument("<id>", "id as listed")
    .action(remove);
}

async function add(source: ExtractSource, options: AddOptions): Promise<void> {
  const name = options.name ?? defaultName(source);
  const id = toRegionId(name);
  const existing = listTimetables(timetables()).find((timetable) => timetable.id === id);
  if (existing)
    throw new Error(
      `There is a timetable ${existing.name} (${id}) already. Import it again with ${commandLine("transit", "update", id)}, or choose another --name.`,
    );
  const { attribution, licence, updates } = options;
  const wanted = {
    id,
    name,
    attribution,
    licence,
    updatesUrl: updates,
  };
  const imported = await importFrom(source, wanted);
  if (imported === "unchanged") return;
  print([...describe(imported), `${name} is ready. A running server uses it within seconds.`]);
}

type Wanted = Pick<StoredTimetable, "id" | "name"> & {
  readonly attribution?: string | undefined;
  readonly licence?: string | undefined;
  readonly updatesUrl?: string | undefined;
};

async function importFrom(source: ExtractSource, wanted: Wanted, before?: StoredTimetable) {
  const request = {
    timetables: timetables(),
    ...wanted,
    ...(before && {
      unlessSha256: before.source.sha256,
      isExample: before.isExample,
    }),
  };
  if ("file" in source) {
    if (!existsSync(source.file)) throw new Error(`There is no file ${source.file}.`);
    return importTimetable({
      ...request,
      path: source.file,
      source,
    });
  }
  const feed = await downloadFeed(source.url, before?.source.etag);
  if (feed === "unchanged") return feed;
  try {
    const { url } = source;
    const { path, etag } = feed;
    const origin = {
      url,
      ...(etag !== undefined && { etag }),
    };
    return await importTimetable({
      ...request,
      path,
      source: origin,
    });
  } finally {
    feed.remove();
  }
}

async function update(ids: readonly string[]): Promise<void> {
  const stored = listTimetables(timetables());
  const unknown = ids.find((id) => !stored.some((timetable) => timetable.id === id));
  if (unknown !== undefined) throw new Error(noTimetable(unknown, stored));
  const wanted = stored.filter(({ id }) => ids.length === 0 || ids.includes(id));
  if (wanted.length === 0) print(["There are no timetables."]);
  const failures: string[] = [];
  for (const timetable of wanted) {
    try {
      const { id, name, source, attribution, licence, updatesUrl } = timetable;
      const origin = source.url === undefined ? { file: source.file ?? "" } : { url: source.url };
      const result = await importFrom(
        origin,
        {
          id,
          name,
          attribution,
          licence,
          updatesUrl,
        },
        timetable,
      );
      print([result === "unchanged" ? `${name} is up to date.` : `${name} is updated.`]);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      failures.push(`${timetable.name} was not updated: ${reason}`);
    }
  }
  if (failures.length > 0) throw new Error(failures.join("\n"));
}

function remove(id: string): void {
  const folder = timetables();
  if (!removeTimetable(folder, id)) throw new Error(noTimetable(id, listTimetables(folder)));
  print([`${id} is removed. Servers do without it within seconds.`]);
}

function list(): void {
  const folder = timetables();
  const lines = [
    ...listTimetables(folder).flatMap(describe),
    ...listImports(folder, new Date()).map(describeImport),
  ];
  const example = commandLine("transit", "add", "<feed.zip or https URL>");
  print(lines.length > 0 ? lines : [`There are no timetables. Add one: ${example}`]);
}

function describe(timetable: Omit<StoredTimetable, "folder">): string[] {
  const { id, name, source, validFrom, validUntil, attribution, licence } = timetable;
  const example = timetable.isExample ? ", an example" : "";
  const licenceText = licence === undefined ? "licence not given" : licence;
  return [
    `${id}: ${name}${example}, from ${validFrom} to ${validUntil}, imported ${timetable.importedAt.slice(0, 10)}`,
    `  ${timetable.stops} stops, ${timetable.lines} lines, ${timetable.trips} trips, ${timetable.stopTimes} stop times`,
    `  by ${attribution} (${licenceText}), ${formatBytes(source.bytes)} from ${source.url ?? source.file}`,
    ...(timetable.updatesUrl === undefined ? [] : [`  trip updates from ${timetable.updatesUrl}`]),
    ...timetable.warnings.map((warning) => `  ${warning}`),
  ];
}

function describeImport({ id, state, fraction, error }: Import): string {
  if (state === "failed") return `${id}: failed. ${error}`;
  const verb = state === "running" ? "is being imported" : "was interrupted";
  return `${id}: ${verb} (${Math.floor(fraction * 100)} %)`;
}

function noTimetable(id: string, stored: readonly StoredTimetable[]): string {
  const ids = stored.map((timetable) => timetable.id).join(", ");
  return ids === ""
    ? `There is no timetable ${id}. There are none.`
    : `There is no timetable ${id}. There are: ${ids}.`;
}

/** The name of the file without its ending. */
function defaultName(source: ExtractSource): string {
  const path = "url" in source ? decodeURIComponent(new URL(source.url).pathname) : source.file;
  const file = path.slice(path.lastIndexOf("/") + 1).replace(/\.zip$/i, "");
  return parseName(file.replaceAll(/[-_]+/g, " ") || "Timetable");
}
