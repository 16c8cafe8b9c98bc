import type { z } from "zod";
import type { Db } from "../db/database.ts";

/** A kind of work that is done after the commit of what asked for it, tried again when it fails. */
export interface Job<Data extends object = object> {
  /** `noun.verb`, never changed once released: what waits in the database carries it. */
  readonly name: string;
  readonly data: z.ZodType<Data>;
  /** How many more times a failed one is tried. */
  readonly retries: number;
  /** Until the first retry; it doubles from there, up to an hour. */
  readonly retryAfterS: number;
  /** One that takes longer counts as failed. */
  readonly timeLimitS: number;
}

interface SendOptions {
  /** Not before then; at once unless said. */
  readonly startAfter?: Date;
  /** Asking again while one with the same key still waits to start changes nothing. */
  readonly singletonKey?: string;
}

/** Where work for later is asked for. */
export interface Jobs {
  /** Asks for work that is done if, and only if, the transaction of `ctx` commits; at least once, maybe more often. */
  send<Data extends object>(
    ctx: { readonly db: Db },
    job: Job<Data>,
    data: NoInfer<Data>,
    options?: SendOptions,
  ): Promise<void>;
  /** The same for each of these, in one statement. */
  sendEach<Data extends object>(
    ctx: { readonly db: Db },
    job: Job<Data>,
    data: readonly NoInfer<Data>[],
  ): Promise<void>;
}

export const defineJob = <Data extends object>(
  job: Pick<Job<Data>, "name" | "data"> & Partial<Job<Data>>,
): Job<Data> => ({ retries: 5, retryAfterS: 5, timeLimitS: 60, ...job });
