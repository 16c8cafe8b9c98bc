import { DAY_MS } from "@commonlane/contract/durations";
import { tripSafety } from "@commonlane/contract/trip-safety";
import { trustedContacts } from "@commonlane/contract/trusted-contacts";
import type { DriverMap } from "#modules/active-drivers/index.ts";
import type { InTransaction } from "#platform/context.ts";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { askOverdueArrivals, notifyContactsOfOverdue } from "./arrivals/overdue-arrivals.ts";
import { announceDriver, readDriverApproach } from "./driver/driver-approach.ts";
import { followSharedRide } from "./sharing/follow-shared-ride.ts";
import { deleteExpiredShares } from "./sharing/shares.store.ts";
import { shareRide, updatePosition, unshareRide } from "./sharing/shares.ts";
import type { TripWaits } from "./sharing/trip-waits.ts";
import { deleteUnsharedPositions } from "./trip-progress.store.ts";
import { readTripSafety, confirmArrival } from "./trip-safety.ts";
import { deleteUnanswered } from "./trusted-contacts/trusted-contacts.store.ts";
import {
  addContact,
  answerContactInvitation,
  listOwnContacts,
  readContactInvitation,
  removeContact,
} from "./trusted-contacts/trusted-contacts.ts";

export { tripSafetyAccess } from "./account-access.ts";
export { TripWaits } from "./sharing/trip-waits.ts";

export const tripSafetyRoutes =
  (drivers: DriverMap, waits: TripWaits): RegisterRoutes =>
  (http) => {
    http.on(tripSafety.ofRide, (ctx, { params }, caller) =>
      readTripSafety(ctx, caller, params.rideId),
    );
    http.on(tripSafety.share, (ctx, { params }, caller) => shareRide(ctx, caller, params.rideId));
    http.on(tripSafety.unshare, (ctx, { params }, caller) => unshareRide(ctx, caller, params));
    http.on(tripSafety.updatePosition, (ctx, { params, body }, caller) =>
      updatePosition(ctx, caller, params.rideId, body),
    );
    http.on(tripSafety.confirmArrival, (ctx, { params }, caller) =>
      confirmArrival(ctx, caller, params.rideId),
    );
    http.on(tripSafety.driverApproach, (ctx, { params }, caller) =>
      readDriverApproach(ctx, drivers, caller, params.rideId),
    );
    http.on(tripSafety.announceDriver, (ctx, { params, body }, caller) =>
      announceDriver(ctx, caller, params.rideId, body.passengerUid),
    );
    http.on(tripSafety.follow, (ctx, { body }) => followSharedRide(ctx, waits, body));
    http.on(trustedContacts.list, (ctx, _, caller) => listOwnContacts(ctx, caller));
    http.on(trustedContacts.name, (ctx, { body }, caller) => addContact(ctx, caller, body));
    http.on(trustedContacts.remove, (ctx, { params }, caller) =>
      removeContact(ctx, caller, params.contactId),
    );
    http.on(trustedContacts.invitation, (ctx, { body }) => readContactInvitation(ctx, body.token));
    http.on(trustedContacts.answer, (ctx, { body }) =>
      answerContactInvitation(ctx, body.token, body.agrees),
    );
  };

const BATCH = 500;
const UNANSWERED_DAYS = 14;

/** Arrival checks, and deletion of expired share links, positions and unanswered contact requests. */
export const tripSafetySweeps: readonly Sweep[] = [
  { name: "arrival.overdue", everyS: 60, run: askOverdueArrivals },
  {
    name: "arrival.contacts-notified",
    everyS: 60,
    run: notifyContactsOfOverdue,
  },
  { name: "ride-share.ended", everyS: 60, run: deleteExpired },
  {
    name: "trusted-contact.deleted",
    everyS: 3600,
    run: async (ctx) =>
      (await deleteUnanswered(ctx, msAgo(ctx, UNANSWERED_DAYS * DAY_MS), BATCH)) === BATCH,
  },
];

/** Deletes expired share links, and positions without a link. */
async function deleteExpired(ctx: InTransaction): Promise<boolean> {
  const ended = await deleteExpiredShares(
    ctx,
    msAgo(ctx, ctx.settings.SHARE_LINK_ENDS_AFTER_S * 1000),
    BATCH,
  );
  const cleared = await deleteUnsharedPositions(ctx, undefined, BATCH);
  return ended === BATCH || cleared === BATCH;
}

function msAgo({ now }: InTransaction, ms: number) {
  return new Date(now().getTime() - ms);
}
