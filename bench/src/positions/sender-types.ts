import { z } from "zod";

/** Input of the processes that send positions. */
export const Sending = z.object({
  address: z.string(),
  sendersIn: z.string(),
  perSecond: z.number(),
  seconds: z.number(),
});
export type Sending = z.infer<typeof Sending>;

/** The number of positions sent, and the time from the first one until the server had processed the last one. */
export const Sent = z.object({ sent: z.number(), withinMs: z.number() });
export type Sent = z.infer<typeof Sent>;

export const Senders = z.array(
  z.object({ token: z.string(), at: z.object({ lat: z.number(), lng: z.number() }) }),
);
