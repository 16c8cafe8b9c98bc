import { rmSync } from "node:fs";
import { join } from "node:path";
import { removeAbandonedFolders, createFastTempFolder } from "../../server/test/app/fast-temp-folder.ts";
import { launch, ROOT } from "./process.ts";

/**
 * Starts the product once as `npm start` does, building the web app if needed, and keeps the database with all places,
 * which each test copies.
 */
export default async function firstStart(): Promise<() => void> {
  removeAbandonedFolders();
  const folder = createFastTempFolder();
  const server = await launch({ script: join(ROOT, "scripts/start.ts"), folder, port: 0 });
  await server.stop();
  process.env["E2E_PRISTINE"] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
