import { noticeChannels } from "@commonlane/contract/notice-channels";
import { notices } from "@commonlane/contract/notices";
import type { Routes } from "#platform/http/route.ts";
import { ownNotices, readNotices, unreadNotices } from "./notices.ts";
import { changeNoticeSettings, noticeSettings } from "./preferences.ts";
import { noteReceived, testChannel } from "./sending.ts";
import { endLetters } from "./stop-letters.ts";
import { ownDevices, pushKey, subscribe, unsubscribe } from "./subscriptions.ts";

export const noticeRoutes: Routes = (http) => {
  http.on(notices.list, (ctx, { query }, caller) => ownNotices(ctx, caller, query));
  http.on(notices.unreadCount, (ctx, _, caller) => unreadNotices(ctx, caller));
  http.on(notices.read, (ctx, { body }, caller) => readNotices(ctx, caller, body));
  http.on(noticeChannels.pushKey, (ctx) => pushKey(ctx));
  http.on(noticeChannels.devices, (ctx, _, caller) => ownDevices(ctx, caller));
  http.on(noticeChannels.subscribe, (ctx, { body }, caller, { userAgent }) => subscribe(ctx, caller, body, userAgent));
  http.on(noticeChannels.unsubscribe, (ctx, { body }, caller) => unsubscribe(ctx, caller, body.endpoint));
  http.on(noticeChannels.received, (ctx, { body }) => noteReceived(ctx, body.parcelId));
  http.on(noticeChannels.settings, (ctx, _, caller) => noticeSettings(ctx, caller));
  http.on(noticeChannels.changeSettings, (ctx, { body }, caller) => changeNoticeSettings(ctx, caller, body));
  http.on(noticeChannels.test, (ctx, { body }, caller) => testChannel(ctx, caller, body.channel));
  http.on(noticeChannels.stopLetters, (ctx, { query }) => endLetters(ctx, query.token));
};
