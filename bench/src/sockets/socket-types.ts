import { z } from "zod";

/** Whose line it is, and how far they had heard. */
const SocketUser = z.object({ token: z.string(), seq: z.string().optional() });
export type SocketUser = z.infer<typeof SocketUser>;

/** Opens the lines of all people in a file at once; with `holdS`, keeps them open for so long. */
export const SocketLoad = z.object({
  address: z.string(),
  peopleIn: z.string(),
  /** Each is done when told this: to read everything, or what they missed. */
  until: z.enum(["resync", "fact"]),
  /** Held open, and said so by a line `open`, until the standard input ends. */
  hold: z.boolean(),
});
export type SocketLoad = z.infer<typeof SocketLoad>;

export const People = z.array(SocketUser);

export const SocketResult = z.object({
  /** How long after the beginning each was done, sorted. */
  doneMs: z.array(z.number()),
  failed: z.number(),
  /** How far each has heard, in the order of the file. */
  seqs: z.array(z.string().nullable()),
});
export type SocketResult = z.infer<typeof SocketResult>;
