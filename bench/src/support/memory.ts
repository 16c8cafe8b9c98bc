import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { existingData } from "../../../server/src/platform/db/embedded-home.ts";

/** What a process holds in memory by itself, and its share of what it holds with others (PSS), in MB. Linux only. */
export function pssMb(pid: number): number {
  const kilobytes = /^Pss: +(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}

/** The processes of the database that a server keeps in its data folder, the first one's id first. */
export function databasePids(folder: string): number[] {
  const note = join(existingData(folder) ?? folder, "postmaster.pid");
  const postmaster = Number(readFileSync(note, "utf8").split("\n")[0]);
  return [postmaster, ...processIds().filter((pid) => parentOf(pid) === postmaster)];
}

const processIds = () =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    // It has ended since it was listed.
    return undefined;
  }
}
