import { chat, TYPING_TIMEOUT_MS, TYPING_INTERVAL_MS } from "@commonlane/contract/chat";
import { useEffect, useRef, useState } from "react";
import { call } from "#shared/api/api-client.ts";
import { connectionStatus } from "#shared/connection/connection-status.ts";
import { onEphemeralEvent } from "#shared/live/ephemeral-events.ts";

/** Members who are typing now. A new message (`lastOrdinal`) ends the typing of its sender. */
export function useTypingMembers(conversationId: string, lastOrdinal: number): readonly string[] {
  const [typing, setTyping] = useState<{
    uids: readonly string[];
    at: number;
  }>({
    uids: [],
    at: lastOrdinal,
  });
  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const removeTyping = (uid: string) =>
      setTyping(({ uids, at }) => ({
        uids: uids.filter((typingUid) => typingUid !== uid),
        at,
      }));
    const stop = onEphemeralEvent((event) => {
      if (event.type !== "chat.typing" || event.conversationId !== conversationId) return;
      clearTimeout(timers.get(event.uid));
      timers.set(event.uid, setTimeout(removeTyping, TYPING_TIMEOUT_MS, event.uid));
      setTyping(({ uids, at }) => ({
        uids: [...(at === lastOrdinal ? uids.filter((uid) => uid !== event.uid) : []), event.uid],
        at: lastOrdinal,
      }));
    });
    return () => {
      stop();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [conversationId, lastOrdinal]);
  return typing.at === lastOrdinal ? typing.uids : [];
}

/** Reports that the user is typing, at most every few seconds and only while connected. Delivery is not guaranteed. */
export function useSendTyping(conversationId: string): () => void {
  const sentAt = useRef(0);
  return () => {
    if (Date.now() - sentAt.current < TYPING_INTERVAL_MS || connectionStatus() !== "online") return;
    sentAt.current = Date.now();
    call(chat.typing, { params: { conversationId } }).catch(() => undefined);
  };
}
