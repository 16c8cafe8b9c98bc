import {
  notificationChannels,
  type NotificationSettings,
  type NotificationSettingsChange,
} from "@commonlane/contract/notification-channels";
import { type NotificationChannel, notifications } from "@commonlane/contract/notifications";
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";
import { pauseDuringMaintenance } from "#shared/api/maintenance.ts";

const PAGE_SIZE = 30;

/** The user's notifications, newest first. */
export const ownNotifications = infiniteQueryOptions({
  initialPageParam: undefined as string | undefined,
  queryKey: ["notifications", "pages"],
  queryFn: ({ pageParam: cursor, signal }) =>
    call(notifications.list, { query: { limit: PAGE_SIZE, cursor } }, { signal }),
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});

const RECENT_COUNT = 5;

/** Recent notifications with their delivery status; older ones on demand. */
export const recentNotifications = infiniteQueryOptions({
  initialPageParam: undefined as string | undefined,
  queryKey: ["notifications", "last"],
  queryFn: ({ pageParam: cursor, signal }) =>
    call(
      notifications.list,
      { query: { limit: cursor === undefined ? RECENT_COUNT : PAGE_SIZE, cursor } },
      { signal },
    ),
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});

export const unreadNotificationCount = queryOptions({
  queryKey: ["notifications", "unread"],
  queryFn: async ({ signal }) => (await call(notifications.unreadCount, {}, { signal })).count,
  ...pauseDuringMaintenance,
});

export const notificationSettings = queryOptions({
  queryKey: ["notifications", "settings"],
  queryFn: ({ signal }) => call(notificationChannels.settings, {}, { signal }),
});

/** Browsers that receive the user's pushes. */
export const pushDevices = queryOptions({
  queryKey: ["notifications", "devices"],
  queryFn: async ({ signal }) => (await call(notificationChannels.devices, {}, { signal })).items,
});

/** Marks the given notifications as read, or all up to one. */
export function useMarkRead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (selection: { notificationIds: string[] } | { upTo: string }) =>
      call(notifications.read, { body: selection }),
    onSuccess: ({ count }) => queries.setQueryData(unreadNotificationCount.queryKey, count),
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
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (channel: NotificationChannel) =>
      call(notificationChannels.test, { body: { channel } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["notifications"] }),
  });
}
