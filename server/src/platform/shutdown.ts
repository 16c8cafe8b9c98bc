import type { Log } from "./log.ts";

/** Pressing Ctrl-C under npm sends the signal twice: by the terminal and by npm. */
const SAME_SIGNAL_MS = 500;
/** Longer than PostgreSQL may take, also on a busy machine; service managers wait a minute (deploy/). */
const SHUTDOWN_TIMEOUT_MS = 45_000;

/** Shuts down the process: closes everything in reverse order of opening, then exits. */
export class GracefulShutdown {
  readonly #steps: (() => unknown)[] = [];
  #timeoutMs = SHUTDOWN_TIMEOUT_MS;
  #startedAtMs: number | undefined;

  /**
   * Registers a step to run on shutdown, before all steps registered earlier; `takesMs` extends the overall time limit.
   */
  onShutdown(step: () => unknown, { takesMs = 0 } = {}): void {
    this.#steps.push(step);
    this.#timeoutMs += takesMs;
  }

  /** Closes everything and exits with the code; further calls during a shutdown have no effect. */
  async shutDown(code: number, log?: Log): Promise<void> {
    if (this.#startedAtMs !== undefined) return;
    this.#startedAtMs = performance.now();
    setTimeout(() => this.#giveUp(), this.#timeoutMs).unref();
    for (const step of this.#steps.toReversed()) {
      try {
        await step();
      } catch (error) {
        log?.error({ err: error }, "shutdown step failed");
      }
    }
    process.exit(code);
  }

  #giveUp(): void {
    process.stderr.write(
      `The server did not stop within ${this.#timeoutMs / 1000} s and was ended.\n`,
    );
    process.exit(1);
  }

  /** Exits with code 1 after printing one line for the operator; does nothing during a shutdown. */
  abort(reason: unknown): Promise<void> {
    if (this.#startedAtMs === undefined)
      process.stderr.write(`${formatReason(reason)}
`);
    return this.shutDown(1);
  }

  /**
   * Shuts down on SIGINT and SIGTERM, and exits at once on the second signal; logs uncaught errors and exits with code
   * 1.
   */
  handleSignals(log: Log): void {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => {
        if (
          this.#startedAtMs !== undefined &&
          performance.now() - this.#startedAtMs > SAME_SIGNAL_MS
        )
          process.exit(1);
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

/** Expected errors are one line; bugs include their stack. */
function formatReason(reason: unknown): string {
  if (!(reason instanceof Error)) return String(reason);
  return BUGS.some((kind) => reason instanceof kind)
    ? (reason.stack ?? reason.message)
    : reason.message;
}
