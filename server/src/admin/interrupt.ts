type Handler = () => void;

/** Under npm, Ctrl-C sends the signal twice: by the terminal and by npm. */
const SAME_SIGNAL_MS = 500;

/** Ends the command with the exit code that shells report after Ctrl-C. */
export class Interrupted extends Error {
  readonly exitCode = 130;
}

let handler: Handler | undefined;
let interruptedAtMs: number | undefined;

/** While a command has a handler, the first SIGINT or SIGTERM calls it instead of ending the process. */
export function onInterrupt(next: Handler): () => void {
  handler = next;
  return () => (handler = undefined);
}

/** Ends the process on SIGINT and SIGTERM, unless a command has a handler and this is the first signal. */
export function handleInterrupts(): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      const isFirst = interruptedAtMs === undefined;
      if (!handler || (!isFirst && performance.now() - (interruptedAtMs ?? 0) > SAME_SIGNAL_MS))
        process.exit(1);
      interruptedAtMs ??= performance.now();
      if (isFirst) handler();
    });
  }
}
