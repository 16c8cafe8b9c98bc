import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { createWorldReadableFolder } from "./fast-temp-folder.ts";

/** A folder for one test that everybody may enter, and that is gone afterwards. */
export function createTestFolder(): string {
  const path = createOpenFolder();
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A folder with a database of our own that was never used, copied in milliseconds instead of created in a second. */
export function createDatabaseFolder(): string {
  const path = createTestFolder();
  copyFolder(inject("pristineFolder"), path);
  return path;
}

/** What `from` holds, with its owners and modes. */
export function copyFolder(from: string, to: string): void {
  const { status, stderr } = spawnSync("cp", ["-a", `${from}/.`, to], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

/** A folder that everybody may enter; who makes it removes it. */
export const createOpenFolder = (): string => createWorldReadableFolder(join(tmpdir(), "commonlane-"));
