import { type Event, type EventDetails, events } from "@commonlane/contract/events";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { endpointPages, endpointQuery, useInvalidate } from "#shared/api/endpoint-query.ts";
import { call } from "#shared/api/api-client.ts";
import { sendIdempotently } from "#shared/forms/idempotent-send.ts";

/** Upcoming events, page by page, with all these words if there are any. */
export const upcomingEvents = (query: string) =>
  endpointPages(events.list, {
    query: query === "" ? {} : { query },
  });

export function eventById(eventId: string) {
  return endpointQuery(events.one, { params: { eventId } });
}

/** All rides to an event and back. */
export const ridesOfEvent = (eventId: string) =>
  endpointQuery(events.rides, { params: { eventId } });

/** Creates an event, or changes the one with this id. */
export function useSaveEvent(eventId: string | undefined) {
  const updateEvent = useUpdateEvent();
  return useMutation({
    mutationFn: (body: EventDetails) =>
      eventId === undefined
        ? sendIdempotently("event", body, (idempotencyKey) =>
            call(events.create, { body }, { idempotencyKey }),
          )
        : call(events.change, {
            params: { eventId },
            body,
          }),
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
  const invalidate = useInvalidate();
  return (event: Event) => {
    queries.setQueryData(eventById(event.id).queryKey, event);
    void invalidate(events.list, events.rides);
  };
}
