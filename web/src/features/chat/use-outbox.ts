import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { sendMessage } from "./chat.queries.ts";
import { Outbox, type Unsent } from "./outbox.ts";

interface Held {
  readonly uid: string;
  readonly box: Outbox;
  users: number;
}
let held: Held | undefined;

/** The messages that wait to be sent; they are sent for as long as any part of the page asks for this. */
export function useOutbox(): Outbox {
  const { uid } = useUser();
  const mine = outboxOf(uid, useQueryClient());
  useEffect(() => hold(mine), [mine]);
  return mine.box;
}

/** One for the whole page, whoever asks first. */
function outboxOf(uid: string, queries: QueryClient): Held {
  if (held?.uid === uid) return held;
  held?.box.close();
  const sent = ({ conversationId }: Unsent) =>
    queries.invalidateQueries({ queryKey: ["chat", "messages", conversationId] });
  return (held = { uid, box: new Outbox({ uid, send: sendMessage, sent }), users: 0 });
}

function hold(mine: Held): () => void {
  mine.users++;
  return () => {
    if (--mine.users > 0) return;
    mine.box.close();
    if (held === mine) held = undefined;
  };
}

/** What of it belongs to one conversation, as it changes. */
export function useUnsent(box: Outbox, conversationId: string): Unsent[] {
  const waiting = useSyncExternalStore(box.subscribe, () => box.waiting);
  return waiting.filter((message) => message.conversationId === conversationId);
}
