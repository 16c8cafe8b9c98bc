import type { Log } from "./log.ts";

/** Whoever presses Ctrl-C under npm sends the signal twice: the terminal does, and npm hands on its own. */
const SAME_SIGNAL_MS = 500;
const LEAVE_WITHIN_MS = 20_000;

/** How this process ends: what was opened is closed, the last first, and then it exits. */
export class Leaving {
  readonly #steps: (() => unknown)[] = [];
  #withinMs = LEAVE_WITHIN_MS;
  #since: number | undefined;

  /** To be done when the process ends, before everything that was given earlier; `takesMs` is on top of what all have. */
  before(step: () => unknown, { takesMs = 0 } = {}): void {
    this.#steps.push(step);
    this.#withinMs += takesMs;
  }

  /** Closes everything and exits with the code; a second call within the first one changes nothing. */
  async leave(code: number, log?: Log): Promise<void> {
    if (this.#since !== undefined) return;
    this.#since = performance.now();
    setTimeout(() => process.exit(1), this.#withinMs).unref();
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
  giveUp(reason: unknown): Promise<void> {
    if (this.#since === undefined)
      process.stderr.write(`${plainly(reason)}
`);
    return this.leave(1);
  }

  /** On SIGINT and SIGTERM leaves, on a second one exits at once; on an error nobody caught logs it and ends with 1. */
  listen(log: Log): void {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => {
        if (this.#since !== undefined && performance.now() - this.#since > SAME_SIGNAL_MS) process.exit(1);
        void this.leave(0, log);
      });
    }
    for (const accident of ["uncaughtException", "unhandledRejection"] as const) {
      process.on(accident, (error: unknown) => {
        log.fatal({ err: error }, accident);
        void this.leave(1, log);
      });
    }
  }
}

const BUGS = [TypeError, ReferenceError, RangeError, SyntaxError];

/** What we foresaw has a line of its own; a bug needs the place it comes from. */
function plainly(reason: unknown): string {
  if (!(reason instanceof Error)) return String(reason);
  return BUGS.some((kind) => reason instanceof kind) ? (reason.stack ?? reason.message) : reason.message;
}
