import { notificationChannels } from "@commonlane/contract/notification-channels";
import { notifications } from "@commonlane/contract/notifications";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { unsubscribeFromEmails } from "./email/unsubscribe.ts";
import { listOwnNotifications, markNotificationsRead, readUnreadCount } from "./notifications.ts";
import { changeNotificationSettings, readNotificationSettings } from "./preferences/preferences.ts";
import {
  listOwnDevices,
  readPushKey,
  subscribeToPush,
  unsubscribeFromPush,
} from "./push/push-subscriptions.ts";
import { recordReceived, sendTestNotification } from "./send-notifications.ts";

export type { FindItinerary, Itinerary } from "./itinerary.ts";
export { pushAccess } from "./push/push-subscriptions.ts";
export { initNotificationConsumer, notificationConsumer, type RecordLoaders } from "./on-events.ts";
export { ensureNotificationKeys, hasNotificationKeys, linkSecret } from "./keys.ts";
export { checkPushServices } from "./push/push-refusals.ts";
export { recordEmailResult } from "./email/email-delivery.ts";
export { markNotificationsReadBetween, markReportNotificationsRead } from "./notifications.ts";
export {
  deleteOlderThan as deleteOlderNotifications,
  type NewNotification,
} from "./notifications.store.ts";
export {
  notificationSweeps,
  notificationWorkers,
  notify,
  notifyWithEmailAt,
} from "./send-notifications.ts";
export { mountUnsubscribePage } from "./email/unsubscribe.ts";

export const notificationRoutes: RegisterRoutes = (http) => {
  http.on(notifications.list, (ctx, { query }, caller) => listOwnNotifications(ctx, caller, query));
  http.on(notifications.unreadCount, (ctx, _, caller) => readUnreadCount(ctx, caller));
  http.on(notifications.read, (ctx, { body }, caller) => markNotificationsRead(ctx, caller, body));
  http.on(notificationChannels.pushKey, (ctx) => readPushKey(ctx));
  http.on(notificationChannels.devices, (ctx, _, caller) => listOwnDevices(ctx, caller));
  http.on(notificationChannels.subscribe, (ctx, { body }, caller, { userAgent }) =>
    subscribeToPush(ctx, caller, body, userAgent),
  );
  http.on(notificationChannels.unsubscribe, (ctx, { body }, caller) =>
    unsubscribeFromPush(ctx, caller, body.endpoint),
  );
  http.on(notificationChannels.received, (ctx, { body }) => recordReceived(ctx, body.batchId));
  http.on(notificationChannels.settings, (ctx, _, caller) => readNotificationSettings(ctx, caller));
  http.on(notificationChannels.changeSettings, (ctx, { body }, caller) =>
    changeNotificationSettings(ctx, caller, body),
  );
  http.on(notificationChannels.test, (ctx, { body }, caller) =>
    sendTestNotification(ctx, caller, body.channel),
  );
  http.on(notificationChannels.unsubscribeEmails, (ctx, { query }) =>
    unsubscribeFromEmails(ctx, query.token),
  );
};
