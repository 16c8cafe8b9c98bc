import type { InTransaction } from "#platform/context.ts";

/** Makes the user's open pages reload the safety state of this ride. */
export const publishTripSafetyChanged = (ctx: InTransaction, uid: string, rideId: string): void =>
  ctx.publish(`user:${uid}`, { type: "trip-safety.changed", rideId });
