import type { Context } from "../context.ts";
import type { Job } from "./jobs.ts";

/** Who does the jobs of one kind. */
export interface Worker {
  readonly job: Job;
  /** Throws when it did not work out; then it is tried again, so it must bear being done twice. */
  readonly run: (ctx: Context, data: unknown) => Promise<void>;
}

/** Binds a job to what does it; data that a former release wrote differently is refused rather than guessed at. */
export const createWorker = <Data extends object>(
  job: Job<Data>,
  run: (ctx: Context, data: Data) => Promise<void>,
): Worker => ({ job, run: (ctx, data) => run(ctx, job.data.parse(data)) });
