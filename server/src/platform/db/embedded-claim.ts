import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, readlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const STOP_WITHIN_MS = 20_000;
/** What one process holds at a time; the others learn which process it is. */
export class FolderInUse extends Error {}

/** The kernel frees an abstract socket however its owner dies: no stale lock file, and no race to take one over. */
export async function claimAlone(place: string): Promise<Server> {
  const note = join(place, "server.pid");
  const claim = createServer().unref();
  claim.listen(`\0commonlane-${createHash("sha256").update(place).digest("hex")}`);
  try {
    await once(claim, "listening");
  } catch {
    const pid = existsSync(note) ? readFileSync(note, "utf8") : "unknown";
    throw new FolderInUse(
      `Another server (process ${pid}) already uses ${place}. Stop it, or set DATA_DIR to another folder.`,
    );
  }
  try {
    writeFileSync(note, String(process.pid));
  } catch {
    // Only a hint for the line above; a full disk is reported by whoever must write.
  }
  return claim;
}

/**
 * Ends the PostgreSQL that an earlier server left behind when it was killed. Whoever holds the claim knows that it has
 * no server any more. Its children count too: one that outlives its postmaster may still write.
 */
export async function stopOrphans(data: string): Promise<void> {
  const note = join(data, "postmaster.pid");
  if (!existsSync(note)) return;
  const postmaster = Number(readFileSync(note, "utf8").split("\n")[0]);
  const deadline = Date.now() + STOP_WITHIN_MS;
  for (let asked = false; ; asked = true) {
    const left = postgresIn(data);
    if (left.length === 0) break;
    if (Date.now() > deadline) {
      throw new Error(
        `An earlier PostgreSQL (process ${left.join(", ")}) on ${data} does not stop. Stop it by hand, then start again.`,
      );
    }
    if (!asked && left.includes(postmaster)) signal(postmaster, "SIGINT");
    else if (!left.includes(postmaster)) for (const pid of left) signal(pid, "SIGQUIT");
    await sleep(20);
  }
  // They may name a zombie or a stranger, which PostgreSQL would take for a running server.
  for (const left of [note, join(data, ".s.PGSQL.5432.lock")]) if (existsSync(left)) unlinkSync(left);
}

/** Whether a PostgreSQL runs in this data folder. */
export const isRunning = (data: string): boolean => postgresIn(data).length > 0;

/** Every process of PostgreSQL stands in its data folder, whatever its number or title; zombies stand nowhere. */
function postgresIn(data: string): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && standsIn(pid, data));
}

function standsIn(pid: number, data: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === data && readFileSync(`/proc/${pid}/comm`, "utf8").startsWith("postgres")
    );
  } catch {
    return false; // it has ended, or is not ours to see
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has just ended.
  }
}
