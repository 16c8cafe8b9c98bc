import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createOpenFolder } from "../app/test-folders.ts";

/** Roads of a whole country; the extract ships with the server. */
const NETWORK = process.env["ROAD_NETWORK"] ?? join(import.meta.dirname, "../../data/regions/liechtenstein.osm.pbf");

export interface RoutingService {
  /** Valhalla's address; it supports OSRM's format, too. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

export const hasRoadNetwork = (): boolean => existsSync(NETWORK);

/** Why real roads are not available on this machine; undefined if they are. */
export function reasonRoutingUnavailable(): string | undefined {
  if (!hasRoadNetwork()) return "there is no road network (ROAD_NETWORK, an .osm.pbf of Liechtenstein)";
  try {
    createRequire(join(import.meta.dirname, "valhalla/road-server.ts"))("@valhallajs/valhallajs");
    return undefined;
  } catch {
    return "Valhalla is not installed (npm test installs it), or not available for this machine";
  }
}

/** Starts Valhalla on the roads of Liechtenstein; takes about two seconds. */
export async function openRoutingService(): Promise<RoutingService> {
  const folder = createOpenFolder();
  const child = spawn(process.execPath, [join(import.meta.dirname, "valhalla/road-server.ts"), NETWORK, folder], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const gone = once(child, "close");
  const lines = createInterface(child.stdout);
  const url = await Promise.race([
    once(lines, "line").then(([line]) => String(line)),
    gone.then(() => Promise.reject(new Error("Valhalla did not start."))),
  ]);
  const close = async () => {
    child.kill();
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, close };
}

/** Places on these roads. */
export const liechtenstein = {
  balzers: { label: "Balzers", lat: 47.0666, lng: 9.5033 },
  triesen: { label: "Triesen", lat: 47.1072, lng: 9.5281 },
  vaduz: { label: "Vaduz", lat: 47.141, lng: 9.5209 },
  schaan: { label: "Schaan", lat: 47.1664, lng: 9.5105 },
  malbun: { label: "Malbun", lat: 47.1027, lng: 9.6097 },
  ruggell: { label: "Ruggell", lat: 47.2382, lng: 9.5249 },
};
