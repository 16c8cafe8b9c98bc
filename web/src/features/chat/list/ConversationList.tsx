import type { Conversation } from "@commonlane/contract/chat";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatUnreadCount } from "#shared/chat/unread-count.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import {
  conversationSubtitle,
  messagePreview,
  conversationTitle,
  otherMembers,
  sentAtText,
} from "../chat-text.ts";
import { conversations } from "../chat.queries.ts";
import { MessageSearchResults } from "./MessageSearchResults.tsx";

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
