import { z } from "zod";

/** What is asked at a steady pace, however long the answers take. */
export const Steady = z.object({
  address: z.string(),
  pathsIn: z.string(),
  token: z.string(),
  perSecond: z.number(),
  seconds: z.number(),
});
export type Steady = z.infer<typeof Steady>;

/** Counted from when each request was due, so that a server that stands still is not asked less. */
export const SteadyTold = z.object({
  asked: z.number(),
  failed: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  mostMs: z.number(),
});
export type SteadyTold = z.infer<typeof SteadyTold>;
