import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { sendMessage } from "./chat.queries.ts";
import { Outbox } from "./outbox.ts";

let outbox: { readonly uid: string; readonly box: Outbox; users: number } | undefined;

/** The messages that wait to be sent; they are sent for as long as any part of the page asks for this. */
export function useOutbox(): Outbox {
  const { uid } = useUser();
  const queries = useQueryClient();
  if (outbox?.uid !== uid) {
    outbox?.box.close();
    const sent = ({ conversationId }: { conversationId: string }) =>
      queries.invalidateQueries({ queryKey: ["chat", "messages", conversationId] });
    outbox = { uid, box: new Outbox({ uid, send: sendMessage, sent }), users: 0 };
  }
  const mine = outbox;
  useEffect(() => {
    mine.users++;
    return () => {
      if (--mine.users > 0) return;
      mine.box.close();
      if (outbox === mine) outbox = undefined;
    };
  }, [mine]);
  return mine.box;
}

/** What of it belongs to one conversation, as it changes. */
export function useUnsent(box: Outbox, conversationId: string) {
  const waiting = useSyncExternalStore(box.subscribe, () => box.waiting);
  return waiting.filter((message) => message.conversationId === conversationId);
}
