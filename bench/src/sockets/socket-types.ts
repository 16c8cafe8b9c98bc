import { z } from "zod";

/** The user of the connection, and the last event they received. */
const SocketUser = z.object({ token: z.string(), seq: z.string().optional() });
export type SocketUser = z.infer<typeof SocketUser>;

/** Opens the connections of all users in a file at once; with `hold`, keeps them open afterwards. */
export const SocketLoad = z.object({
  address: z.string(),
  peopleIn: z.string(),
  /** A connection is done when it receives this: the request to reload everything, or the missed events. */
  until: z.enum(["resync", "event"]),
  /** Whether to keep them open until standard input ends. */
  hold: z.boolean(),
});
export type SocketLoad = z.infer<typeof SocketLoad>;

export const People = z.array(SocketUser);

export const SocketResult = z.object({
  /** Time from the start until each was done, sorted. */
  doneMs: z.array(z.number()),
  failed: z.number(),
  /** The last event each has received, in the order of the file. */
  seqs: z.array(z.string().nullable()),
});
export type SocketResult = z.infer<typeof SocketResult>;
