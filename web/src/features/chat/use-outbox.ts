import { chat } from "@commonlane/contract/chat";
import { endpointKey } from "#shared/api/query-keys.ts";
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

/** The shared outbox. It sends for as long as any component uses this hook. */
export function useOutbox(): Outbox {
  const { uid } = useUser();
  const ownOutbox = getSharedOutbox(uid, useQueryClient());
  useEffect(() => retain(ownOutbox), [ownOutbox]);
  return ownOutbox.outbox;
}

/** One outbox per page, created by its first user. */
function getSharedOutbox(uid: string, queries: QueryClient): SharedOutbox {
  if (shared?.uid === uid) return shared;
  shared?.outbox.close();
  const onSent = ({ conversationId }: UnsentMessage) =>
    queries.invalidateQueries({
      queryKey: endpointKey(chat.messages, { params: { conversationId } }),
    });
  return (shared = {
    uid,
    outbox: new Outbox({
      uid,
      send: sendMessage,
      onSent,
    }),
    users: 0,
  });
}

function retain(ownOutbox: SharedOutbox): () => void {
  ownOutbox.users++;
  return () => {
    if (--ownOutbox.users > 0) return;
    ownOutbox.outbox.close();
    if (shared === ownOutbox) shared = undefined;
  };
}

/** Unsent messages of one conversation, updated live. */
export function useUnsent(outbox: Outbox, conversationId: string): UnsentMessage[] {
  const unsent = useSyncExternalStore(outbox.subscribe, () => outbox.unsent);
  return unsent.filter((message) => message.conversationId === conversationId);
}
