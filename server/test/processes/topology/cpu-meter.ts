import { readdirSync, readFileSync } from "node:fs";
import { onTestFinished } from "vitest";

const TICKS_PER_S = 100;
const SAMPLE_MS = 2_000;

interface ProcessTimes {
  readonly pid: number;
  readonly parent: number;
  readonly program: string;
  readonly ticks: number;
}

/** Measures the processor time of this process and all that it has started, by program. */
export class CpuMeter {
  readonly #beganMs = performance.now();
  readonly #seen = new Map<number, number>();
  readonly #ticks = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;

  constructor() {
    for (const { pid, ticks } of descendants()) this.#seen.set(pid, ticks);
    this.#timer = setInterval(() => this.#sample(), SAMPLE_MS);
    onTestFinished(() => clearInterval(this.#timer));
  }

  /** Share of one core that each program has used. */
  shares(): Record<string, number> {
    this.#sample();
    const seconds = (performance.now() - this.#beganMs) / 1000;
    return Object.fromEntries(
      [...this.#ticks].map(([program, ticks]) => [
        program,
        Math.round((1000 * ticks) / TICKS_PER_S / seconds) / 1000,
      ]),
    );
  }

  #sample(): void {
    for (const { pid, program, ticks } of descendants()) {
      this.#ticks.set(
        program,
        (this.#ticks.get(program) ?? 0) + ticks - (this.#seen.get(pid) ?? 0),
      );
      this.#seen.set(pid, ticks);
    }
  }
}

function descendants(): ProcessTimes[] {
  const all = readdirSync("/proc").flatMap((name) =>
    /^\d+$/.test(name) ? readTimes(Number(name)) : [],
  );
  const ours = new Set([process.pid]);
  // A child has a higher id than its parent except when ids start again, so some passes find all.
  for (let pass = 0; pass < 4; pass++)
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid);
  return all.filter(({ pid }) => ours.has(pid));
}

function readTimes(pid: number): ProcessTimes[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const name = text.slice(text.indexOf("(") + 1, text.lastIndexOf(")"));
    const program = pid === process.pid ? "load" : name === "postgres" ? "PostgreSQL" : name;
    return [
      { pid, parent: Number(fields[1]), program, ticks: Number(fields[11]) + Number(fields[12]) },
    ];
  } catch {
    return []; // It has ended.
  }
}

/** Memory of a process in MB, shared pages counted in parts. */
export function memoryMb(pid: number): number {
  const [, kilobytes] =
    /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
