import type { Conversation, Message } from "@commonlane/contract/chat";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { errorText } from "#shared/api/error-text.ts";
import { BlockedNotice } from "#shared/safety/BlockedNotice.tsx";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { conversation as conversationOf, messages, applyUnreadCount } from "../chat.queries.ts";
import { Composer } from "./Composer.tsx";
import { ConversationHeader } from "./ConversationHeader.tsx";
import { MessageList } from "./MessageList.tsx";
import { reportRead } from "../read-marks.ts";
import { useOutbox, useUnsent } from "../use-outbox.ts";
import { memberName } from "../chat-text.ts";
import { useTypingMembers } from "./use-typing.ts";

interface ConversationViewProps {
  conversationId: string;
  /** Ordinal of the message to show; the newest messages are shown without it. */
  around?: number | undefined;
  onBack: () => void;
  /** Leaves the search hit and shows the newest messages. */
  onNewest?: () => void;
}

/** One conversation: header, messages and message form. */
export function ConversationView({
  conversationId,
  around,
  onBack,
  onNewest,
}: ConversationViewProps) {
  const { t } = useLingui();
  const { uid } = useUser();
  const conversationQuery = useQuery(conversationOf(conversationId));
  const messagesQuery = useInfiniteQuery(messages(conversationId, around));
  const outbox = useOutbox();
  const newestFirst = messagesQuery.data?.pages.flatMap(({ items }) => items);
  useMarkRead(conversationQuery.data, newestFirst?.[0], uid);
  const sentClientIds = new Set(newestFirst?.map(({ clientId }) => clientId));
  const unsent = useUnsent(outbox, conversationId).filter(
    ({ clientId }) => !sentClientIds.has(clientId),
  );

  const loadError = conversationQuery.error ?? messagesQuery.error;
  if (loadError && !(conversationQuery.data && newestFirst)) {
    return (
      <ErrorState
        message={errorText(
          loadError,
          t`Couldn't load this conversation. Check your connection and try again.`,
        )}
        onRetry={() => void Promise.all([conversationQuery.refetch(), messagesQuery.refetch()])}
        retrying={conversationQuery.isFetching || messagesQuery.isFetching}
      />
    );
  }
  const conversation = conversationQuery.data;
  if (!conversation || !newestFirst) return <SkeletonCards />;
  return (
    <>
      <ConversationHeader
        conversation={conversation}
        uid={uid}
        recentMessages={newestFirst.toReversed()}
        onBack={onBack}
      />
      {/* Reversed, so that the browser keeps the newest message in view, or the scroll position of a user reading older ones. */}
      <div
        // Scrollable by keyboard.
        tabIndex={0}
        role="log"
        aria-label={t`Messages`}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain px-4 py-3"
      >
        {messagesQuery.hasPreviousPage && (
          <NewerMessages
            {...messagesQuery}
            pageCount={messagesQuery.data?.pages.length ?? 0}
            onNewest={onNewest}
          />
        )}
        <MessageList
          messages={newestFirst.toReversed()}
          unsent={messagesQuery.hasPreviousPage ? [] : unsent}
          searchHitOrdinal={around}
          outbox={outbox}
          conversation={conversation}
          uid={uid}
        />
        <ShowMore
          query={messagesQuery}
          variant="ghost"
          size="sm"
          className="justify-items-center pb-3"
        >
          {t`Show older messages`}
        </ShowMore>
      </div>
      <TypingIndicator conversation={conversation} lastOrdinal={newestFirst[0]?.ordinal ?? 0} />
      <ComposerOrNotice conversation={conversation} uid={uid} outbox={outbox} />
    </>
  );
}

interface ComposerOrNoticeProps {
  conversation: Conversation;
  uid: string;
  outbox: ReturnType<typeof useOutbox>;
}

/** The message form, or in a closed conversation with one person a notice if one of the two blocks the other. */
function ComposerOrNotice({ conversation, uid, outbox }: ComposerOrNoticeProps) {
  const composer = <Composer conversation={conversation} outbox={outbox} />;
  if (conversation.kind !== "direct" || conversation.open) return composer;
  const other = conversation.members.find((member) => member.uid !== uid);
  return other ? <BlockedNotice uid={other.uid} fallback={composer} /> : composer;
}

/** A live update fetches the messages again and cancels a page that is being loaded. */
const ATTEMPTS = 3;

interface NewerMessagesProps {
  isFetchingPreviousPage: boolean;
  fetchPreviousPage: () => Promise<{
    data: { pages: readonly unknown[] } | undefined;
    isError: boolean;
  }>;
  pageCount: number;
  onNewest: (() => void) | undefined;
}

/** Buttons that lead from a search hit to newer messages. */
function NewerMessages({
  isFetchingPreviousPage,
  fetchPreviousPage,
  pageCount,
  onNewest,
}: NewerMessagesProps) {
  const { t } = useLingui();
  const showNewer = async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { data, isError } = await fetchPreviousPage();
      if (isError || (data?.pages.length ?? 0) > pageCount) return;
    }
  };
  return (
    <div className="flex justify-center gap-2 pt-3">
      <Button
        variant="ghost"
        size="sm"
        busy={isFetchingPreviousPage}
        onClick={() => void showNewer()}
      >
        {t`Show newer messages`}
      </Button>
      <Button variant="line" size="sm" onClick={onNewest}>
        {t`Jump to latest`}
      </Button>
    </div>
  );
}

/** Opening a conversation marks it as read up to its newest message. */
function useMarkRead(
  conversation: Conversation | undefined,
  newest: Message | undefined,
  uid: string,
): void {
  const queries = useQueryClient();
  const readUpTo = conversation?.members.find((member) => member.uid === uid)?.readUpTo;
  const conversationId = conversation?.id;
  const newestId = newest?.id ?? "";
  const ordinal = newest?.ordinal ?? 0;
  useEffect(() => {
    if (conversationId === undefined || readUpTo === undefined || ordinal <= readUpTo)
      return undefined;
    const markRead = () => {
      if (document.visibilityState !== "visible") return;
      void reportRead(uid, conversationId, newestId).then((unreadCount) =>
        applyUnreadCount(queries, unreadCount),
      );
    };
    markRead();
    document.addEventListener("visibilitychange", markRead);
    return () => document.removeEventListener("visibilitychange", markRead);
  }, [queries, uid, conversationId, readUpTo, newestId, ordinal]);
}

/** Shows who is typing. */
function TypingIndicator({
  conversation,
  lastOrdinal,
}: {
  conversation: Conversation;
  lastOrdinal: number;
}) {
  const { t } = useLingui();
  const uids = useTypingMembers(conversation.id, lastOrdinal);
  const [firstUid, ...otherUids] = uids;
  const typingName = memberName(conversation, firstUid ?? null);
  const text = otherUids.length > 0 ? t`Several people are writing…` : t`${typingName} is writing…`;
  return (
    <p role="status" className="px-4 text-sm text-ink-2">
      {firstUid !== undefined && (
        <span className="flex items-center gap-2 pb-1.5">
          <span aria-hidden="true" className="flex gap-1">
            {[0, 1, 2].map((n) => (
              <span key={n} className="typing-dot size-1.5 rounded-full bg-ink-3" />
            ))}
          </span>
          {text}
        </span>
      )}
    </p>
  );
}
