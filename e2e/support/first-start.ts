import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import {
  removeAbandonedFolders,
  createFastTempFolder,
} from "../../server/test/app/fast-temp-folder.ts";
import { launch, ROOT } from "./process.ts";

/**
 * Starts the product once as `npm start` does, building the web app if needed, and keeps the database with all places,
 * which each test copies.
 */
export default async function firstStart(): Promise<() => void> {
  removeAbandonedFolders();
  const folder = createFastTempFolder();
  const server = await launch({ script: join(ROOT, "scripts/start.ts"), folder, port: 0 });
  await waitForAllPlaces(server.address);
  await server.stop();
  process.env["E2E_PRISTINE"] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

const LIMIT_MS = 120_000;
const POLL_MS = 200;

/** Stations come last, behind the start. Without them, each server of the tests would import them again. */
async function waitForAllPlaces(address: string): Promise<void> {
  const url = `${address}/api/auth/places/predictions?query=${encodeURIComponent("Böckstein Bahnhof")}`;
  const deadline = Date.now() + LIMIT_MS;
  while (!(await (await fetch(url)).text()).includes('"station"')) {
    if (Date.now() > deadline) throw new Error("The places of the world were not imported.");
    await setTimeout(POLL_MS);
  }
}
