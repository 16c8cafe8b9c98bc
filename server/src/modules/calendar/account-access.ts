import { message } from "@commonlane/contract/message";
import type { AccountAccessKind } from "#platform/account-access/account-access.ts";
import { revokeFeed } from "./calendar-feed.ts";
import { deleteFeed, findFeed } from "./calendar-feed.store.ts";

/** Anyone who has the address of a feed reads the owner's coming rides, with exact places. */
export const calendarFeedAccess: AccountAccessKind = {
  name: "calendar-feed",
  tables: ["calendar_feed"],
  endings: {
    "email-undo": "all",
    "password-reset": "all",
    "password-change": "all",
    "sign-out-everywhere": "all",
    suspension: "refused",
    deletion: "refused",
  },
  notified: "e-mail",
  endAll: (ctx, { uid }) => deleteFeed(ctx, uid),
  shown: {
    noun: message("Calendar feed", { comment: "In a list of what lets somebody follow a member." }),
    list: async (ctx, uid) => {
      const feed = await findFeed(ctx, uid);
      return feed
        ? [
            {
              id: uid,
              name: null,
              since: feed.created_at,
              lastUsedAt: feed.read_at,
            },
          ]
        : [];
    },
    end: (ctx, { uid }) => revokeFeed(ctx, uid),
  },
};
