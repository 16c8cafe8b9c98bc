import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { sendMessage } from "./chat.queries.ts";
import { Outbox, type UnsentMessage } from "./outbox.ts";

interface SharedOutbox {
  readonly uid: string;
  readonly outbox: Outbox;
  users: number;
}
let shared: SharedOutbox | undefined;

/** The messages that wait to be sent; they are sent for as long as any part of the page asks for this. */
export function useOutbox(): Outbox {
  const { uid } = useUser();
  const ownOutbox = getSharedOutbox(uid, useQueryClient());
  useEffect(() => retain(ownOutbox), [ownOutbox]);
  return ownOutbox.outbox;
}

/** One for the whole page, whoever asks first. */
function getSharedOutbox(uid: string, queries: QueryClient): SharedOutbox {
  if (shared?.uid === uid) return shared;
  shared?.outbox.close();
  const sent = ({ conversationId }: UnsentMessage) =>
    queries.invalidateQueries({ queryKey: ["chat", "messages", conversationId] });
  return (shared = { uid, outbox: new Outbox({ uid, send: sendMessage, sent }), users: 0 });
}

function retain(ownOutbox: SharedOutbox): () => void {
  ownOutbox.users++;
  return () => {
    if (--ownOutbox.users > 0) return;
    ownOutbox.outbox.close();
    if (shared === ownOutbox) shared = undefined;
  };
}

/** What of it belongs to one conversation, as it changes. */
export function useUnsent(outbox: Outbox, conversationId: string): UnsentMessage[] {
  const unsent = useSyncExternalStore(outbox.subscribe, () => outbox.waiting);
  return unsent.filter((message) => message.conversationId === conversationId);
}
