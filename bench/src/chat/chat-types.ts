import { z } from "zod";

/** A conversation and the indexes of its members in the list of users. */
const Room = z.object({ id: z.string(), members: z.array(z.number()) });
export type Room = z.infer<typeof Room>;

/** Who talks where. */
export const ChatUsers = z.object({ tokens: z.array(z.string()), rooms: z.array(Room) });
export type ChatUsers = z.infer<typeof ChatUsers>;

/** Seconds of conversation before measuring. */
export const WARMING_S = 5;

/** Opens a socket for each user, then sends this many messages per second, each in a random conversation. */
export const ChatLoad = z.object({
  address: z.string(),
  crowdIn: z.string(),
  /** Ours, which stores messages, or the bare one. */
  to: z.enum(["commonlane", "bare"]),
  perSecond: z.number(),
  seconds: z.number(),
});
export type ChatLoad = z.infer<typeof ChatLoad>;

export const ChatResult = z.object({
  sent: z.number(),
  /** Refused, or never answered. */
  failed: z.number(),
  /** Messages that were not delivered to a recipient. */
  missing: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  /** From the first sent message to the last received one. */
  tookS: z.number(),
  /** Memory of the server with all connections open, at the end. */
  serverMb: z.number(),
  /** The part of this memory that was added since before anyone connected. */
  grownMb: z.number(),
});
export type ChatResult = z.infer<typeof ChatResult>;
