import type { OutsideContext } from "../context.ts";
import type { Job } from "./jobs.ts";

/** Processes the jobs of one kind. */
export interface Worker {
  readonly job: Job;
  /** Throws on failure; the job is then retried, so running it twice must be safe. */
  readonly run: (ctx: OutsideContext, data: unknown) => Promise<void>;
}

/** Binds a job to its handler; data in the format of an earlier release is refused rather than guessed. */
export const createWorker = <Data extends object>(
  job: Job<Data>,
  run: (ctx: OutsideContext, data: Data) => Promise<void>,
): Worker => ({
  job,
  run: (ctx, data) => run(ctx, job.data.parse(data)),
});
