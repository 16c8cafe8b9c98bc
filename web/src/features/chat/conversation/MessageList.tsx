import type { Conversation, Message } from "@commonlane/contract/chat";
import { useLingui } from "@lingui/react/macro";
import { Fragment, useSyncExternalStore } from "react";
import { connectionStatus, onConnectionChange } from "#shared/connection/connection-status.ts";
import { Button } from "#shared/ui/Button.tsx";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { dayHeading, noteText, otherMembers } from "../chat-text.ts";
import { MessageBubble } from "./MessageBubble.tsx";
import type { Outbox, UnsentMessage } from "../outbox.ts";

interface MessageListProps {
  /** Oldest first. */
  messages: readonly Message[];
  unsent: readonly UnsentMessage[];
  outbox: Outbox;
  conversation: Conversation;
  uid: string;
  /** Ordinal of the message the user searched for. */
  searchHitOrdinal: number | undefined;
}

/** Messages by day, followed by unsent ones. */
export function MessageList({
  messages,
  unsent,
  outbox,
  conversation,
  uid,
  searchHitOrdinal,
}: MessageListProps) {
  const { t } = useLingui();
  if (messages.length + unsent.length === 0) {
    return (
      <EmptyState title={t`Say hello`}>
        {t`Agree on where to meet and what to bring. Phone numbers, e-mail addresses and links stay hidden until a seat is accepted.`}
      </EmptyState>
    );
  }
  const lastOwn = messages.findLast(({ senderUid, kind }) => senderUid === uid && kind !== "note");
  return (
    <ol className="grid gap-1.5">
      {messages.map((message, n) => {
        const day = dayHeading(message.sentAt);
        const previous = messages[n - 1];
        const newDay = !previous || dayHeading(previous.sentAt) !== day;
        return (
          <Fragment key={message.id}>
            {newDay && <Divider>{day}</Divider>}
            {message.kind === "note" ? (
              <Divider>{noteText(message, conversation, uid)}</Divider>
            ) : (
              <MessageBubble
                message={message}
                conversation={conversation}
                mine={message.senderUid === uid}
                showSender={
                  conversation.kind === "ride" &&
                  (newDay || previous?.senderUid !== message.senderUid)
                }
                isSearchHit={message.ordinal === searchHitOrdinal}
                state={
                  message === lastOwn ? getDeliveryState(message, conversation, uid) : undefined
                }
              />
            )}
          </Fragment>
        );
      })}
      {unsent.map((message) => (
        <UnsentBubble key={message.clientId} message={message} outbox={outbox} />
      ))}
    </ol>
  );
}

const Divider = ({ children }: { children: string }) => (
  <li className="my-2 text-center text-sm text-ink-3">{children}</li>
);

/** Delivery state of my message: that of the member who is furthest behind. */
function getDeliveryState(
  message: Message,
  conversation: Conversation,
  uid: string,
): "sent" | "delivered" | "read" {
  const recipients = otherMembers(conversation, uid).filter(({ left }) => !left);
  const reachedAll = (ordinalOf: (marks: { readUpTo: number; deliveredUpTo: number }) => number) =>
    recipients.length > 0 && recipients.every((member) => ordinalOf(member) >= message.ordinal);
  if (reachedAll(({ readUpTo }) => readUpTo)) return "read";
  return reachedAll(({ deliveredUpTo }) => deliveredUpTo) ? "delivered" : "sent";
}

/** A message that is being sent, could not be sent yet, or was refused by the server. */
function UnsentBubble({ message, outbox }: { message: UnsentMessage; outbox: Outbox }) {
  const { t } = useLingui();
  const isOffline = useSyncExternalStore(onConnectionChange, connectionStatus) === "offline";
  const { clientId, text, place, refusedReason } = message;
  const isRefused = refusedReason !== undefined;
  const canRetry = isRefused || (message.hasFailed === true && !isOffline);
  const stateText = () => {
    if (isRefused) return t`Not sent`;
    if (isOffline) return t`Waiting for connection`;
    return message.hasFailed ? t`Not sent yet. Trying again…` : t`Sending…`;
  };
  return (
    <li className="grid max-w-[85%] justify-items-end gap-1 justify-self-end">
      <div className="rounded-lg border border-dashed border-edge px-3.5 py-2">
        <span className="sr-only">{t`You:`} </span>
        {place && <p className="font-semibold wrap-anywhere">{place.label}</p>}
        {text && <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>}
        <span className="block text-end text-xs text-ink-2">{stateText()}</span>
      </div>
      {isRefused && (
        <p role="alert" className="text-sm text-bad">
          {refusedReason}
        </p>
      )}
      {canRetry && (
        <div className="flex gap-2">
          <Button variant="ghost" size="sm" onClick={() => outbox.drop(clientId)}>
            {t`Discard`}
          </Button>
          <Button variant="line" size="sm" icon="refresh" onClick={() => outbox.retry(clientId)}>
            {t`Send again`}
          </Button>
        </div>
      )}
    </li>
  );
}
