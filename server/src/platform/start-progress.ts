/** A step that takes longer than this is announced, and again after each of the longer intervals. */
const ANNOUNCE_AFTER_MS = 1_000;
const AGAIN_EVERY_MS = 10_000;

/** Runs one step of the start and returns its result. */
export type RunStep = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * Says on the terminal what a slow start is waiting for, so that no one takes it for a start that hangs. A quick start
 * says nothing.
 * @example await step("Updating the database", () => runMigrations(connection));
 */
export const announceSteps =
  (print: (line: string) => void): RunStep =>
  async (name, work) => {
    const startedMs = performance.now();
    const announce = () => {
      const seconds = Math.round((performance.now() - startedMs) / 1000);
      print(seconds < AGAIN_EVERY_MS / 1000 ? `${name} …` : `${name} … ${seconds} s`);
    };
    const first = setTimeout(announce, ANNOUNCE_AFTER_MS);
    const again = setInterval(announce, AGAIN_EVERY_MS);
    try {
      return await work();
    } finally {
      clearTimeout(first);
      clearInterval(again);
    }
  };

/** For programs whose output is for machines. */
export const silentSteps: RunStep = (_, work) => work();
