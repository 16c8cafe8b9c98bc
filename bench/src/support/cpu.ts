import { readdirSync, readFileSync } from "node:fs";

const TICK_MS = 10;

/** Processor time of a process and its descendants so far, also of those that ended. Linux only. */
export function cpuTimeMs(pid: number): number {
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)));
  const family = new Set([pid]);
  // A parent may be listed after its child; the tree has at most three levels.
  for (let n = 0; n < 3; n++) {
    for (const { id, parent } of processes) if (family.has(parent)) family.add(id);
  }
  return processes.reduce((sum, { id, ticks }) => sum + (family.has(id) ? ticks * TICK_MS : 0), 0);
}

function statOf(id: number): { id: number; parent: number; ticks: number }[] {
  try {
    // The name, in brackets, may contain anything.
    const [, rest = ""] =
      /^\d+ \(.*\) \S (.*)$/s.exec(readFileSync(`/proc/${id}/stat`, "utf8")) ?? [];
    const fields = rest.split(" ").map(Number);
    // Its own time as user and system, then that of children that ended.
    const ticks = fields.slice(10, 14).reduce((sum, count) => sum + count, 0);
    return [{ id, parent: fields[0] ?? 0, ticks }];
  } catch {
    return [];
  }
}
