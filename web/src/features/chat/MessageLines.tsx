import type { Conversation, Message } from "@commonlane/contract/chat";
import { useLingui } from "@lingui/react/macro";
import { Fragment } from "react";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { dayName, noteText, othersIn } from "./chat-wording.ts";
import { MessageBubble } from "./MessageBubble.tsx";
import type { Outbox, Unsent } from "./outbox.ts";
import { UnsentBubble } from "./UnsentBubble.tsx";

interface LinesProps {
  /** Oldest first. */
  messages: readonly Message[];
  unsent: readonly Unsent[];
  box: Outbox;
  conversation: Conversation;
  uid: string;
  /** The ordinal that was looked for. */
  found: number | undefined;
}

/** What was said, day by day, then what waits to be sent. */
export function MessageLines({ messages, unsent, box, conversation, uid, found }: LinesProps) {
  const { t } = useLingui();
  if (messages.length + unsent.length === 0) {
    return (
      <EmptyState title={t`Say hello`}>
        {t`Settle where to meet and what to bring. Phone numbers, e-mail addresses and links show once a seat is accepted.`}
      </EmptyState>
    );
  }
  const lastOwn = messages.findLast(({ senderUid, kind }) => senderUid === uid && kind !== "note");
  return (
    <ol className="grid gap-1.5">
      {messages.map((message, n) => {
        const day = dayName(message.sentAt);
        const before = messages[n - 1];
        const newDay = !before || dayName(before.sentAt) !== day;
        return (
          <Fragment key={message.id}>
            {newDay && <Mark>{day}</Mark>}
            {message.kind === "note" ? (
              <Mark>{noteText(message, conversation, uid)}</Mark>
            ) : (
              <MessageBubble
                message={message}
                conversation={conversation}
                mine={message.senderUid === uid}
                named={conversation.kind === "ride" && (newDay || before?.senderUid !== message.senderUid)}
                found={message.ordinal === found}
                state={message === lastOwn ? stateOf(message, conversation, uid) : undefined}
              />
            )}
          </Fragment>
        );
      })}
      {unsent.map((message) => (
        <UnsentBubble key={message.clientId} message={message} box={box} />
      ))}
    </ol>
  );
}

const Mark = ({ children }: { children: string }) => (
  <li className="my-2 text-center text-sm text-ink-3">{children}</li>
);

/** How far the others are with a message of mine: the one who is furthest back counts. */
function stateOf(message: Message, conversation: Conversation, uid: string): "sent" | "delivered" | "read" {
  const others = othersIn(conversation, uid).filter(({ left }) => !left);
  const all = (is: (up: { readUpTo: number; deliveredUpTo: number }) => number) =>
    others.length > 0 && others.every((member) => is(member) >= message.ordinal);
  if (all(({ readUpTo }) => readUpTo)) return "read";
  return all(({ deliveredUpTo }) => deliveredUpTo) ? "delivered" : "sent";
}
