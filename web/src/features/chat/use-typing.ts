import { chat, TYPING_HOLDS_MS, TYPING_TOLD_EVERY_MS } from "@commonlane/contract/chat";
import { useEffect, useRef, useState } from "react";
import { call } from "#shared/api.ts";
import { connection } from "#shared/connection.ts";
import { onPassing } from "#shared/live/passing.ts";

/** Who writes in a conversation at this moment; `written` is how much was said so far, which ends the writing. */
export function useWhoTypes(conversationId: string, written: number): readonly string[] {
  const [typing, setTyping] = useState<{ uids: readonly string[]; at: number }>({ uids: [], at: written });
  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const without = (uid: string) => setTyping(({ uids, at }) => ({ uids: uids.filter((other) => other !== uid), at }));
    const stop = onPassing((news) => {
      if (news.type !== "chat.typing" || news.conversationId !== conversationId) return;
      clearTimeout(timers.get(news.uid));
      timers.set(news.uid, setTimeout(without, TYPING_HOLDS_MS, news.uid));
      setTyping(({ uids, at }) => ({
        uids: [...(at === written ? uids.filter((uid) => uid !== news.uid) : []), news.uid],
        at: written,
      }));
    });
    return () => {
      stop();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [conversationId, written]);
  return typing.at === written ? typing.uids : [];
}

/** Says that one is writing, at most every few seconds and only where there is a line; whether it arrives matters little. */
export function useTellTyping(conversationId: string): () => void {
  const toldAt = useRef(0);
  return () => {
    if (Date.now() - toldAt.current < TYPING_TOLD_EVERY_MS || connection() !== "online") return;
    toldAt.current = Date.now();
    call(chat.typing, { params: { conversationId } }).catch(() => undefined);
  };
}
