import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const ROOM_BYTES = 2 * 1024 ** 3;

/**
 * A folder that everybody may enter where databases of tests are best kept: in memory where there is plenty, since a
 * database is some 800 files, which a disk takes several times as long to make; otherwise where everything passing is.
 * Who makes it removes it.
 */
export function quickFolder(): string {
  return openFolder(join(hasRoom() ? MEMORY : tmpdir(), `commonlane-of-${process.pid}-`));
}

/** A new folder that everybody may enter, whose path begins so; who makes it removes it. */
export function openFolder(beginning: string): string {
  const made = mkdtempSync(beginning);
  chmodSync(made, 0o755);
  return made;
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, freemem()) > ROOM_BYTES;
  } catch {
    return false;
  }
}

/** Whether what lies there takes memory for as long as it is there. */
export const isInMemory = (path: string): boolean => path.startsWith(MEMORY);

/** Removes from memory what processes left there that were killed. */
export function clearAbandoned(within: string = MEMORY): void {
  for (const name of namesIn(within)) {
    const owner = /^commonlane-of-(\d+)-/.exec(name)?.[1];
    if (owner && isGone(Number(owner))) rmSync(join(within, name), { recursive: true, force: true });
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Of a process that is somebody else's we hear EPERM: it is there. */
function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}
