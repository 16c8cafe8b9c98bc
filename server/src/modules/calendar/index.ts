import { calendar } from "@commonlane/contract/calendar";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { changeFeed, createFeed, getFeed, readFeed, revokeFeed } from "./calendar-feed.ts";
import { getRideCalendar } from "./ride-calendar.ts";

export { calendarFeedAccess } from "./account-access.ts";
export { calendarTexts } from "./calendar-texts.ts";
export { calendarSweeps } from "./ride-calendar.ts";
export { renderCalendar } from "./render-calendar.ts";

export const calendarRoutes: RegisterRoutes = (http) => {
  http.on(calendar.ofRide, (ctx, { params }, { uid }) => getRideCalendar(ctx, uid, params.rideId));
  http.on(calendar.feed, (ctx, _, { uid }) => getFeed(ctx, uid));
  http.on(calendar.createFeed, (ctx, { body }, { uid }) =>
    createFeed(ctx, uid, body.reminderMinutes),
  );
  http.on(calendar.changeFeed, (ctx, { body }, { uid }) =>
    changeFeed(ctx, uid, body.reminderMinutes),
  );
  http.on(calendar.revokeFeed, (ctx, _, { uid }) => revokeFeed(ctx, uid));
  http.on(calendar.readFeed, (ctx, { params }, _, exchange) =>
    readFeed(ctx, params.feedToken, exchange),
  );
};
