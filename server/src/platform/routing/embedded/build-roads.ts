import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { BuildInput, BuildStep } from "#platform/regions/build-step.ts";
import { Coverage, parseCoverage } from "#platform/regions/coverage.ts";
import { COVERAGE_FILE } from "#platform/regions/region.ts";
import { findGateways } from "./find-gateways.ts";
import { findValhalla } from "./find-valhalla.ts";
import { GATEWAYS_FILE, HIERARCHY_FIGURE, ROADS_FOLDER, TILES_FILE } from "./region-roads.ts";
import { buildConfig, type RoadLayout } from "./valhalla-config.ts";
import { writeTar } from "./write-tar.ts";

/** More threads need more memory, and gain little. */
const MAX_THREADS = 4;
const BUILD_SHARE = 0.8;
/** Up to this size of the extract, a search over all roads is fast without a hierarchy. */
const MAX_FLAT_BYTES = 64_000_000;
/** What Valhalla says at the end of its stages, and which part of its work is done then. */
const STAGES: readonly (readonly [RegExp, number])[] = [
  [/::ParseWays took/, 0.15],
  [/::ParseRelations took/, 0.2],
  [/::ParseNodes took/, 0.35],
  [/::BuildEdges took/, 0.45],
  [/::BuildLocalTiles took/, 0.6],
  [/::Enhance took/, 0.75],
  [/hierarchybuilder\S{0,60}::Build took/, 0.8],
  [/shortcutbuilder\S{0,60}::Build took/, 0.88],
  [/restrictionbuilder\S{0,60}::Build took/, 0.93],
  [/::Validate took/, 1],
];

/** Builds what the routing engine needs, and the points where roads leave the region. */
export const buildRoads: BuildStep = {
  name: "roads",
  weight: 10,
  async run({ extract, folder, onProgress, signal }) {
    const roads = join(folder, ROADS_FOLDER);
    const tiles = join(roads, "tiles");
    await rm(roads, { recursive: true, force: true });
    await mkdir(tiles, { recursive: true });
    try {
      const hierarchy = (await stat(extract)).size > MAX_FLAT_BYTES;
      const report = (part: number): void => onProgress(BUILD_SHARE * part);
      const counts = await buildTiles(extract, tiles, { hierarchy, onProgress: report, signal });
      const { files, bytes } = await writeTar(tiles, join(folder, TILES_FILE), ".gph", signal);
      if (files === 0) throw new Error("The extract has no roads.");
      const coverage = new Coverage(
        parseCoverage(await readFile(join(folder, COVERAGE_FILE), "utf8")),
      );
      const gateways = await findGateways(
        extract,
        (point) => coverage.covers(point),
        signal,
        (part) => onProgress(BUILD_SHARE + (1 - BUILD_SHARE) * part),
      );
      await writeFile(join(folder, GATEWAYS_FILE), JSON.stringify(gateways));
      return {
        ...counts,
        tiles: files,
        bytes,
        gateways: gateways.length,
        [HIERARCHY_FIGURE]: hierarchy ? 1 : 0,
      };
    } finally {
      await rm(tiles, { recursive: true, force: true });
    }
  },
};

/** Runs Valhalla's own program. @throws Error with its last message if it fails. */
async function buildTiles(
  extract: string,
  folder: string,
  { hierarchy, onProgress, signal }: Pick<BuildInput, "onProgress" | "signal"> & RoadLayout,
): Promise<{ nodes: number; edges: number }> {
  const valhalla = findValhalla();
  if ("reason" in valhalla) throw new Error(`Roads cannot be built. ${valhalla.reason}`);
  const configFile = join(folder, "config.json");
  await writeFile(configFile, JSON.stringify(buildConfig(folder, { hierarchy })));
  const threads = String(Math.min(MAX_THREADS, availableParallelism()));
  const child = spawn(valhalla.buildTiles, ["-c", configFile, "-j", threads, extract], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    signal,
    killSignal: "SIGKILL",
  });
  const { nodes, edges, problem } = await followBuild(child, onProgress);
  signal.throwIfAborted();
  if (child.exitCode !== 0)
    throw new Error(
      `Roads could not be built: ${problem || `valhalla_build_tiles ended with ${child.signalCode ?? child.exitCode}`}.`,
    );
  return { nodes, edges };
}

async function followBuild(
  child: ChildProcessByStdio<null, null, Readable>,
  onProgress: BuildInput["onProgress"],
) {
  const result = { nodes: 0, edges: 0, problem: "" };
  const closed = once(child, "close").catch((error: unknown) => {
    result.problem = error instanceof Error ? error.message : String(error);
  });
  for await (const line of createInterface(child.stderr)) {
    const stage = STAGES.find(([end]) => end.test(line));
    if (stage) onProgress(stage[1]);
    result.nodes = numberIn(/ Node Count = (\d+)/, line) ?? result.nodes;
    result.edges = numberIn(/ Directed Edge Count = (\d+)/, line) ?? result.edges;
    const problem = explainMissingLibrary(line) ?? /\[(?:ERROR|FATAL)\] (.*)/.exec(line)?.[1];
    if (problem !== undefined) result.problem = problem.replace(/\.$/, "");
  }
  await closed;
  return result;
}

/** Minimal systems lack libbsd, the only library that the package of the routing engine does not bring. */
export function explainMissingLibrary(line: string): string | undefined {
  const library = /error while loading shared libraries: ([^:\s]+): cannot open/.exec(line)?.[1];
  if (library === undefined) return undefined;
  const advice = library.startsWith("libbsd.so")
    ? " (on Debian and Ubuntu: apt-get install libbsd0)"
    : "";
  return `this system lacks ${library}${advice}`;
}

const numberIn = (pattern: RegExp, line: string): number | undefined => {
  const digits = pattern.exec(line)?.[1];
  return digits === undefined ? undefined : Number(digits);
};
