import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { createTestFolder } from "../app/test-folders.ts";

const ROOT = join(import.meta.dirname, "../../..");
const WORKSPACES = "@commonlane";

/** The commit of the previous release; a clone has no tags. Change it when a release is made. */
const PREVIOUS_RELEASE = "929da427f79813acfa9a11cf795863425c4559dd";

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
