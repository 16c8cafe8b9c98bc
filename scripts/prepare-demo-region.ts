import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Builds server/data/regions/liechtenstein from the extract beside it, with the command that operators use. Needed after
 * a change of what a region consists of: `npm run generate -- demo-region`.
 */

const ROOT = join(import.meta.dirname, "..");
const REGIONS = join(ROOT, "server/data/regions");
const EXTRACT = "liechtenstein.osm.pbf";

const dataFolder = mkdtempSync(join(tmpdir(), "demo-region-"));
try {
  const command = [join(ROOT, "server/src/admin/main.ts"), "region", "add", join(REGIONS, EXTRACT)];
  const { status } = spawnSync(process.execPath, [...command, "--name", "Liechtenstein"], {
    env: { ...process.env, DATA_DIR: dataFolder },
    stdio: "inherit",
  });
  if (status === 0) {
    const target = join(REGIONS, "liechtenstein");
    rmSync(target, { recursive: true, force: true });
    cpSync(join(dataFolder, "regions/liechtenstein"), target, { recursive: true });
    const file = join(target, "region.json");
    // The demo completes the path.
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace(JSON.stringify(join(REGIONS, EXTRACT)), `"${EXTRACT}"`),
    );
  }
  process.exitCode = status ?? 1;
} finally {
  rmSync(dataFolder, { recursive: true });
}
