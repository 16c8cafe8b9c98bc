import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { showBadge } from "#shared/badge.ts";
import { tellUnread } from "#shared/chat/chat-unread.ts";
import { isLineAway, onConnection } from "#shared/connection.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { conversations, markMessages, noteRead, unreadMessages } from "./chat.queries.ts";
import { sayWhatWasRead } from "./read-marks.ts";
import { useOutbox } from "./use-outbox.ts";

/**
 * What the chats do while nobody looks at them: tell how many messages are unread at each change, say that messages have
 * arrived on this device and what was read while that could not be said, and send what waits to be sent.
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
  useArrivals();
  useUnsaid();
  return null;
}

/** Also of muted conversations, which count as nothing unread. */
function useArrivals(): void {
  const { uid } = useUser();
  const { data } = useInfiniteQuery(conversations);
  useEffect(() => {
    for (const { id, members, lastMessage } of data?.pages[0]?.items ?? []) {
      const me = members.find((member) => member.uid === uid);
      if (!me || !lastMessage || lastMessage.senderUid === uid || me.deliveredUpTo >= lastMessage.ordinal) continue;
      // What is not said now is said with the next message, or by reading.
      void markMessages("delivered", id, lastMessage.id).catch(() => undefined);
    }
  }, [data, uid]);
}

function useUnsaid(): void {
  const { uid } = useUser();
  const queries = useQueryClient();
  useEffect(() => {
    const say = () => {
      if (!isLineAway()) void sayWhatWasRead(uid).then((said) => noteRead(queries, said));
    };
    say();
    return onConnection(say);
  }, [queries, uid]);
}
