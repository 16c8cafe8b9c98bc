import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../../log.ts";

/** Readiness checks by name: a check throws if it fails, or resolves to a `Warning`. */
export type Checks = Readonly<Record<string, () => Promise<unknown>>>;

/** A failed check whose message is public. Other errors stay in the log: they may name hosts and users. */
export class NotReady extends Error {}

/** A problem that an operator should fix although requests are served. The message is public. */
export class Warning {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

export interface Readiness {
  readonly status: "ok" | "failed";
  readonly checks: Readonly<Record<string, "ok" | "warning" | "failed">>;
  /** The reasons, if they are public. */
  readonly reasons?: Readonly<Record<string, string>>;
}

const CHECK_TIMEOUT_MS = 3_000;

/** Runs all checks in parallel; a check that takes too long fails. */
export async function checkReadiness(checks: Checks, log: Log): Promise<Readiness> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ({
      name,
      ...(await runCheck(check, name, log)),
    })),
  );
  const reasons = results.flatMap(({ name, reason }) =>
    reason === undefined ? [] : [[name, reason] as const],
  );
  return {
    status: results.some(({ state }) => state === "failed") ? "failed" : "ok",
    checks: Object.fromEntries(results.map(({ name, state }) => [name, state])),
    ...(reasons.length > 0 && { reasons: Object.fromEntries(reasons) }),
  };
}

interface Result {
  readonly state: "ok" | "warning" | "failed";
  readonly reason?: string;
}

async function runCheck(check: () => Promise<unknown>, name: string, log: Log): Promise<Result> {
  const cancelTimeout = new AbortController();
  const timeout = sleep(CHECK_TIMEOUT_MS, undefined, { signal: cancelTimeout.signal }).then(() => {
    throw new Error(`no answer within ${CHECK_TIMEOUT_MS} ms`);
  });
  try {
    const result = await Promise.race([check(), timeout]);
    return result instanceof Warning
      ? { state: "warning", reason: result.message }
      : { state: "ok" };
  } catch (error) {
    if (!(error instanceof NotReady)) {
      log.warn(
        {
          err: error,
          check: name,
        },
        "a health check failed",
      );
      return { state: "failed" };
    }
    log.warn(
      {
        err: error.cause,
        check: name,
      },
      error.message,
    );
    return { state: "failed", reason: error.message };
  } finally {
    timeout.catch(() => {});
    cancelTimeout.abort();
  }
}
