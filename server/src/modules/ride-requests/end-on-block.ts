import { markNotificationsReadBetween } from "#modules/notifications/index.ts";
import type { BlockHooks } from "#modules/privacy/index.ts";
import { findPublicPeople } from "#modules/profiles/index.ts";
import {
  endSeatRequestsBetween,
  endSeatRequestsOf,
  endStandbyBetween,
  sharedRides,
} from "#modules/seat-requests/index.ts";
import type { InTransaction } from "#platform/context.ts";
import { endPendingOffersBetween } from "./offers/offers.store.ts";
import { publishOfferEnds } from "./ride-request-events.ts";

/** Ends everything open between two users when one blocks the other. */
export const blockHooks: BlockHooks = {
  findPeople: findPublicPeople,
  onBlocked: async (ctx, { blocker, blocked }) => {
    // First: it waits for a seat that is being offered to one who waits, and the request is then seen and ended too.
    await endStandbyBetween(ctx, {
      blocker,
      blocked,
    });
    await endSeatRequestsBetween(ctx, {
      blocker,
      blocked,
    });
    const offersToBlocker = {
      driver: blocked,
      seeker: blocker,
    };
    const declined = await endPendingOffersBetween(ctx, offersToBlocker, {
      status: "declined",
      endedBy: "seeker",
    });
    await publishOfferEnds(ctx, declined, "offer.declined");
    const offersToBlocked = {
      driver: blocker,
      seeker: blocked,
    };
    const withdrawn = await endPendingOffersBetween(ctx, offersToBlocked, {
      status: "withdrawn",
      endedBy: "driver",
    });
    await publishOfferEnds(ctx, withdrawn, "offer.withdrawn");
    await markNotificationsReadBetween(ctx, blocker, blocked);
  },
  findSharedRides: sharedRides,
};

/**
 * On a suspension, ends all pending requests and offers of the user, because they could not be kept. Confirmed bookings
 * stay.
 */
export async function endPendingOnSuspension(ctx: InTransaction, uid: string): Promise<void> {
  await endSeatRequestsOf(ctx, uid);
  const withdrawn = await endPendingOffersBetween(
    ctx,
    { driver: uid },
    { status: "withdrawn", endedBy: "driver" },
  );
  await publishOfferEnds(ctx, withdrawn, "offer.withdrawn");
  const declined = await endPendingOffersBetween(
    ctx,
    { seeker: uid },
    { status: "declined", endedBy: "system" },
  );
  await publishOfferEnds(ctx, declined, "offer.declined");
}
