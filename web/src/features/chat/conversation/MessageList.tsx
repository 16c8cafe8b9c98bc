import type { Conversation, Message } from "@commonlane/contract/chat";
import { useLingui } from "@lingui/react/macro";
import { Fragment } from "react";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { dayHeading, noteText, otherMembers } from "../chat-text.ts";
import { MessageBubble } from "./MessageBubble.tsx";
import type { Outbox, UnsentMessage } from "../outbox.ts";
import { UnsentBubble } from "./UnsentBubble.tsx";

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
