import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const STOP_TIMEOUT_MS = 20_000;
/** Thrown when another process holds the lock; the message names that process. */
export class FolderInUse extends Error {}

/** Uses an abstract socket, which the kernel frees however its owner ends: no stale lock file and no race for one. */
export async function lockFolder(folder: string): Promise<Server> {
  const pidFile = join(folder, "server.pid");
  const lock = createServer().unref();
  lock.listen(`\0commonlane-${createHash("sha256").update(folder).digest("hex")}`);
  try {
    await once(lock, "listening");
  } catch {
    const pid = existsSync(pidFile) ? readFileSync(pidFile, "utf8") : "unknown";
    throw new FolderInUse(
      `Another server (process ${pid}) already uses ${folder}. Stop it, or set DATA_DIR to another folder.`,
    );
  }
  try {
    writeFileSync(pidFile, String(process.pid));
  } catch {
    // Only used for the message above; a full disk is reported on the next write.
  }
  return lock;
}

/**
 * Stops a PostgreSQL that a killed server left behind. Requires the folder lock, so no server uses it any more.
 * Includes its child processes: one that outlives its postmaster may still write.
 */
export async function stopOrphanedPostgres(data: string): Promise<void> {
  const pidFile = join(data, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const postmaster = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  for (let isAsked = false; ; isAsked = true) {
    const remaining = listPostgresProcesses(data);
    if (remaining.length === 0) break;
    if (Date.now() > deadline) {
      throw new Error(
        `An earlier PostgreSQL (process ${remaining.join(", ")}) on ${data} does not stop. Stop it by hand, then start again.`,
      );
    }
    if (!isAsked && remaining.includes(postmaster)) sendSignal(postmaster, "SIGINT");
    else if (!remaining.includes(postmaster))
      for (const pid of remaining) sendSignal(pid, "SIGQUIT");
    await sleep(20);
  }
  // These files may name a zombie or an unrelated process, which PostgreSQL would take for a running server.
  for (const remaining of [pidFile, join(data, ".s.PGSQL.5432.lock")])
    if (existsSync(remaining)) unlinkSync(remaining);
}

/** True if a PostgreSQL runs on this data folder. */
export function isRunning(data: string): boolean {
  return listPostgresProcesses(data).length > 0;
}

/**
 * Finds processes by working directory: every PostgreSQL process has its data folder as such, independent of its id or title; zombies have none.
 */
function listPostgresProcesses(data: string): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && isPostgresIn(pid, data));
}

function isPostgresIn(pid: number, data: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === data &&
      readFileSync(`/proc/${pid}/comm`, "utf8").startsWith("postgres")
    );
  } catch {
    return false; // it has ended, or belongs to another user
  }
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has just ended.
  }
}
