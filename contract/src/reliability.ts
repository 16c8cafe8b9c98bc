import * as z from "zod/mini";

/**
 * What a person's record says, as facts: rides that arrived, how the last agreed ones ended, and how requests were
 * answered. Counted from the log of what happened, never judged (domain.md, Reliability).
 */
export const Reliability = z.object({
  /** Rides that arrived with somebody aboard, as host or as passenger, ever. */
  completed: z.int(),
  /** How many of the last agreed rides that have ended are counted below, at most RELIABILITY_OVER. */
  commitments: z.int(),
  /** Cancelled by this person more than a day before the pickup, within the day, within the last hours; or not there. */
  early: z.int(),
  late: z.int(),
  lastMinute: z.int(),
  absent: z.int(),
  /** 0 for an early cancellation, 1 for a late one, 2 at the last minute, 3 for an absence; summed up. */
  weight: z.int(),
  /** Of the last requests to this person that were answered or ran out, at most RELIABILITY_OVER, how many were answered. */
  requests: z.int(),
  answered: z.int(),
  /** The median time to answer; null where nothing was answered. */
  answerS: z.nullable(z.int()),
});
export type Reliability = z.infer<typeof Reliability>;
