import type { Conversation, Message } from "@commonlane/contract/chat";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQueries } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { formatUnreadCount } from "#shared/chat/unread-count.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { Skeleton, SkeletonCards } from "#shared/ui/Skeleton.tsx";
import {
  conversationSubtitle,
  messagePreview,
  conversationTitle,
  otherMembers,
  sentAtText,
} from "../chat-text.ts";
import { conversation, conversations, searchMessages } from "../chat.queries.ts";

interface ConversationListProps {
  onChoose: (choice: { conversationId: string; around?: number }) => void;
}

/** The user's conversations, most recent first, and a search of names and messages. */
export function ConversationList({ onChoose }: ConversationListProps) {
  const { t } = useLingui();
  const { uid } = useUser();
  const [searchText, setSearchText] = useState("");
  const list = useInfiniteQuery(conversations);
  const conversationsLoaded = list.data?.pages.flatMap(({ items }) => items);
  if (!conversationsLoaded && list.error) {
    return (
      <ErrorState
        message={t`Couldn't load your chats. Check your connection and try again.`}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    );
  }
  if (!conversationsLoaded) return <SkeletonCards />;
  if (conversationsLoaded.length === 0) {
    return (
      <EmptyState title={t`No chats yet`}>
        {t`Message a host from their ride, or reply to someone who requests a seat. Everyone on a ride shares a group chat.`}
      </EmptyState>
    );
  }
  const matching = conversationsLoaded.filter((conversation) =>
    matchesSearch(conversation, uid, searchText),
  );
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <TextField
        label={t`Search chats`}
        hideLabel
        type="search"
        placeholder={t`Search people and messages`}
        maxLength={100}
        {...bindText(searchText, setSearchText)}
        className="px-4 py-3"
      />
      <ul aria-label={t`Conversations`}>
        {matching.map((conversation) => (
          <li key={conversation.id}>
            <ConversationRow conversation={conversation} uid={uid} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      <ShowMore
        query={list}
        variant="ghost"
        className="justify-items-center p-3"
      >{t`Show older chats`}</ShowMore>
      {searchText.trim().length > 1 && (
        <MessageSearchResults
          searchText={searchText.trim()}
          knownConversations={conversationsLoaded}
          uid={uid}
          onChoose={onChoose}
        />
      )}
    </div>
  );
}

function matchesSearch(conversation: Conversation, uid: string, searchText: string) {
  return `${conversationTitle(conversation, uid)} ${conversationSubtitle(conversation) ?? ""}`
    .toLowerCase()
    .includes(searchText.trim().toLowerCase());
}

interface ConversationRowProps extends ConversationListProps {
  conversation: Conversation;
  uid: string;
}

function ConversationRow({ conversation, uid, onChoose }: ConversationRowProps) {
  const { t } = useLingui();
  const { id, lastMessage, unread, muted } = conversation;
  const others = otherMembers(conversation, uid);
  const otherMember = others.length === 1 ? others[0] : undefined;
  const subtitle = conversationSubtitle(conversation);
  const preview = lastMessage
    ? messagePreview(lastMessage, conversation, uid)
    : { text: t`No messages yet` };
  return (
    <button
      type="button"
      onClick={() => onChoose({ conversationId: id })}
      className="flex w-full items-center gap-3 px-4 py-3 text-start hover:bg-sunken"
    >
      {otherMember ? (
        <Avatar
          uid={otherMember.uid}
          name={otherMember.displayName}
          initials={otherMember.initials}
          photo={otherMember.photo}
        />
      ) : (
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-brand-soft text-brand-ink">
          <Icon name="users" className="size-6" />
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-semibold">
            {conversationTitle(conversation, uid)}
          </span>
          {lastMessage && (
            <span className="num shrink-0 text-sm text-ink-3">
              {sentAtText(lastMessage.sentAt)}
            </span>
          )}
        </span>
        {subtitle && <span className="block truncate text-sm text-ink-3">{subtitle}</span>}
        <span className="flex items-center gap-2">
          <span
            className={`flex min-w-0 flex-1 text-sm ${unread > 0 ? "font-semibold" : "text-ink-2"}`}
          >
            {preview.sender && <span className="shrink-0 whitespace-pre">{preview.sender}: </span>}
            <span dir="auto" className="min-w-0 flex-1 truncate rtl:text-right">
              {preview.text}
            </span>
          </span>
          {muted && <span className="text-sm text-ink-3">{t`muted`}</span>}
          {unread > 0 && (
            <span className="num min-w-5 rounded-full bg-bad px-1.5 text-center text-[12px] leading-5 text-surface">
              {formatUnreadCount(unread)}
              <span className="sr-only"> {t`unread`}</span>
            </span>
          )}
        </span>
      </span>
    </button>
  );
}

interface MessageSearchResultsProps {
  searchText: string;
  /** Conversations that are already loaded; those of other hits are loaded here. */
  knownConversations: readonly Conversation[];
  uid: string;
  onChoose: (choice: { conversationId: string; around: number }) => void;
}

/** Messages that contain the search text, newest first. */
function MessageSearchResults({
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
