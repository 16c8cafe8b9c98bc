import * as z from "zod/mini";

/**
 * A user's track record in figures: completed rides, how the latest bookings ended, and how requests were answered.
 * Counted from the event log, never judged (docs/domain.md, Reliability).
 */
export const Reliability = z.object({
  /** All rides completed with at least one passenger, as host or passenger. */
  completed: z.int(),
  /** Number of ended bookings counted below, at most RELIABILITY_WINDOW. */
  commitments: z.int(),
  /** Cancelled by this user more than a day before pickup, within a day, within the last hours; or no-shows. */
  early: z.int(),
  late: z.int(),
  lastMinute: z.int(),
  absent: z.int(),
  /** Sum of 0 per early cancellation, 1 per late one, 2 per last-minute one and 3 per no-show. */
  weight: z.int(),
  /** Ended requests to this user, at most RELIABILITY_WINDOW, and how many were answered. */
  requests: z.int(),
  answered: z.int(),
  /** Median response time in seconds; null without answers. */
  answerS: z.nullable(z.int()),
});
export type Reliability = z.infer<typeof Reliability>;
