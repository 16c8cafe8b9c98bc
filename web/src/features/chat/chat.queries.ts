import { chat } from "@commonlane/contract/chat";
import { type QueryClient, useMutation } from "@tanstack/react-query";
import {
  endpointPages,
  endpointQuery,
  invalidateEndpoints,
  useInvalidate,
} from "#shared/api/endpoint-query.ts";
import { call } from "#shared/api/api-client.ts";
import { composedQuery } from "#shared/api/query-keys.ts";
import { pauseDuringMaintenance } from "#shared/api/maintenance.ts";
import type { ChatTarget } from "#shared/chat/open-chat.ts";
import type { UnsentMessage } from "./outbox.ts";

const PAGE_SIZE = 50;

/** The user's conversations, most recent message first. */
export const conversations = endpointPages(
  chat.conversations,
  { query: { limit: PAGE_SIZE } },
  pauseDuringMaintenance,
);

export const conversation = (conversationId: string) =>
  endpointQuery(chat.one, { params: { conversationId } });

/** A requested conversation; a direct conversation is created by requesting it. */
export const conversationFor = (requested: Exclude<ChatTarget, "list">) =>
  composedQuery(
    ["POST /chat/conversations", { body: requested }],
    ({ signal }) => {
      if ("conversationId" in requested) return call(chat.one, { params: requested }, { signal });
      if ("ofRide" in requested)
        return call(chat.ofRide, { params: { rideId: requested.ofRide } }, { signal });
      return call(chat.open, { body: requested }, { signal });
    },
    { staleTime: Infinity },
  );

/** Messages of a conversation, newest first. With `around`, pages load in both directions from that ordinal. */
export const messages = (conversationId: string, around?: number) =>
  endpointPages(
    chat.messages,
    {
      params: { conversationId },
      query: { limit: PAGE_SIZE, around },
    },
    {
      laterInput: {
        params: { conversationId },
        query: { limit: PAGE_SIZE },
      },
      getPreviousPageParam: ({ newerCursor }) =>
        around === undefined ? undefined : (newerCursor ?? undefined),
    },
  );

/** Messages that contain the text, newest first. */
export const searchMessages = (searchText: string) =>
  endpointPages(
    chat.search,
    { query: { words: searchText, limit: 30 } },
    { enabled: searchText.length > 1 },
  );

export const unreadMessages = endpointQuery(chat.unreadCount, {}, pauseDuringMaintenance);

/** The unread count, from the same request as the query's first. */
export const getUnreadCount = async (queries: QueryClient): Promise<number> =>
  (await queries.fetchQuery(unreadMessages)).count;

type Mark = "read" | "delivered";

/** Reports how far the user has read, or how far messages have been delivered to this device. */
export function markMessages(mark: Mark, conversationId: string, upTo: string) {
  return call(chat[mark], {
    params: { conversationId },
    body: { upTo },
  });
}

/** Stores the unread count that the server returned after a read mark. */
export function applyUnreadCount(
  queries: QueryClient,
  unreadCount: { readonly count: number } | undefined,
): void {
  if (!unreadCount) return;
  queries.setQueryData(unreadMessages.queryKey, unreadCount);
  void invalidateEndpoints(queries, chat.conversations, chat.one);
}

export const sendMessage = (
  { conversationId, clientId, text, place }: UnsentMessage,
  signal: AbortSignal,
) =>
  call(
    chat.send,
    {
      params: { conversationId },
      body: {
        clientId,
        text,
        ...(place && { place }),
      },
    },
    { signal },
  );

export function useMute(conversationId: string) {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (muted: boolean) =>
      call(chat.mute, {
        params: { conversationId },
        body: { muted },
      }),
    onSettled: () => invalidate(chat),
  });
}
