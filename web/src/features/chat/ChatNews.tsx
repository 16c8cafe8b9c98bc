import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { showBadge } from "#shared/badge.ts";
import { tellUnread } from "#shared/chat/chat-unread.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { conversations, markMessages, unreadMessages } from "./chat.queries.ts";
import { useOutbox } from "./use-outbox.ts";

/**
 * What the chats do while nobody looks at them: tell how many messages are unread at each change, say that messages have
 * arrived on this device, and send what waits to be sent.
 */
export function ChatNews() {
  const unread = useQuery(unreadMessages);
  const count = unread.data?.count;
  const told = useRef(0);
  useEffect(() => {
    if (count === undefined || count === told.current) return;
    tellUnread((told.current = count));
  }, [count]);
  useEffect(() => {
    if (count === undefined) return undefined;
    showBadge("messages", count);
    return () => showBadge("messages", 0);
  }, [count]);
  useOutbox();
  useArrivals(Boolean(count));
  return null;
}

function useArrivals(some: boolean): void {
  const { uid } = useUser();
  const { data } = useInfiniteQuery({ ...conversations, enabled: some });
  useEffect(() => {
    for (const { id, members, lastMessage } of data?.pages[0]?.items ?? []) {
      const me = members.find((member) => member.uid === uid);
      if (!me || !lastMessage || lastMessage.senderUid === uid || me.deliveredUpTo >= lastMessage.ordinal) continue;
      // What is not said now is said with the next message, or by reading.
      void markMessages("delivered", id, lastMessage.id).catch(() => undefined);
    }
  }, [data, uid]);
}
