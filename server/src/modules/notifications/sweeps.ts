import type { Sweep } from "#platform/jobs/sweeps.ts";
import { failStaleEmailDeliveries } from "./email/email-delivery.ts";
import { deleteOldNotifications } from "./notifications.ts";
import { enqueueDueDeliveries } from "./send-notifications.ts";

export const notificationSweeps: readonly Sweep[] = [
  { name: "notification.due", everyS: 15, run: enqueueDueDeliveries },
  { name: "notification.emails-failed", everyS: 600, run: failStaleEmailDeliveries },
  { name: "notification.deleted", everyS: 3600, run: deleteOldNotifications },
];
