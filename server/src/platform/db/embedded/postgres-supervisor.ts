import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../../log.ts";
import type { RunningPostgres } from "./postgres-process.ts";

const BACK_OFF_MS = { first: 100, most: 5_000 };
/** A PostgreSQL that ends sooner than this after its start counts as a failed restart. */
const STABLE_AFTER_MS = 1_000;

/** Reports from a supervised PostgreSQL. */
export interface SupervisorObserver {
  /** Called when it ended unexpectedly and is being restarted. */
  readonly onLost: (reason: string) => void;
  readonly onRestartFailed?: (reason: string, nextInMs: number) => void;
  readonly onBack?: (afterMs: number) => void;
}

/**
 * Restarts PostgreSQL whenever it ends, with growing delays while that fails, until the returned function is called.
 */
export function supervise(
  first: RunningPostgres,
  restart: () => Promise<RunningPostgres>,
  observer: SupervisorObserver,
): () => Promise<void> {
  const stopping = new AbortController();
  let running = first;
  const supervising = (async () => {
    let failures = 0;
    for (;;) {
      const startedAtMs = performance.now();
      const reason = await running.ended;
      if (stopping.signal.aborted) return;
      const lostAtMs = performance.now();
      failures = lostAtMs - startedAtMs < STABLE_AFTER_MS ? failures + 1 : 0;
      observer.onLost(withoutRestartAdvice(reason));
      const next = await restartUntilRunning(restart, observer, {
        stop: stopping.signal,
        failures,
      });
      if (!next) return;
      running = next;
      observer.onBack?.(Math.round(performance.now() - lostAtMs));
    }
  })();
  return async () => {
    stopping.abort();
    await running.stop();
    await supervising;
  };
}

const delayMs = (failures: number): number =>
  failures === 0 ? 0 : Math.min(BACK_OFF_MS.first * 2 ** (failures - 1), BACK_OFF_MS.most);

/** Tries until PostgreSQL runs; returns undefined when asked to stop. */
async function restartUntilRunning(
  restart: () => Promise<RunningPostgres>,
  observer: SupervisorObserver,
  {
    stop,
    failures,
  }: {
    stop: AbortSignal;
    failures: number;
  },
): Promise<RunningPostgres | undefined> {
  for (let failed = failures; ; failed++) {
    await sleep(delayMs(failed), undefined, { signal: stop }).catch(() => {});
    if (stop.aborted) return undefined;
    try {
      const next = await restart();
      if (!stop.aborted) return next;
      await next.stop();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!stop.aborted)
        observer.onRestartFailed?.(withoutRestartAdvice(reason), delayMs(failed + 1));
    }
  }
}

/** Removes the advice to start again, which a running server does itself. */
function withoutRestartAdvice(reason: string): string {
  return reason.replace(", then start again", "");
}

/** Logs the events of the supervisor as plain sentences. */
export const logObserver = (log: Log): SupervisorObserver => ({
  onLost: (reason) => log.error(`The database stopped and is being restarted: ${reason}`),
  onRestartFailed: (reason, nextInMs) =>
    log.error(`The database cannot be restarted yet: ${reason} Next try in ${nextInMs / 1000} s.`),
  onBack: (afterMs) => log.warn(`The database is back after ${afterMs} ms.`),
});
