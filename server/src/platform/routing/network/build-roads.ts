import { createWriteStream } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { findGateways } from "@commonlane/geo/road-graph/find-gateways";
import { buildRoadGraph } from "@commonlane/geo/road-graph/build-road-graph";
import { buildRoadNetwork } from "@commonlane/geo/road-network/build-road-network";
import { buildWalkNetwork } from "@commonlane/geo/road-network/build-walk-network";
import { writeNetworkFile } from "@commonlane/geo/road-network/network-file";
import type { BuildStep } from "#platform/regions/build-step.ts";
import { Coverage, parseCoverage } from "#platform/regions/coverage.ts";
import { COVERAGE_FILE } from "#platform/regions/region.ts";
import { GATEWAYS_FILE, NETWORK_FILE, readRoads, ROADS_FOLDER } from "./region-network.ts";

/** Which part of the work is done after reading the roads. */
const GRAPH_SHARE = 0.4;

/** Builds the roads and ways on foot of a region, and the points where roads leave it. */
export const buildRoads: BuildStep = {
  name: "roads",
  weight: 10,
  async run({ extract, folder, onProgress, signal }) {
    await rm(join(folder, ROADS_FOLDER), {
      recursive: true,
      force: true,
    });
    await mkdir(join(folder, ROADS_FOLDER), { recursive: true });

    const { graph, walks } = await buildRoadGraph(extract, signal, (part) =>
      onProgress(GRAPH_SHARE * part),
    );
    const drive = buildRoadNetwork(graph, (done, of) => {
      signal.throwIfAborted();
      onProgress(GRAPH_SHARE + ((1 - GRAPH_SHARE) * done) / of);
    });
    const parts = writeNetworkFile({
      drive,
      walk: buildWalkNetwork(walks),
    });
    await pipeline(Readable.from(parts), createWriteStream(join(folder, NETWORK_FILE)), { signal });

    const coverage = new Coverage(
      parseCoverage(await readFile(join(folder, COVERAGE_FILE), "utf8")),
    );
    const gateways = findGateways(graph, (point) => coverage.covers(point));
    await writeFile(join(folder, GATEWAYS_FILE), JSON.stringify(gateways));
    return {
      nodes: graph.nodeLat7.length,
      edges: graph.edgeFrom.length,
      bytes: parts.reduce((sum, { length }) => sum + length, 0),
      gateways: gateways.length,
    };
  },
  check: (folder) => readRoads({ path: (file) => join(folder, file) }),
};
