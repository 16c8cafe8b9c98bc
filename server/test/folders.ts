import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { openFolder } from "./memory.ts";

/** A folder for one test that everybody may enter, and that is gone afterwards. */
export function folder(): string {
  const made = newFolder();
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** A folder with a database of our own that was never used, copied in milliseconds instead of created in a second. */
export function databaseFolder(): string {
  const place = folder();
  copyFolder(inject("pristineFolder"), place);
  return place;
}

/** What `from` holds, with its owners and modes. */
export function copyFolder(from: string, to: string): void {
  const { status, stderr } = spawnSync("cp", ["-a", `${from}/.`, to], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

/** A folder that everybody may enter; who makes it removes it. */
export const newFolder = (): string => openFolder(join(tmpdir(), "commonlane-"));
