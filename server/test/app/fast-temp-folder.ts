import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY_FOLDER = "/dev/shm";
const MIN_FREE_BYTES = 2 * 1024 ** 3;

/**
 * A folder that everybody may enter where databases of tests are best kept: in memory where there is plenty, since a
 * database is some 800 files, which a disk takes several times as long to make; otherwise where everything passing is.
 * Who makes it removes it.
 */
export function createFastTempFolder(): string {
  return createWorldReadableFolder(join(hasFreeMemory() ? MEMORY_FOLDER : tmpdir(), `commonlane-of-${process.pid}-`));
}

/** A new folder that everybody may enter, whose path begins so; who makes it removes it. */
export function createWorldReadableFolder(prefix: string): string {
  const created = mkdtempSync(prefix);
  chmodSync(created, 0o755);
  return created;
}

function hasFreeMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return Math.min(bavail * bsize, freemem()) > MIN_FREE_BYTES;
  } catch {
    return false;
  }
}

/** Whether what lies there takes memory for as long as it is there. */
export const isInMemory = (path: string): boolean => path.startsWith(MEMORY_FOLDER);

/** Removes from memory what processes left there that were killed. */
export function removeAbandonedFolders(searched: string = MEMORY_FOLDER): void {
  for (const name of listNames(searched)) {
    const owner = /^commonlane-of-(\d+)-/.exec(name)?.[1];
    if (owner && isProcessGone(Number(owner))) rmSync(join(searched, name), { recursive: true, force: true });
  }
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Of a process that is somebody else's we hear EPERM: it is there. */
function isProcessGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}
