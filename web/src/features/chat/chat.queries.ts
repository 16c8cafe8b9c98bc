import { chat } from "@commonlane/contract/chat";
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "#shared/api.ts";
import { restsWhileClosed } from "#shared/maintenance.ts";
import type { ChatWanted } from "#shared/chat/chat-door.ts";
import type { Unsent } from "./outbox.ts";

const PAGE = 50;
const pages = { initialPageParam: undefined as string | undefined };
const next = ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined;

/** My conversations, the one written to last first. */
export const conversations = infiniteQueryOptions({
  ...pages,
  queryKey: ["chat", "conversations", "all"],
  queryFn: ({ pageParam: cursor, signal }) => call(chat.conversations, { query: { limit: PAGE, cursor } }, { signal }),
  getNextPageParam: next,
  ...restsWhileClosed,
});

export const conversation = (conversationId: string) =>
  queryOptions({
    queryKey: ["chat", "conversations", "one", conversationId],
    queryFn: ({ signal }) => call(chat.one, { params: { conversationId } }, { signal }),
  });

/** The conversation that somebody wants to see; one of two people begins with being asked for. */
export const conversationFor = (wanted: Exclude<ChatWanted, "list">) =>
  queryOptions({
    queryKey: ["chat", "wanted", wanted],
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      "conversationId" in wanted
        ? call(chat.one, { params: wanted }, { signal })
        : "ofRide" in wanted
          ? call(chat.ofRide, { params: { rideId: wanted.ofRide } }, { signal })
          : call(chat.open, { body: wanted }, { signal }),
  });

/** A part of a conversation: the newest messages, those around one, or those where another part ends. */
type Part = { around?: number; cursor?: string };

/** The messages of a conversation, newest first; from `around` on both ways where that is said. */
export const messages = (conversationId: string, around?: number) => {
  const first: Part = around === undefined ? {} : { around };
  return infiniteQueryOptions({
    queryKey: ["chat", "messages", conversationId, around ?? "newest"],
    queryFn: ({ pageParam, signal }) =>
      call(chat.messages, { params: { conversationId }, query: { limit: PAGE, ...pageParam } }, { signal }),
    initialPageParam: first,
    getNextPageParam: ({ nextCursor }): Part | undefined => (nextCursor ? { cursor: nextCursor } : undefined),
    getPreviousPageParam: ({ newerCursor }): Part | undefined =>
      around !== undefined && newerCursor ? { cursor: newerCursor } : undefined,
  });
};

/** Messages that hold these words, newest first. */
export const messagesWith = (words: string) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: ["chat", "search", words],
    enabled: words.length > 1,
    queryFn: ({ pageParam: cursor, signal }) => call(chat.search, { query: { words, limit: 30, cursor } }, { signal }),
    getNextPageParam: next,
  });

export const unreadMessages = queryOptions({
  queryKey: ["chat", "unread"],
  queryFn: ({ signal }) => call(chat.unreadCount, {}, { signal }),
  ...restsWhileClosed,
});

/** The same count, asked for once. */
export const getUnreadCount = async (): Promise<number> => (await call(chat.unreadCount, {})).count;

type Mark = "read" | "delivered";

/** Says how far I have read, or have the messages on this device. */
export const markMessages = (mark: Mark, conversationId: string, upTo: string) =>
  call(chat[mark], { params: { conversationId }, body: { upTo } });

/** After it was said how far I have read: so many are unread now. */
export function noteRead(queries: QueryClient, said: { readonly count: number } | undefined): void {
  if (!said) return;
  queries.setQueryData(unreadMessages.queryKey, said);
  void queries.invalidateQueries({ queryKey: ["chat", "conversations"] });
}

export const sendMessage = ({ conversationId, clientId, text, place }: Unsent) =>
  call(chat.send, { params: { conversationId }, body: { clientId, text, ...(place && { place }) } });

export function useMute(conversationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (muted: boolean) => call(chat.mute, { params: { conversationId }, body: { muted } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["chat"] }),
  });
}
