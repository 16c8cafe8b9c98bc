import { message } from "@commonlane/contract/message";
import type { AccountAccessKind } from "#platform/account-access/account-access.ts";
import { Problem } from "#platform/http/problem.ts";
import {
  deleteOwnSubscription,
  deleteSubscriptionsExcept,
  findSubscriptions,
} from "./push-subscriptions.store.ts";

/** A device with push shows parts of messages, also while nobody uses the app there. */
export const pushAccess: AccountAccessKind = {
  name: "push-subscription",
  tables: ["push_subscription"],
  endings: {
    "email-undo": "all",
    "password-reset": "all",
    "password-change": "all",
    "sign-out-everywhere": "all",
    suspension: "all",
    deletion: "all",
  },
  notified: "none: it belongs to a session, which could read the same, and ends with it",
  unconfirmedBecause: "it belongs to a session, which could read the same, and ends with it",
  // Ends here as well as with the session's event, so that no push is sent in between.
  endAll: (ctx, { uid, exceptSessionId }) => deleteSubscriptionsExcept(ctx, uid, exceptSessionId),
  shown: {
    noun: message("Push notifications", {
      comment: "In a list of what lets somebody follow a member.",
    }),
    list: async (ctx, uid) =>
      ((await findSubscriptions(ctx, [uid])).get(uid) ?? []).map(
        ({ id, device, created_at, pushed_at, session_id }) => ({
          id,
          name: device,
          since: created_at,
          lastUsedAt: pushed_at,
          sessionId: session_id,
        }),
      ),
    end: async (ctx, { uid }, id) => {
      if (!(await deleteOwnSubscription(ctx, uid, id))) throw new Problem("not_found");
    },
  },
};
