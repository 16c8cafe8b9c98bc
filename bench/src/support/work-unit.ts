import { createHash } from "node:crypto";
import { median } from "../bench.ts";

const ROUNDS = 7;
const RECORDS = 20_000;
const HASHED_BYTES = 32_000_000;

/**
 * Processor time of a fixed piece of work on this machine: JSON, sorting and hashing, as a start does them. A figure
 * divided by it means the same on a faster or slower machine, and other work beside it counts little.
 */
export function workUnitMs(): number {
  return median(Array.from({ length: ROUNDS }, measureOnce));
}

function measureOnce(): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function work(): void {
  const records = Array.from({ length: RECORDS }, (_, n) => ({
    id: n,
    name: `place ${n * 7919}`,
    at: [n / 7, n / 11],
  }));
  for (let round = 0; round < 5; round++) {
    const parsed: typeof records = JSON.parse(JSON.stringify(records));
    parsed.sort((a, b) => a.name.localeCompare(b.name));
  }
  createHash("sha256").update(Buffer.alloc(HASHED_BYTES, 7)).digest();
}
