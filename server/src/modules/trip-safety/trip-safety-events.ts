import type { InTransaction } from "#platform/context.ts";

/** Has this person's pages read anew what there is for their safety on this ride. */
export const publishTripSafetyChanged = (ctx: InTransaction, uid: string, rideId: string): void =>
  ctx.publish(`user:${uid}`, { type: "trip-safety.changed", rideId });
