import { commandLine, print } from "#platform/command-line.ts";
import { createInterface } from "node:readline/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { type Build, BUILDING_PREFIX, listBuilds } from "#platform/regions/builds.ts";
import { folderBytes, regionsFolder } from "#platform/regions/regions.ts";
import { Interrupted, onInterrupt } from "../interrupt.ts";
import type { BuildRequest } from "./build-region.ts";
import { formatBytes } from "./disk-space.ts";
import {
  defaultName,
  type ExtractSource,
  readName,
  readSource,
  toRegionId,
} from "./extract-source.ts";
import type { InstalledRegion } from "./installed-regions.ts";

// Reads only this setting: a region can be built even if another setting is invalid.
function settings() {
  return { DATA_DIR: process.env["DATA_DIR"]?.trim() || "data" };
}

// Loaded on demand, so that help and usage errors appear at once.
const loadBuild = () => import("./build-region.ts");
const loadSteps = () => import("./build-steps.ts");
const loadInstalled = () => import("./installed-regions.ts");

/** `admin region`: roads, places and a map of an area, from an OpenStreetMap extract. */
export function addRegionCommands(program: Command): void {
  const region = program
    .command("region")
    .description(
      "add, update and remove regions: roads, places and a map from an OpenStreetMap extract",
    );
  region
    .command("list", { isDefault: true })
    .description("show all regions, and builds that have not finished")
    .action(listRegions);
  region
    .command("add")
    .description(
      "build a region; a running server uses it within seconds. After Ctrl-C the same command goes on",
    )
    .argument("<extract>", "an .osm.pbf file or its https address", readSource)
    .option("--name <name>", "what to call it (default: the name of the file)", readName)
    .action((source: ExtractSource, { name = defaultName(source) }: { name?: string }) =>
      addRegion(source, name),
    );
  region
    .command("update")
    .description(
      "build regions again if their extract has changed or the release needs other files; servers use the old build until then",
    )
    .argument("[ids...]", "ids as listed (default: all)")
    .option("--force", "build also from an unchanged extract")
    .action((ids: string[], { force = false }: { force?: boolean }) => updateRegions(ids, force));
  region
    .command("remove")
    .description("delete a region; servers do without it within seconds")
    .argument("<id>", "id as listed")
    .option("--yes", "do not ask")
    .action((id: string, { yes = false }: { yes?: boolean }) => removeRegion(id, yes));
}

async function addRegion(source: ExtractSource, name: string): Promise<void> {
  const folder = regionsFolder(settings());
  const { findInstalled } = await loadInstalled();
  const id = toRegionId(name);
  const existing = findInstalled(folder, id);
  if (existing)
    throw new Error(
      `There is a region ${existing.name} (${id}) already. Build it again with ${commandLine("region", "update", id)}, or choose another --name.`,
    );
  await build({
    id,
    name,
    source,
  });
  print([`${name} is ready. A running server uses it within seconds.`]);
}

async function updateRegions(ids: readonly string[], force: boolean): Promise<void> {
  const folder = regionsFolder(settings());
  const { listInstalled, removeReplacedBuilds } = await loadInstalled();
  removeReplacedBuilds(folder); // What an interrupted update left.
  const installed = listInstalled(folder);
  const unknown = ids.find((id) => !installed.some((region) => region.id === id));
  if (unknown !== undefined) throw new Error(noRegion(unknown, installed));
  const wanted = installed.filter(({ id }) => ids.length === 0 || ids.includes(id));
  if (wanted.length === 0) print(["There are no regions."]);
  const failures: string[] = [];
  let built = 0;
  for (const region of wanted) {
    try {
      const result = await updateRegion(region, force);
      if (result === "built") built++;
      print([result === "built" ? `${region.name} is updated.` : `${region.name} is up to date.`]);
    } catch (error) {
      if (!(error instanceof Error) || error instanceof Interrupted) throw error;
      failures.push(`${region.name} was not updated: ${error.message}`);
    }
  }
  if (built > 0)
    await (await loadBuild()).removeReplacedBuildsLater(folder, new AbortController().signal);
  if (failures.length > 0) throw new Error(failures.join("\n"));
}

async function updateRegion(
  region: InstalledRegion,
  force: boolean,
): Promise<"built" | "unchanged"> {
  const { id, name } = region;
  const { url, file } = region.source;
  if (url === undefined && file === undefined) throw new Error("Its source is unknown.");
  const source = url === undefined ? { file: file ?? "" } : { url };
  return build({
    id,
    name,
    source,
    replaces: region,
    onlyIfChanged: !force,
  });
}

type BuildOptions = Pick<BuildRequest, "id" | "name" | "source" | "replaces" | "onlyIfChanged">;

async function build(region: BuildOptions): Promise<"built" | "unchanged"> {
  const folder = regionsFolder(settings());
  const [{ buildRegion }, { BUILD_STEPS: steps }] = await Promise.all([loadBuild(), loadSteps()]);
  const interruption = new AbortController();
  const stop = onInterrupt(() => interruption.abort());
  try {
    return await buildRegion({
      ...region,
      steps,
      regionsFolder: folder,
      signal: interruption.signal,
      output: {
        isTerminal: process.stdout.isTTY,
        write: (text) => void process.stdout.write(text),
      },
    });
  } catch (error) {
    throw interruption.signal.aborted
      ? new Interrupted("Stopped. The same command goes on from here.")
      : error;
  } finally {
    stop();
  }
}

async function removeRegion(id: string, isConfirmed: boolean): Promise<void> {
  const folder = regionsFolder(settings());
  const installed = await loadInstalled();
  const region = installed.findInstalled(folder, id);
  if (!region && !existsSync(join(folder, BUILDING_PREFIX + id)))
    throw new Error(noRegion(id, installed.listInstalled(folder)));
  const name = region?.name ?? id;
  if (!isConfirmed && !(await confirm(`Remove ${name} with its roads, places and map? (y/N) `))) {
    print(["Nothing was removed."]);
    return;
  }
  await installed.removeRegion(folder, id);
  print([`${name} is removed. Servers do without it within seconds.`]);
}

async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Error("Add --yes to remove it without a question.");
  const terminal = createInterface({
    input: process.stdin,
    output: process.stdout,
  });
  const answer = await terminal.question(question);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

async function listRegions(): Promise<void> {
  const folder = regionsFolder(settings());
  const { listInstalled } = await loadInstalled();
  const { formatFigures } = await loadBuild();
  const regions = await Promise.all(
    listInstalled(folder).map(async ({ id, name, source, builtAt, steps, folder }) => [
      `${id}: ${name}, ${dataDate(source.timestamp)}, built ${builtAt.slice(0, 10)}, ${formatBytes(await folderBytes(folder))}`,
      `  from ${source.url ?? source.file}`,
      ...Object.entries(steps).map(([step, figures]) => `  ${step}: ${formatFigures(figures)}`),
    ]),
  );
  const lines = [...regions.flat(), ...listBuilds(settings(), new Date()).map(describeBuild)];
  print(
    lines.length > 0
      ? lines
      : [
          `There are no regions. Add one: ${commandLine("region", "add", "<file.osm.pbf or https URL>")}`,
        ],
  );
}

function describeBuild({ id, state, step, fraction, error }: Build): string {
  if (state === "failed") return `${id}: failed. ${error}`;
  return `${id}: ${state === "running" ? "is being built" : "was interrupted"} (${step}, ${Math.floor(fraction * 100)} %)`;
}

const dataDate = (timestamp: string | undefined): string =>
  timestamp === undefined ? "data of unknown age" : `data of ${timestamp.slice(0, 10)}`;

const noRegion = (id: string, installed: readonly InstalledRegion[]): string =>
  installed.length === 0
    ? `There is no region ${id}. There are none.`
    : `There is no region ${id}. There are: ${installed.map(({ id }) => id).join(", ")}.`;
