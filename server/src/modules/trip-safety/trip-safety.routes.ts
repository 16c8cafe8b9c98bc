import { tripSafety } from "@commonlane/contract/trip-safety";
import { trustedContacts } from "@commonlane/contract/trusted-contacts";
import type { DriverMap } from "#modules/active-drivers/index.ts";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import {
  answerContactInvitation,
  readContactInvitation,
} from "./trusted-contacts/contact-answers.ts";
import { addContact, listOwnContacts, removeContact } from "./trusted-contacts/trusted-contacts.ts";
import { announceDriver, readDriverApproach } from "./driver/driver-approach.ts";
import { followSharedRide } from "./sharing/follow-shared-ride.ts";
import type { TripWaits } from "./sharing/trip-waits.ts";
import { readTripSafety, confirmArrival } from "./trip-safety.ts";
import { shareRide, updatePosition, unshareRide } from "./sharing/shares.ts";

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
