import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import type { Command } from "commander";
import type {
  MeetingPointImport,
  MeetingPointSource,
} from "@commonlane/contract/meeting-point-sources";
import { commandLine, print } from "#platform/command-line.ts";
import type { OutsideContext } from "#platform/context.ts";
import { type ExtractSource, readName, readSource } from "./regions/extract-source.ts";
import { withDatabase } from "./with-database.ts";

interface AddOptions {
  readonly name: string;
  readonly attribution: string;
  readonly licence: string;
  readonly withinKm?: number;
}

const FILE_MAX_BYTES = 100_000_000;

/** `admin meeting-points`: meeting points of the community from open data. */
export function addMeetingPointCommands(program: Command): void {
  const meetingPoints = program
    .command("meeting-points")
    .description("import, update and remove meeting points from open data");
  meetingPoints
    .command("list", { isDefault: true })
    .description("show where meeting points were imported from")
    .action(list);
  meetingPoints
    .command("add")
    .description("import a file in place of what has the same name; servers use it at once")
    .argument("<file>", "a BNLC .csv, a GTFS stops.txt or .zip, or its https address", readSource)
    .requiredOption("--name <name>", "what to call it, such as BNLC", readName)
    .requiredOption("--attribution <text>", "its publisher; named on the page About", readName)
    .requiredOption("--licence <text>", "its licence, such as Licence Ouverte 2.0", readName)
    .option("--within-km <km>", "only places so near the centre of the community", Number)
    .action(add);
  meetingPoints
    .command("update")
    .description("import the sources with an https address again")
    .argument("[ids...]", "ids as listed (default: all)")
    .action(update);
  meetingPoints
    .command("remove")
    .description("delete a source with its meeting points; rides that use them keep them")
    .argument("<id>", "id as listed")
    .action(remove);
}

const load = () => import("#modules/meeting-point-sources/index.ts");

async function add(source: ExtractSource, options: AddOptions): Promise<void> {
  const { withinKm } = options;
  if (withinKm !== undefined && !(Number.isInteger(withinKm) && withinKm > 0))
    throw new Error("--within-km needs a whole number of kilometres.");
  const { importMeetingPoints, importMeetingPointsFrom } = await load();
  const imported = await withDatabase(async (ctx) =>
    "url" in source
      ? importMeetingPointsFrom(ctx, source.url, options)
      : importMeetingPoints(ctx, await readPlacesFile(source.file), options),
  );
  print(describeImport(imported));
}

async function readPlacesFile(path: string): Promise<Uint8Array> {
  if (!existsSync(path)) throw new Error(`There is no file ${path}.`);
  if ((await stat(path)).size > FILE_MAX_BYTES) throw new Error(`${path} has more than 100 MB.`);
  return readFile(path);
}

async function update(ids: readonly string[]): Promise<void> {
  const lines = await withDatabase(async (ctx) => {
    const { listSources } = await load();
    const { items } = await listSources(ctx);
    const unknown = ids.find((id) => !items.some((source) => source.id === id));
    if (unknown !== undefined) throw new Error(`There is no source ${unknown}.`);
    const wanted = items.filter(({ id }) => ids.length === 0 || ids.includes(id));
    const done: string[] = [];
    for (const source of wanted) done.push(...(await updateOne(ctx, source)));
    return done;
  });
  print(lines.length > 0 ? lines : ["There are no sources."]);
}

async function updateOne(ctx: OutsideContext, source: MeetingPointSource): Promise<string[]> {
  const { name, url } = source;
  if (url === null) return [`${name} came from a file. Import the new one with add.`];
  const { importMeetingPointsFrom } = await load();
  try {
    return describeImport(
      await importMeetingPointsFrom(ctx, url, {
        ...source,
        url,
      }),
    );
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${name} was not updated: ${reason}`, { cause });
  }
}

async function remove(id: string): Promise<void> {
  const { listSources, removeSource } = await load();
  await withDatabase(async (ctx) => {
    const { items } = await listSources(ctx);
    if (!items.some((source) => source.id === id)) throw new Error(`There is no source ${id}.`);
    await removeSource(ctx, id);
  });
  print([`${id} is removed. Rides that use its places keep them.`]);
}

async function list(): Promise<void> {
  const { listSources } = await load();
  const { items } = await withDatabase(listSources);
  const example = commandLine("meeting-points", "add", "<file or https URL>");
  print(items.length > 0 ? items.flatMap(describe) : [`There are no sources. Add one: ${example}`]);
}

function describe(source: MeetingPointSource): string[] {
  const { id, name, points, skipped, attribution, licence, url, withinKm, importedAt } = source;
  const area = withinKm === null ? "" : `, within ${withinKm} km`;
  return [
    `${id}: ${name}, ${countPlaces(points)}${area}, ${skipped} rows left out, imported ${importedAt.slice(0, 10)}`,
    `  by ${attribution} (${licence}), from ${url ?? "a file"}`,
  ];
}

function describeImport({ source, removed, skipped }: MeetingPointImport): string[] {
  return [
    `${source.name}: ${countPlaces(source.points)} imported, ${removed} removed.`,
    ...skipped.map(({ reason, rows, lines }) => {
      const more = rows > lines.length ? ", …" : "";
      return `  ${rows} left out: ${REASONS[reason]} (lines ${lines.join(", ")}${more})`;
    }),
  ];
}

function countPlaces(count: number) {
  return count === 1 ? "1 place" : `${count} places`;
}

const REASONS: Readonly<Record<MeetingPointImport["skipped"][number]["reason"], string>> = {
  noId: "no id, or one that is too long",
  noName: "no name",
  noPosition: "no position",
  duplicate: "the id is there twice",
  contactDetails: "contact details in the name",
  closed: "closed",
  outside: "too far from the community",
  partOfStation: "part of a station",
};
