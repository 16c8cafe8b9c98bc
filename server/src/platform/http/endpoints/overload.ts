import { translatable } from "@commonlane/contract/message";
import { Warning } from "../health/readiness.ts";
import { Problem } from "../problem.ts";

/** Longer than this no one waits for a search. */
const WAIT_MAX_MS = 5_000;
/** Fewer calls at once are always admitted, so that there is always something to measure. */
const ALWAYS_ADMITTED = 8;
/** Weight of the latest call in the average. */
const WEIGHT = 0.2;
const RETRY_MAX_S = 30;
/** A warning stays until a monitor that asks every half minute has seen it. */
const WARN_FOR_MS = 60_000;

const TOO_MUCH = {
  message: translatable("Too many people are searching right now. Please try again in a moment."),
};

/**
 * Refuses costly calls early if those under way need longer than callers wait: their number times the average time
 * between two that end. A process only counts its own.
 */
export class Overload {
  readonly #now: () => number;
  #underWay = 0;
  #intervalMs = 0;
  /** When the last call ended, or the first one of a busy time began. */
  #lastEndMs = 0;
  #refusedAtMs = -Infinity;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Runs the work. @throws Problem unavailable with the time after which to retry */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#assertCapacity();
    if (this.#underWay === 0) this.#lastEndMs = this.#now();
    this.#underWay++;
    try {
      return await work();
    } finally {
      this.#underWay--;
      this.#measure();
    }
  }

  /** For `/health/ready`. A failure would take the process out of service, and move its load to the others. */
  readonly check = async (): Promise<Warning | undefined> => {
    const isRecent = this.#now() - this.#refusedAtMs < WARN_FOR_MS;
    return isRecent
      ? new Warning("more is asked than this process can do; some searches were refused")
      : undefined;
  };

  #assertCapacity(): void {
    if (this.#underWay < ALWAYS_ADMITTED) return;
    const stalledMs = this.#now() - this.#lastEndMs;
    const waitMs = Math.max(this.#underWay * this.#intervalMs, stalledMs);
    if (waitMs <= WAIT_MAX_MS) return;

    this.#refusedAtMs = this.#now();
    const retryAfterS = Math.min(RETRY_MAX_S, Math.ceil(waitMs / 1000));
    throw new Problem("unavailable", {
      ...TOO_MUCH,
      retryAfterS,
    });
  }

  #measure(): void {
    const now = this.#now();
    const intervalMs = now - this.#lastEndMs;
    this.#intervalMs =
      this.#intervalMs === 0
        ? intervalMs
        : this.#intervalMs + WEIGHT * (intervalMs - this.#intervalMs);
    this.#lastEndMs = now;
  }
}
