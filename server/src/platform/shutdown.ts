import type { Log } from "./log.ts";

/** Whoever presses Ctrl-C under npm sends the signal twice: the terminal does, and npm hands on its own. */
const SAME_SIGNAL_MS = 500;
const SHUTDOWN_TIMEOUT_MS = 20_000;

/** How this process ends: what was opened is closed, the last first, and then it exits. */
export class GracefulShutdown {
  readonly #steps: (() => unknown)[] = [];
  #timeoutMs = SHUTDOWN_TIMEOUT_MS;
  #startedAtMs: number | undefined;

  /** To be done when the process ends, before everything that was given earlier; `takesMs` is on top of what all have. */
  onShutdown(step: () => unknown, { takesMs: extraTimeoutMs = 0 } = {}): void {
    this.#steps.push(step);
    this.#timeoutMs += extraTimeoutMs;
  }

  /** Closes everything and exits with the code; a second call within the first one changes nothing. */
  async shutDown(code: number, log?: Log): Promise<void> {
    if (this.#startedAtMs !== undefined) return;
    this.#startedAtMs = performance.now();
    setTimeout(() => process.exit(1), this.#timeoutMs).unref();
    for (const step of this.#steps.toReversed()) {
      try {
        await step();
      } catch (error) {
        log?.error({ err: error }, "something did not close");
      }
    }
    process.exit(code);
  }

  /** Ends with one line for the operator and code 1. What goes wrong while we leave anyway is not said. */
  abort(reason: unknown): Promise<void> {
    if (this.#startedAtMs === undefined)
      process.stderr.write(`${formatReason(reason)}
`);
    return this.shutDown(1);
  }

  /** On SIGINT and SIGTERM leaves, on a second one exits at once; on an error nobody caught logs it and ends with 1. */
  handleSignals(log: Log): void {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => {
        if (this.#startedAtMs !== undefined && performance.now() - this.#startedAtMs > SAME_SIGNAL_MS) process.exit(1);
        void this.shutDown(0, log);
      });
    }
    for (const event of ["uncaughtException", "unhandledRejection"] as const) {
      process.on(event, (error: unknown) => {
        log.fatal({ err: error }, event);
        void this.shutDown(1, log);
      });
    }
  }
}

const BUGS = [TypeError, ReferenceError, RangeError, SyntaxError];

/** What we foresaw has a line of its own; a bug needs the place it comes from. */
function formatReason(reason: unknown): string {
  if (!(reason instanceof Error)) return String(reason);
  return BUGS.some((kind) => reason instanceof kind) ? (reason.stack ?? reason.message) : reason.message;
}
