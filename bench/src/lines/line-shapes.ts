import { z } from "zod";

/** Whose line it is, and how far they had heard. */
const Somebody = z.object({ token: z.string(), seq: z.string().optional() });
export type Somebody = z.infer<typeof Somebody>;

/** Opens the lines of all people in a file at once; with `holdS`, keeps them open for so long. */
export const Lines = z.object({
  address: z.string(),
  peopleIn: z.string(),
  /** Each is done when told this: to read everything, or what they missed. */
  until: z.enum(["resync", "fact"]),
  /** Held open, and said so by a line `open`, until the standard input ends. */
  hold: z.boolean(),
});
export type Lines = z.infer<typeof Lines>;

export const People = z.array(Somebody);

export const LinesTold = z.object({
  /** How long after the beginning each was done, sorted. */
  doneMs: z.array(z.number()),
  failed: z.number(),
  /** How far each has heard, in the order of the file. */
  seqs: z.array(z.string().nullable()),
});
export type LinesTold = z.infer<typeof LinesTold>;
