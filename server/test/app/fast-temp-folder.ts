import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY_FOLDER = "/dev/shm";
const MIN_FREE_BYTES = 2 * 1024 ** 3;

/**
 * Creates a folder that every user may enter for test databases: in memory if there is plenty, since a database
 * consists of some 800 files, which take several times as long on a disk; otherwise in the temporary folder. The caller
 * removes it.
 */
export function createFastTempFolder(): string {
  return createWorldReadableFolder(
    join(hasFreeMemory() ? MEMORY_FOLDER : tmpdir(), `commonlane-of-${process.pid}-`),
  );
}

/** Creates a folder with this path prefix that every user may enter; the caller removes it. */
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

/** True if the path is stored in memory. */
export const isInMemory = (path: string): boolean => path.startsWith(MEMORY_FOLDER);

/** Removes folders that killed processes left in memory. */
export function removeAbandonedFolders(searched: string = MEMORY_FOLDER): void {
  for (const name of listNames(searched)) {
    const owner = /^commonlane-of-(\d+)-/.exec(name)?.[1];
    if (owner && isProcessGone(Number(owner)))
      rmSync(join(searched, name), { recursive: true, force: true });
  }
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A process of another user yields EPERM: it exists. */
function isProcessGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}
