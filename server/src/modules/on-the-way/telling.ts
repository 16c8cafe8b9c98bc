import type { InTransaction } from "#platform/context.ts";

/** Has this person's pages read anew what there is for their safety on this ride. */
export const tellOf = (ctx: InTransaction, uid: string, rideId: string): void =>
  ctx.announce(`user:${uid}`, { type: "on-the-way.changed", rideId });
