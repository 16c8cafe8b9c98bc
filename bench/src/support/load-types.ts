import { z } from "zod";

/** Input of the load generator. */
export const Load = z.object({
  address: z.string(),
  /** Requested repeatedly, by each connection in its own order. */
  paths: z.array(z.string()).min(1),
  token: z.string().optional(),
  seconds: z.number(),
  connections: z.number(),
});
export type Load = z.infer<typeof Load>;

/** Output; `failed` counts every status other than 200. */
export const LoadResult = z.object({
  perSecond: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  failed: z.number(),
});
export type LoadResult = z.infer<typeof LoadResult>;
