import { calendar, type CalendarFeed, type ReminderMinutes } from "@commonlane/contract/calendar";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { call } from "#shared/api/api-client.ts";

/** The user's calendar feed, without its URL. */
export const ownCalendarFeed = endpointQuery(calendar.feed, {});

/** Puts the feed that a call returned, or none, where the query finds it. */
function useSetFeed() {
  const queries = useQueryClient();
  return (feed: CalendarFeed | null) => queries.setQueryData(ownCalendarFeed.queryKey, { feed });
}

export function useCreateFeed() {
  const setFeed = useSetFeed();
  return useMutation({
    mutationFn: (reminderMinutes?: ReminderMinutes) =>
      call(calendar.createFeed, { body: { reminderMinutes } }),
    // Not the URL, which is shown only once.
    onSuccess: ({ createdAt, readAt, reminderMinutes }) =>
      setFeed({
        createdAt,
        readAt,
        reminderMinutes,
      }),
  });
}

export function useChangeReminder() {
  const setFeed = useSetFeed();
  return useMutation({
    mutationFn: (reminderMinutes: ReminderMinutes) =>
      call(calendar.changeFeed, { body: { reminderMinutes } }),
    onSuccess: setFeed,
  });
}

export function useRevokeFeed() {
  const setFeed = useSetFeed();
  return useMutation({
    mutationFn: () => call(calendar.revokeFeed, {}),
    onSuccess: () => setFeed(null),
  });
}
