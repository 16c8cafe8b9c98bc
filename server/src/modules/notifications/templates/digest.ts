import type { Notification } from "@commonlane/contract/notifications";

const LISTED_TITLES = 3;

/** Combines several notifications into one title and text. */
export function digestNotifications(notifications: readonly Notification[]): { title: string; text: string } {
  const listed = notifications.slice(0, LISTED_TITLES).map(({ title }) => title);
  const remaining = notifications.length - listed.length;
  const text = remaining > 0 ? [...listed, `and ${remaining} more`] : listed;
  return { title: `${notifications.length} new notifications`, text: `${text.join(", ")}.` };
}
