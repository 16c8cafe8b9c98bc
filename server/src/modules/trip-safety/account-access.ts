import { message } from "@commonlane/contract/message";
import type { AccountAccessKind } from "#platform/account-access/account-access.ts";
import { Problem } from "#platform/http/problem.ts";
import { unshareRide } from "./sharing/shares.ts";
import { deleteSharesMadeAfter, findSharesOf } from "./sharing/shares.store.ts";
import { publishContactsChanged, removeContact } from "./trusted-contacts/trusted-contacts.ts";
import {
  deleteContactsAddedAfter,
  findContacts,
} from "./trusted-contacts/trusted-contacts.store.ts";

const trustedContact: AccountAccessKind = {
  name: "trusted-contact",
  tables: ["trusted_contact"],
  endings: {
    "email-undo": "lately",
    "password-reset": "stays",
    "password-change": "stays",
    "sign-out-everywhere": "stays",
    suspension: "stays",
    deletion: "stays",
  },
  notified: "e-mail",
  endAll: async (ctx, { uid, addedAfter }) => {
    await deleteContactsAddedAfter(ctx, uid, addedAfter);
    publishContactsChanged(ctx, uid);
  },
  shown: {
    noun: message("Trusted contact", {
      comment: "In a list of what lets somebody follow a member.",
    }),
    list: async (ctx, uid) =>
      (await findContacts(ctx, uid))
        .filter(({ status }) => status !== "declined")
        .map(({ id, name, email, created_at }) => ({
          id,
          name: email === null ? name : `${name}, ${email}`,
          since: created_at,
          lastUsedAt: null,
        })),
    end: removeContact,
  },
};

const rideShare: AccountAccessKind = {
  name: "ride-share",
  tables: ["ride_share"],
  endings: {
    "email-undo": "lately",
    "password-reset": "stays",
    "password-change": "stays",
    "sign-out-everywhere": "stays",
    suspension: "stays",
    deletion: "stays",
  },
  notified: "none: the page of the trip shows each link, and whether it was opened",
  unconfirmedBecause:
    "somebody in danger must not be asked for a password, and a link opens an hour before the ride and ends two hours after it",
  endAll: (ctx, { uid, addedAfter }) => deleteSharesMadeAfter(ctx, uid, addedAfter),
  shown: {
    noun: message("Link to follow a ride", {
      comment: "In a list of what lets somebody follow a member.",
    }),
    list: async (ctx, uid) =>
      (await findSharesOf(ctx, uid)).map(({ id, created_at, opened_at }) => ({
        id,
        name: null,
        since: created_at,
        lastUsedAt: opened_at,
      })),
    end: async (ctx, caller, shareId) => {
      const share = (await findSharesOf(ctx, caller.uid)).find(({ id }) => id === shareId);
      if (!share) throw new Problem("not_found");
      await unshareRide(ctx, caller, {
        rideId: share.ride_id,
        shareId,
      });
    },
  },
};

/** What lets people outside the community follow a member's trips. */
export const tripSafetyAccess: readonly AccountAccessKind[] = [trustedContact, rideShare];
