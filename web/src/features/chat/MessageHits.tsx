import type { Conversation, Message } from "@commonlane/contract/chat";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQueries } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { nameOf, whenText } from "./chat-wording.ts";
import { conversation, messagesWith } from "./chat.queries.ts";

interface MessageHitsProps {
  words: string;
  /** The conversations that were read already; those of other hits are read here. */
  all: readonly Conversation[];
  uid: string;
  onChoose: (chosen: { conversationId: string; around: number }) => void;
}

/** Messages that hold the words, newest first. */
export function MessageHits({ words, all, uid, onChoose }: MessageHitsProps) {
  const { t } = useLingui();
  const found = useInfiniteQuery(messagesWith(useDeferredValue(words)));
  const hits = found.data?.pages.flatMap(({ items }) => items);
  const rooms = useRooms(hits ?? [], all);
  return (
    <section aria-label={t`Messages found`} className="border-t border-line pt-3">
      <h3 className="px-4 pb-1 text-sm font-semibold text-ink-2">{t`Messages`}</h3>
      <p role="status" className="px-4 text-sm text-ink-3">
        {hits?.length === 0 ? t`No message holds these words.` : ""}
        {!hits && found.isPaused ? t`Messages are searched when there is a network again.` : ""}
      </p>
      {!hits && found.isFetching && <Skeleton className="mx-4 my-2 h-12" />}
      {!hits && found.error && (
        <ErrorState
          className="py-4"
          message={t`Messages could not be searched. Check your connection and try again.`}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      )}
      {hits?.map(({ id, conversationId, ordinal, sentAt, text, place }) => {
        const room = rooms.get(conversationId);
        return (
          <button
            key={id}
            type="button"
            onClick={() => onChoose({ conversationId, around: ordinal })}
            className="block w-full px-4 py-2 text-start hover:bg-sunken"
          >
            <span className="flex items-baseline gap-2 text-sm text-ink-3">
              <span className="min-w-0 flex-1 truncate">{room && nameOf(room, uid)}</span>
              <span className="num">{whenText(sentAt)}</span>
            </span>
            <span className="line-clamp-2 wrap-anywhere">{text || place?.label}</span>
          </button>
        );
      })}
      <ShowMore query={found} variant="ghost" className="justify-items-center p-3">{t`Show older messages`}</ShowMore>
    </section>
  );
}

/** The conversations of these messages, as far as they are read. */
function useRooms(hits: readonly Message[], all: readonly Conversation[]): ReadonlyMap<string, Conversation> {
  const known = new Map(all.map((one) => [one.id, one]));
  const others = [...new Set(hits.map(({ conversationId }) => conversationId))].filter((id) => !known.has(id));
  const read = useQueries({ queries: others.map((id) => conversation(id)) });
  for (const { data } of read) if (data) known.set(data.id, data);
  return known;
}
