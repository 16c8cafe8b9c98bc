import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

/** Loads from a folder with packages of its own, installing them first if they are missing; see run.mjs. */
export function requireFrom(folder: string): NodeJS.Require {
  install(folder);
  return createRequire(join(ROOT, folder, "package.json"));
}

/** Installs the packages of such a folder. @throws if that fails. */
export function install(folder: string): void {
  const { status } = spawnSync(
    process.execPath,
    [join(ROOT, "scripts/run.mjs"), "--with", folder, "--version"],
    {
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  if (status !== 0) throw new Error(`The packages of ${folder} are missing.`);
}
