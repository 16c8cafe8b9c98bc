import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { createWorldReadableFolder } from "./fast-temp-folder.ts";

/** Removing a large database takes long on a busy machine. */
const REMOVAL_LIMIT_MS = 60_000;

/** A folder for one test that every user may enter; removed afterwards. */
export function createTestFolder(): string {
  const path = createOpenFolder();
  onTestFinished(() => rmSync(path, { recursive: true, force: true }), REMOVAL_LIMIT_MS);
  return path;
}

/** A folder with an unused embedded database, copied in milliseconds instead of created in a second. */
export function createDatabaseFolder(): string {
  const path = createTestFolder();
  copyFolder(inject("pristineFolder"), path);
  return path;
}

/** Copies the contents of `from`, with owners and modes. */
export function copyFolder(from: string, to: string): void {
  const { status, stderr } = spawnSync("cp", ["-a", `${from}/.`, to], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

/** Creates a folder that every user may enter; the caller removes it. */
export const createOpenFolder = (): string =>
  createWorldReadableFolder(join(tmpdir(), "commonlane-"));
