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
 * What the chats do while nobody looks at them: tell how many messages are unread at each change, say that messages have
 * arrived on this device and what was read while that could not be said, and send what waits to be sent.
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

/** Also of muted conversations, which count as nothing unread. */
function useMarkDelivered(): void {
  const { uid } = useUser();
  const { data } = useInfiniteQuery(conversations);
  useEffect(() => {
    for (const { id, members, lastMessage } of data?.pages[0]?.items ?? []) {
      const ownMember = members.find((member) => member.uid === uid);
      if (!ownMember || !lastMessage || lastMessage.senderUid === uid || ownMember.deliveredUpTo >= lastMessage.ordinal)
        continue;
      // What is not said now is said with the next message, or by reading.
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
