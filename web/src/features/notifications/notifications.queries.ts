import {
  notificationChannels,
  type NotificationSettings,
  type NotificationSettingsChange,
} from "@commonlane/contract/notification-channels";
import { type NotificationChannel, notifications } from "@commonlane/contract/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  endpointItems,
  endpointPages,
  endpointQuery,
  useInvalidate,
} from "#shared/api/endpoint-query.ts";
import { call } from "#shared/api/api-client.ts";
import { pauseDuringMaintenance } from "#shared/api/maintenance.ts";

const PAGE_SIZE = 30;

/** The user's notifications, newest first. */
export const ownNotifications = endpointPages(notifications.list, { query: { limit: PAGE_SIZE } });

const RECENT_COUNT = 5;

/** Recent notifications with their delivery status; older ones on demand. */
export const recentNotifications = endpointPages(
  notifications.list,
  { query: { limit: RECENT_COUNT } },
  { laterInput: { query: { limit: PAGE_SIZE } } },
);

export const unreadNotificationCount = endpointQuery(
  notifications.unreadCount,
  {},
  {
    ...pauseDuringMaintenance,
    select: ({ count }) => count,
  },
);

export const notificationSettings = endpointQuery(notificationChannels.settings, {});

/** Browsers that receive the user's pushes. */
export const pushDevices = endpointItems(notificationChannels.devices, {});

/** Marks the given notifications as read, or all up to one. */
export function useMarkRead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (selection: { notificationIds: string[] } | { upTo: string }) =>
      call(notifications.read, { body: selection }),
    onSuccess: (unread) => queries.setQueryData(unreadNotificationCount.queryKey, unread),
    onSettled: () => queries.invalidateQueries({ queryKey: ownNotifications.queryKey }),
  });
}

/** Optimistic update: shows the choice at once and reverts it if saving fails. */
export function useChangeNotificationSettings() {
  const queries = useQueryClient();
  const { queryKey } = notificationSettings;
  return useMutation({
    mutationFn: (body: NotificationSettingsChange) =>
      call(notificationChannels.changeSettings, { body }),
    scope: { id: "notification-settings" },
    onSuccess: (settings: NotificationSettings) => queries.setQueryData(queryKey, settings),
    onError: () => queries.invalidateQueries({ queryKey }),
  });
}

export function useSendTest() {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (channel: NotificationChannel) =>
      call(notificationChannels.test, { body: { channel } }),
    onSettled: () => invalidate(notifications, notificationChannels),
  });
}
