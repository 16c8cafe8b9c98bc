import { z } from "zod";

/** Input of the booking process. */
export const BookingLoad = z.object({
  address: z.string(),
  /** A file with the seekers' tokens. */
  tokensIn: z.string(),
  connections: z.number(),
  seconds: z.number(),
  /** Indexes of the seats to request, each once, and their rides. */
  slots: z.object({ from: z.number(), until: z.number(), rides: z.number(), rideFrom: z.number() }),
  /** One ride after the other. */
  hot: z.boolean(),
});
export type BookingLoad = z.infer<typeof BookingLoad>;

/** Output; `next` is the first seat that was not requested. */
export const BookingResult = z.object({
  made: z.number(),
  perSecond: z.number(),
  p99Ms: z.number(),
  next: z.number(),
  answers: z.array(z.tuple([z.number(), z.number()])),
});
export type BookingResult = z.infer<typeof BookingResult>;
