import { z } from "zod";

/** What those who send positions are told. */
export const Sending = z.object({
  address: z.string(),
  sendersIn: z.string(),
  perSecond: z.number(),
  seconds: z.number(),
});
export type Sending = z.infer<typeof Sending>;

/** How many positions were sent, and how long after the first one the last one had been taken in by the server. */
export const Sent = z.object({ sent: z.number(), withinMs: z.number() });
export type Sent = z.infer<typeof Sent>;

export const Senders = z.array(z.object({ token: z.string(), at: z.object({ lat: z.number(), lng: z.number() }) }));
