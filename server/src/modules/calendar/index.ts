import { calendar } from "@commonlane/contract/calendar";
import { message } from "@commonlane/contract/message";
import type { AccountAccessKind } from "#platform/account-access/account-access.ts";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { deleteFeed, findFeed } from "./calendar-feed.store.ts";
import { changeFeed, createFeed, getFeed, readFeed, revokeFeed } from "./calendar-feed.ts";
import { getRideCalendar } from "./ride-calendar.ts";

export { calendarTexts } from "./calendar-texts.ts";
export { calendarSweeps } from "./ride-calendar.ts";
export { renderCalendar } from "./render-calendar.ts";

export const calendarRoutes: RegisterRoutes = (http) => {
  http.on(calendar.ofRide, (ctx, { params }, { uid }) => getRideCalendar(ctx, uid, params.rideId));
  http.on(calendar.feed, (ctx, _, { uid }) => getFeed(ctx, uid));
  http.on(calendar.createFeed, (ctx, { body }, caller) =>
    createFeed(ctx, caller, body.reminderMinutes),
  );
  http.on(calendar.changeFeed, (ctx, { body }, { uid }) =>
    changeFeed(ctx, uid, body.reminderMinutes),
  );
  http.on(calendar.revokeFeed, (ctx, _, { uid }) => revokeFeed(ctx, uid));
  http.on(calendar.readFeed, (ctx, { params }, _, exchange) =>
    readFeed(ctx, params.feedToken, exchange),
  );
};

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
