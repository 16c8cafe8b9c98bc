export type { FindItinerary, Itinerary } from "./itinerary.ts";
export { pushAccess } from "./push/account-access.ts";
export { initNotificationConsumer, notificationConsumer, type RecordLoaders } from "./on-events.ts";
export { ensureNotificationKeys, hasNotificationKeys, linkSecret } from "./keys.ts";
export { checkPushServices } from "./push/push-refusals.ts";
export { recordEmailResult } from "./email/email-delivery.ts";
export { markNotificationsReadBetween, markReportNotificationsRead } from "./notifications.ts";
export { notificationRoutes } from "./notifications.routes.ts";
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
