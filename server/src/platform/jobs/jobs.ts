import type { z } from "zod";
import type { Db } from "../db/database.ts";

/** A kind of background work that runs after the commit that requested it and is retried when it fails. */
export interface Job<Data extends object = object> {
  /** `noun.verb`; never changed once released, because waiting jobs in the database carry it. */
  readonly name: string;
  readonly data: z.ZodType<Data>;
  /** Maximum number of retries. */
  readonly retries: number;
  /** Delay before the first retry; doubles up to an hour. */
  readonly retryAfterS: number;
  /** A job that takes longer counts as failed. */
  readonly timeLimitS: number;
}

interface SendOptions {
  /** Earliest start; defaults to immediately. */
  readonly startAfter?: Date;
  /** While a job with the same key waits to start, sending another has no effect. */
  readonly singletonKey?: string;
}

/** Accepts background jobs. */
export interface Jobs {
  /** Enqueues a job that runs if, and only if, the transaction of `ctx` commits; at least once, possibly more often. */
  send<Data extends object>(
    ctx: { readonly db: Db },
    job: Job<Data>,
    data: NoInfer<Data>,
    options?: SendOptions,
  ): Promise<void>;
  /** Enqueues several jobs in one statement. */
  sendEach<Data extends object>(
    ctx: { readonly db: Db },
    job: Job<Data>,
    data: readonly NoInfer<Data>[],
  ): Promise<void>;
}

export const defineJob = <Data extends object>(
  job: Pick<Job<Data>, "name" | "data"> & Partial<Job<Data>>,
): Job<Data> => ({
  retries: 5,
  retryAfterS: 5,
  timeLimitS: 60,
  ...job,
});
