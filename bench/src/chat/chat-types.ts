import { z } from "zod";

/** A conversation and the places of its people in the list of all people. */
const Room = z.object({ id: z.string(), members: z.array(z.number()) });
export type Room = z.infer<typeof Room>;

/** Who talks where. */
export const ChatUsers = z.object({ tokens: z.array(z.string()), rooms: z.array(Room) });
export type ChatUsers = z.infer<typeof ChatUsers>;

/** Before anything is counted they talk for so long. */
export const WARMING_S = 5;

/** Opens a socket for each user, then sends this many messages per second, each in a random conversation. */
export const ChatLoad = z.object({
  address: z.string(),
  crowdIn: z.string(),
  /** Ours, which keeps what is said, or the bare one. */
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
  /** Until the last arrived, from the first that was sent. */
  tookS: z.number(),
  /** Of the server, with all lines open, right after. */
  serverMb: z.number(),
  /** Of that, what was not there before anybody came. */
  grownMb: z.number(),
});
export type ChatResult = z.infer<typeof ChatResult>;
