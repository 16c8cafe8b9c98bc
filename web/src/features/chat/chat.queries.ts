import { chat } from "@commonlane/contract/chat";
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";
import { pauseDuringMaintenance } from "#shared/api/maintenance.ts";
import type { ChatTarget } from "#shared/chat/open-chat.ts";
import type { UnsentMessage } from "./outbox.ts";

const PAGE_SIZE = 50;
const firstPage = { initialPageParam: undefined as string | undefined };
const getNextPage = ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined;

/** The user's conversations, most recent message first. */
export const conversations = infiniteQueryOptions({
  ...firstPage,
  queryKey: ["chat", "conversations", "all"],
  queryFn: ({ pageParam: cursor, signal }) =>
    call(chat.conversations, { query: { limit: PAGE_SIZE, cursor } }, { signal }),
  getNextPageParam: getNextPage,
  ...pauseDuringMaintenance,
});

export const conversation = (conversationId: string) =>
  queryOptions({
    queryKey: ["chat", "conversations", "one", conversationId],
    queryFn: ({ signal }) => call(chat.one, { params: { conversationId } }, { signal }),
  });

/** A requested conversation; a direct conversation is created by requesting it. */
export const conversationFor = (requested: Exclude<ChatTarget, "list">) =>
  queryOptions({
    queryKey: ["chat", "wanted", requested],
    staleTime: Infinity,
    queryFn: ({ signal }) => {
      if ("conversationId" in requested) return call(chat.one, { params: requested }, { signal });
      if ("ofRide" in requested)
        return call(chat.ofRide, { params: { rideId: requested.ofRide } }, { signal });
      return call(chat.open, { body: requested }, { signal });
    },
  });

/** One page of messages: the newest, those around an ordinal, or those after a cursor. */
type MessagePageParam = { around?: number; cursor?: string };

/** Messages of a conversation, newest first. With `around`, pages load in both directions from that ordinal. */
export const messages = (conversationId: string, around?: number) => {
  const initialParam: MessagePageParam = around === undefined ? {} : { around };
  return infiniteQueryOptions({
    queryKey: ["chat", "messages", conversationId, around ?? "newest"],
    queryFn: ({ pageParam, signal }) =>
      call(
        chat.messages,
        { params: { conversationId }, query: { limit: PAGE_SIZE, ...pageParam } },
        { signal },
      ),
    initialPageParam: initialParam,
    getNextPageParam: ({ nextCursor }): MessagePageParam | undefined =>
      nextCursor ? { cursor: nextCursor } : undefined,
    getPreviousPageParam: ({ newerCursor }): MessagePageParam | undefined =>
      around !== undefined && newerCursor ? { cursor: newerCursor } : undefined,
  });
};

/** Messages that contain the text, newest first. */
export const searchMessages = (searchText: string) =>
  infiniteQueryOptions({
    ...firstPage,
    queryKey: ["chat", "search", searchText],
    enabled: searchText.length > 1,
    queryFn: ({ pageParam: cursor, signal }) =>
      call(chat.search, { query: { words: searchText, limit: 30, cursor } }, { signal }),
    getNextPageParam: getNextPage,
  });

export const unreadMessages = queryOptions({
  queryKey: ["chat", "unread"],
  queryFn: ({ signal }) => call(chat.unreadCount, {}, { signal }),
  ...pauseDuringMaintenance,
});

/** The unread count, from the same request as the query's first. */
export const getUnreadCount = async (queries: QueryClient): Promise<number> =>
  (await queries.fetchQuery(unreadMessages)).count;

type Mark = "read" | "delivered";

/** Reports how far the user has read, or how far messages have been delivered to this device. */
export const markMessages = (mark: Mark, conversationId: string, upTo: string) =>
  call(chat[mark], { params: { conversationId }, body: { upTo } });

/** Stores the unread count that the server returned after a read mark. */
export function applyUnreadCount(
  queries: QueryClient,
  unreadCount: { readonly count: number } | undefined,
): void {
  if (!unreadCount) return;
  queries.setQueryData(unreadMessages.queryKey, unreadCount);
  void queries.invalidateQueries({ queryKey: ["chat", "conversations"] });
}

export const sendMessage = (
  { conversationId, clientId, text, place }: UnsentMessage,
  signal: AbortSignal,
) =>
  call(
    chat.send,
    { params: { conversationId }, body: { clientId, text, ...(place && { place }) } },
    { signal },
  );

export function useMute(conversationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (muted: boolean) =>
      call(chat.mute, { params: { conversationId }, body: { muted } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["chat"] }),
  });
}
