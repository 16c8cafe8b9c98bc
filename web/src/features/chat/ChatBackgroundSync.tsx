import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { updateAppBadge } from "#shared/app-badge.ts";
import { publishUnreadCount } from "#shared/chat/unread-count.ts";
import { isLiveConnectionLost, onConnectionChange } from "#shared/connection/connection-status.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { conversations, markMessages, applyUnreadCount, unreadMessages } from "./chat.queries.ts";
import { reportPendingReads } from "./read-marks.ts";
import { useOutbox } from "./use-outbox.ts";

/**
 * Chat work that runs while no chat is open: reports unread counts, marks messages as delivered, sends read marks that
 * could not be sent earlier, and sends the outbox.
 */
export function ChatBackgroundSync() {
  const unread = useQuery(unreadMessages);
  const count = unread.data?.count;
  const publishedCount = useRef(0);
  useEffect(() => {
    if (count === undefined || count === publishedCount.current) return;
    publishUnreadCount((publishedCount.current = count));
  }, [count]);
  useEffect(() => {
    if (count === undefined) return undefined;
    updateAppBadge("messages", count);
    return () => updateAppBadge("messages", 0);
  }, [count]);
  useOutbox();
  useMarkDelivered();
  useSendPendingReads();
  return null;
}

/** Includes muted conversations, which add nothing to the unread count. */
function useMarkDelivered(): void {
  const { uid } = useUser();
  const { data } = useInfiniteQuery(conversations);
  useEffect(() => {
    for (const { id, members, lastMessage } of data?.pages[0]?.items ?? []) {
      const ownMember = members.find((member) => member.uid === uid);
      if (
        !ownMember ||
        !lastMessage ||
        lastMessage.senderUid === uid ||
        ownMember.deliveredUpTo >= lastMessage.ordinal
      )
        continue;
      // A failed mark is covered by the next message or by reading.
      void markMessages("delivered", id, lastMessage.id).catch(() => undefined);
    }
  }, [data, uid]);
}

function useSendPendingReads(): void {
  const { uid } = useUser();
  const queries = useQueryClient();
  useEffect(() => {
    const sendPendingReads = () => {
      if (!isLiveConnectionLost())
        void reportPendingReads(uid).then((unreadCount) => applyUnreadCount(queries, unreadCount));
    };
    sendPendingReads();
    return onConnectionChange(sendPendingReads);
  }, [queries, uid]);
}
