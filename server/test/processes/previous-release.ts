import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { createTestFolder } from "../app/test-folders.ts";

const ROOT = join(import.meta.dirname, "../../..");
const WORKSPACES = "@commonlane";

/** The commit of the previous release, 0.3.0; a clone has no tags. Change it after a release was made. */
const PREVIOUS_RELEASE = "a171cf585e201fc39c38010d17bb1572ca514ad7";

/** Unpacks the previous release beside this one, with the packages that are installed, and returns its server. */
export function unpackPreviousRelease(): { readonly main: string } {
  const folder = createTestFolder();
  const archive = execFileSync("git", ["archive", PREVIOUS_RELEASE], {
    cwd: ROOT,
    maxBuffer: 2 ** 30,
  });
  execFileSync("tar", ["--extract", "--directory", folder], { input: archive });
  for (const workspace of [".", "contract", "matching", "server"])
    linkPackages(join(ROOT, workspace), join(folder, workspace));
  return { main: join(folder, "server/src/main.ts") };
}

/** The version that the previous release names. */
export function previousVersion(): string {
  const file = execFileSync("git", ["show", `${PREVIOUS_RELEASE}:package.json`], { cwd: ROOT });
  return z.object({ version: z.string() }).parse(JSON.parse(file.toString())).version;
}

/** Its own workspaces, and the installed packages of others. */
function linkPackages(from: string, to: string): void {
  const installed = join(from, "node_modules");
  if (!existsSync(installed)) return;
  mkdirSync(join(to, "node_modules"), { recursive: true });
  for (const name of readdirSync(installed))
    if (name !== WORKSPACES) symlinkSync(join(installed, name), join(to, "node_modules", name));
  const own = join(installed, WORKSPACES);
  if (!existsSync(own)) return;
  mkdirSync(join(to, "node_modules", WORKSPACES));
  for (const name of readdirSync(own))
    symlinkSync(join(to, name), join(to, "node_modules", WORKSPACES, name));
}

/** False where only a part of the history was fetched. */
export function hasPreviousRelease(): boolean {
  try {
    execFileSync("git", ["cat-file", "-e", PREVIOUS_RELEASE], { cwd: ROOT, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
