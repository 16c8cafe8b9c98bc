import { z } from "zod";

/** Requests at a constant rate, however long the replies take. */
export const ConstantRateLoad = z.object({
  address: z.string(),
  pathsIn: z.string(),
  token: z.string(),
  perSecond: z.number(),
  seconds: z.number(),
});
export type ConstantRateLoad = z.infer<typeof ConstantRateLoad>;

/** Times are measured from when each request was due, so that waiting for a stalled server counts too. */
export const ConstantRateResult = z.object({
  requests: z.number(),
  failed: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  mostMs: z.number(),
});
export type ConstantRateResult = z.infer<typeof ConstantRateResult>;
