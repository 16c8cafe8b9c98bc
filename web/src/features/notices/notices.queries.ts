import { noticeChannels, type NoticeSettings, type NoticeSettingsChange } from "@commonlane/contract/notice-channels";
import { type NoticeChannel, notices } from "@commonlane/contract/notices";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#shared/api.ts";
import { restsWhileClosed } from "#shared/maintenance.ts";

const PAGE = 30;

/** What I was told, newest first. */
export const ownNotices = infiniteQueryOptions({
  initialPageParam: undefined as string | undefined,
  queryKey: ["notices", "pages"],
  queryFn: ({ pageParam: cursor, signal }) => call(notices.list, { query: { limit: PAGE, cursor } }, { signal }),
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});

const FEW = 5;

/** The last few, and those before them when asked for; with where each one stands. */
export const lastNotices = infiniteQueryOptions({
  initialPageParam: undefined as string | undefined,
  queryKey: ["notices", "last"],
  queryFn: ({ pageParam: cursor, signal }) =>
    call(notices.list, { query: { limit: cursor === undefined ? FEW : PAGE, cursor } }, { signal }),
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});

export const unreadNotices = queryOptions({
  queryKey: ["notices", "unread"],
  queryFn: async ({ signal }) => (await call(notices.unreadCount, {}, { signal })).count,
  ...restsWhileClosed,
});

export const noticeSettings = queryOptions({
  queryKey: ["notices", "settings"],
  queryFn: ({ signal }) => call(noticeChannels.settings, {}, { signal }),
});

/** The browsers that take my pushes. */
export const pushDevices = queryOptions({
  queryKey: ["notices", "devices"],
  queryFn: async ({ signal }) => (await call(noticeChannels.devices, {}, { signal })).items,
});

/** Marks these as read, or all up to one. */
export function useRead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (which: { noticeIds: string[] } | { upTo: string }) => call(notices.read, { body: which }),
    onSuccess: ({ count }) => queries.setQueryData(unreadNotices.queryKey, count),
    onSettled: () => queries.invalidateQueries({ queryKey: ownNotices.queryKey }),
  });
}

/** Shown as chosen at once; one that could not be saved is shown as it was. */
export function useChangeSettings() {
  const queries = useQueryClient();
  const { queryKey } = noticeSettings;
  return useMutation({
    mutationFn: (body: NoticeSettingsChange) => call(noticeChannels.changeSettings, { body }),
    scope: { id: "notice-settings" },
    onSuccess: (settings: NoticeSettings) => queries.setQueryData(queryKey, settings),
    onError: () => queries.invalidateQueries({ queryKey }),
  });
}

export function useTest() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (channel: NoticeChannel) => call(noticeChannels.test, { body: { channel } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["notices"] }),
  });
}
