import type { Conversation, Message } from "@commonlane/contract/chat";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQueries } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { conversationTitle, sentAtText } from "../chat-text.ts";
import { conversation, searchMessages } from "../chat.queries.ts";

interface MessageSearchResultsProps {
  searchText: string;
  /** Conversations that are already loaded; those of other hits are loaded here. */
  knownConversations: readonly Conversation[];
  uid: string;
  onChoose: (choice: { conversationId: string; around: number }) => void;
}

/** Messages that contain the search text, newest first. */
export function MessageSearchResults({
  searchText,
  knownConversations,
  uid,
  onChoose,
}: MessageSearchResultsProps) {
  const { t } = useLingui();
  const searchQuery = useInfiniteQuery(searchMessages(useDeferredValue(searchText)));
  const hits = searchQuery.data?.pages.flatMap(({ items }) => items);
  const conversationsById = useConversationsOf(hits ?? [], knownConversations);
  return (
    <section aria-label={t`Messages found`} className="border-t border-line pt-3">
      <h3 className="px-4 pb-1 text-sm font-semibold text-ink-2">{t`Messages`}</h3>
      <p role="status" className="px-4 text-sm text-ink-3">
        {hits?.length === 0 ? t`No messages found.` : ""}
        {!hits && searchQuery.isPaused
          ? t`You're offline. Search messages again once you're connected.`
          : ""}
      </p>
      {!hits && searchQuery.isFetching && <Skeleton className="mx-4 my-2 h-12" />}
      {!hits && searchQuery.error && (
        <ErrorState
          className="py-4"
          message={t`Couldn't search messages. Check your connection and try again.`}
          onRetry={() => void searchQuery.refetch()}
          retrying={searchQuery.isFetching}
        />
      )}
      {hits?.map(({ id, conversationId, ordinal, sentAt, text, place }) => {
        const conversationOfHit = conversationsById.get(conversationId);
        return (
          <button
            key={id}
            type="button"
            onClick={() =>
              onChoose({
                conversationId,
                around: ordinal,
              })
            }
            className="block w-full px-4 py-2 text-start hover:bg-sunken"
          >
            <span className="flex items-baseline gap-2 text-sm text-ink-3">
              <span className="min-w-0 flex-1 truncate">
                {conversationOfHit && conversationTitle(conversationOfHit, uid)}
              </span>
              <span className="num">{sentAtText(sentAt)}</span>
            </span>
            <span className="line-clamp-2 wrap-anywhere">{text || place?.label}</span>
          </button>
        );
      })}
      <ShowMore
        query={searchQuery}
        variant="ghost"
        className="justify-items-center p-3"
      >{t`Show older messages`}</ShowMore>
    </section>
  );
}

/** Conversations of these messages, as far as they are loaded. */
function useConversationsOf(
  hits: readonly Message[],
  knownConversations: readonly Conversation[],
): ReadonlyMap<string, Conversation> {
  const byId = new Map(knownConversations.map((loaded) => [loaded.id, loaded]));
  const missingIds = [...new Set(hits.map(({ conversationId }) => conversationId))].filter(
    (id) => !byId.has(id),
  );
  const queries = useQueries({ queries: missingIds.map((id) => conversation(id)) });
  for (const { data } of queries) if (data) byId.set(data.id, data);
  return byId;
}
