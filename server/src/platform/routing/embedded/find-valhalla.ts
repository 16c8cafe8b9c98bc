import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The npm package with Valhalla's programs and Node bindings; an optional dependency. */
const PACKAGE = "@valhallajs/valhallajs";
const HOW_ELSE = "Set ROUTER to use a routing engine on another machine.";

/** Valhalla as installed on this machine. */
export interface InstalledValhalla {
  /** The program that builds road tiles from extracts. */
  readonly buildTiles: string;
}

/** Returns why Valhalla cannot run here, in a sentence, if it cannot. */
export function findValhalla(): InstalledValhalla | { readonly reason: string } {
  const folder = findPackage();
  if (folder === undefined)
    return {
      reason: `The package ${PACKAGE} is not installed; install the optional dependencies too. ${HOW_ELSE}`,
    };
  const binaries = join(folder, process.platform, process.arch);
  const buildTiles = join(binaries, "valhalla_build_tiles");
  if (!existsSync(join(binaries, "valhalla_node.node")) || !existsSync(buildTiles))
    return {
      reason: `Valhalla is not available for ${process.platform} on ${process.arch}. ${HOW_ELSE}`,
    };
  if (process.platform === "linux" && !hasGlibc())
    return { reason: `Valhalla needs glibc, which this Linux does not have. ${HOW_ELSE}` };
  return { buildTiles };
}

function findPackage(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve(PACKAGE));
  } catch {
    return undefined;
  }
}

function hasGlibc(): boolean {
  const report: unknown = process.report.getReport();
  const header: unknown =
    typeof report === "object" && report !== null && "header" in report ? report.header : undefined;
  return typeof header === "object" && header !== null && "glibcVersionRuntime" in header;
}
