import { type Event, type EventDetails, events } from "@commonlane/contract/events";
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";
import { sendIdempotently } from "#shared/forms/idempotent-send.ts";

const FIRST_PAGE: string | undefined = undefined;

/** Upcoming events, page by page, with all these words if there are any. */
export const upcomingEvents = (query: string) =>
  infiniteQueryOptions({
    queryKey: ["events", "list", query],
    queryFn: ({ pageParam, signal }) =>
      call(
        events.list,
        {
          query: {
            ...(query !== "" && { query }),
            ...(pageParam !== undefined && { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
  });

export const eventById = (eventId: string) =>
  queryOptions({
    queryKey: ["events", "one", eventId],
    queryFn: ({ signal }) => call(events.one, { params: { eventId } }, { signal }),
  });

/** All rides to an event and back. */
export const ridesOfEvent = (eventId: string) =>
  queryOptions({
    queryKey: ["events", "rides", eventId],
    queryFn: ({ signal }) => call(events.rides, { params: { eventId } }, { signal }),
  });

/** Creates an event, or changes the one with this id. */
export function useSaveEvent(eventId: string | undefined) {
  const updateEvent = useUpdateEvent();
  return useMutation({
    mutationFn: (body: EventDetails) =>
      eventId === undefined
        ? sendIdempotently("event", body, (idempotencyKey) =>
            call(events.create, { body }, { idempotencyKey }),
          )
        : call(events.change, { params: { eventId }, body }),
    onSuccess: updateEvent,
  });
}

export function useCancelEvent(eventId: string) {
  const updateEvent = useUpdateEvent();
  return useMutation({
    mutationFn: () => call(events.cancel, { params: { eventId } }),
    onSuccess: updateEvent,
  });
}

/** Puts a changed event where its page finds it, and reloads lists and rides. */
function useUpdateEvent() {
  const queries = useQueryClient();
  return (event: Event) => {
    queries.setQueryData(eventById(event.id).queryKey, event);
    void queries.invalidateQueries({ queryKey: ["events", "list"] });
    void queries.invalidateQueries({ queryKey: ["events", "rides", event.id] });
  };
}
