import type { BuildProgress } from "#platform/regions/builds.ts";

export interface ProgressStep {
  /** What is being done, such as "Building roads". */
  readonly label: string;
  /** Expected share of the time; 0 for a step whose time left is estimated from itself alone. */
  readonly weight: number;
}
export interface ProgressOutput {
  /** Whether a line can be rewritten. */
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
  /** Saves the progress for the servers' console. */
  readonly save: (progress: Omit<BuildProgress, "id" | "name" | "updatedAt">) => void;
  readonly nowMs: () => number;
}

const REWRITE_EVERY_MS = 200;
const LINE_EVERY_MS = 30_000;
const SAVE_EVERY_MS = 1000;
/** Estimates of the time left are wild before. */
const ESTIMATE_AFTER_MS = 3000;
const ESTIMATE_FROM = 0.02;

/** Shows the progress of a sequence of steps: one line that is rewritten on a terminal, otherwise a line now and then. */
export class ProgressDisplay {
  #steps: readonly ProgressStep[];
  readonly #output: ProgressOutput;
  #index = -1;
  #fraction = 0;
  #details = "";
  /** When the current step began, and the first one whose weight counts. */
  #stepStartedMs = 0;
  #weightStartedMs: number | undefined;
  #weightDone = 0;
  #shownMs = -Infinity;
  #savedMs = -Infinity;

  constructor(steps: readonly ProgressStep[], output: ProgressOutput) {
    this.#steps = steps;
    this.#output = output;
  }

  /** Begins the next step. */
  start(): void {
    this.#index++;
    this.#fraction = 0;
    this.#details = "";
    this.#stepStartedMs = this.#output.nowMs();
    if (this.#weight > 0) this.#weightStartedMs ??= this.#stepStartedMs;
    this.#shownMs = this.#output.isTerminal ? -Infinity : this.#stepStartedMs;
    this.#savedMs = -Infinity;
    if (!this.#output.isTerminal) this.#output.write(`${this.#title}\n`);
    this.update(0);
  }

  /** Replaces the steps after the current one. */
  replan(next: readonly ProgressStep[]): void {
    this.#steps = [...this.#steps.slice(0, this.#index + 1), ...next];
  }

  update(fraction: number, details = ""): void {
    this.#fraction = Math.min(1, Math.max(0, fraction));
    this.#details = details;
    this.refresh();
  }

  /** Shows and saves the last state again if that is due. */
  refresh(): void {
    const now = this.#output.nowMs();
    if (now - this.#shownMs >= (this.#output.isTerminal ? REWRITE_EVERY_MS : LINE_EVERY_MS)) {
      this.#shownMs = now;
      const line = [
        `${this.#title}: ${Math.floor(this.#fraction * 100)} %`,
        this.#details,
        this.#timeLeft(),
      ];
      this.#writeLine(line.filter((text) => text !== "").join(", "), false);
    }
    if (now - this.#savedMs >= SAVE_EVERY_MS) {
      this.#savedMs = now;
      this.#output.save(this.#progress());
    }
  }

  /** Ends the current step. */
  finish(result: string): void {
    this.#weightDone += this.#weight;
    const seconds = (this.#output.nowMs() - this.#stepStartedMs) / 1000;
    this.#writeLine(
      `${this.#title}: done in ${formatSeconds(seconds)}${result && ` (${result})`}`,
      true,
    );
  }

  /** Ends the current step without a result; the line of a terminal is left for the message that follows. */
  fail(error: string): void {
    if (this.#index < 0) return;
    if (this.#output.isTerminal) this.#output.write("\n");
    this.#output.save({ ...this.#progress(), error });
  }

  get #weight(): number {
    return this.#steps[this.#index]?.weight ?? 0;
  }

  get #title(): string {
    return `[${this.#index + 1}/${this.#steps.length}] ${this.#steps[this.#index]?.label ?? ""}`;
  }

  #writeLine(text: string, isLast: boolean): void {
    this.#output.write(
      this.#output.isTerminal ? `\r\u001B[2K${text}${isLast ? "\n" : ""}` : `${text}\n`,
    );
  }

  #progress(): Omit<BuildProgress, "id" | "name" | "updatedAt"> {
    const secondsLeft = this.#secondsLeft();
    return {
      step: this.#steps[this.#index]?.label ?? "",
      stepNumber: this.#index + 1,
      stepCount: this.#steps.length,
      fraction: this.#fraction,
      ...(secondsLeft !== undefined && { secondsLeft: Math.round(secondsLeft) }),
    };
  }

  #timeLeft(): string {
    const seconds = this.#secondsLeft();
    return seconds === undefined ? "" : `${formatSeconds(seconds)} left`;
  }

  #secondsLeft(): number | undefined {
    const isCounted = this.#weight > 0;
    const startedMs = isCounted ? (this.#weightStartedMs ?? 0) : this.#stepStartedMs;
    const elapsedMs = this.#output.nowMs() - startedMs;
    const total = isCounted ? this.#steps.reduce((sum, { weight }) => sum + weight, 0) : 1;
    const done = isCounted ? this.#weightDone + this.#weight * this.#fraction : this.#fraction;
    if (elapsedMs < ESTIMATE_AFTER_MS || done / total < ESTIMATE_FROM) return undefined;
    return ((elapsedMs / 1000) * (total - done)) / done;
  }
}

/** Such as "8 s", "3 min" or "1 h 20 min". */
export function formatSeconds(seconds: number): string {
  if (seconds < 59.5) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
