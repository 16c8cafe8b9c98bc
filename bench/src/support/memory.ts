import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { findDataFolder } from "../../../server/src/platform/db/embedded/data-folder.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** What objects and arrays of this process take that are still used, in MB. */
export function usedMb(): number {
  collectGarbage();
  // Arrays of the first collection are released beside the program, and counted until the next one.
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}

/** A process's own memory and its share of shared memory (PSS), in MB; undefined if it has just ended. Linux only. */
export function pssMb(pid: number): number {
  return Number(/^Pss: +(\d+) kB$/m.exec(read(pid, "smaps_rollup"))?.[1] ?? 0) / 1024;
}

/**
 * What the processes of a program need on a machine where nothing else shares their files, in MB: own memory, memory
 * that they share, and the largest part of mapped files that one of them has. PSS would hide the program's own file
 * beside other processes of it. Linux only.
 */
export function memoryMb(pids: readonly number[]): number {
  const own = pids.map(
    (pid) => kB(pid, "smaps_rollup", "Pss_Anon") + kB(pid, "smaps_rollup", "Pss_Shmem"),
  );
  const files = pids.map((pid) => kB(pid, "status", "RssFile"));
  return (own.reduce((sum, part) => sum + part, 0) + Math.max(...files)) / 1024;
}

const kB = (pid: number, file: string, field: string) =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(read(pid, file))?.[1] ?? 0);

/** The database processes of a server's data folder, the main one first. */
export function databasePids(folder: string): number[] {
  const note = join(findDataFolder(folder) ?? folder, "postmaster.pid");
  const postmaster = Number(readFileSync(note, "utf8").split("\n")[0]);
  return [postmaster, ...processIds().filter((pid) => parentOf(pid) === postmaster)];
}

const processIds = () =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

const parentOf = (pid: number) => Number(/^PPid:\s+(\d+)$/m.exec(read(pid, "status"))?.[1]);

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    // It has ended since it was listed.
    return "";
  }
}
