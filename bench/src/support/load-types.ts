import { z } from "zod";

/** What the load generator is told. */
export const Load = z.object({
  address: z.string(),
  /** Asked again and again, by each connection in an order of its own. */
  paths: z.array(z.string()).min(1),
  token: z.string().optional(),
  seconds: z.number(),
  connections: z.number(),
});
export type Load = z.infer<typeof Load>;

/** What it answers; `failed` counts whatever was not a 200. */
export const LoadResult = z.object({ perSecond: z.number(), p50Ms: z.number(), p99Ms: z.number(), failed: z.number() });
export type LoadResult = z.infer<typeof LoadResult>;
