import { notices } from "@commonlane/contract/notices";
import type { Routes } from "#platform/http/route.ts";
import { ownNotices, readNotices, unreadNotices } from "./notices.ts";

export const noticeRoutes: Routes = (http) => {
  http.on(notices.list, (ctx, { query }, caller) => ownNotices(ctx, caller, query));
  http.on(notices.unreadCount, (ctx, _, caller) => unreadNotices(ctx, caller));
  http.on(notices.read, (ctx, { body }, caller) => readNotices(ctx, caller, body));
};
