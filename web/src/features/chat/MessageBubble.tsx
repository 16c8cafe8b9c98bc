import type { Conversation, Message } from "@commonlane/contract/chat";
import { piecesOf } from "@commonlane/contract/contact-details";
import { useLingui } from "@lingui/react/macro";
import { Icon } from "#shared/ui/Icon.tsx";
import { ownTimeZone } from "#shared/wording/own-time-zone.ts";
import { timeText } from "#shared/wording/wording.ts";
import { hiddenText, personIn } from "./chat-wording.ts";

interface BubbleProps {
  message: Message;
  conversation: Conversation;
  mine: boolean;
  /** Says who wrote it, where there are several. */
  named: boolean;
  /** How far it got, under the last one of mine. */
  state: "sent" | "delivered" | "read" | undefined;
}

/** One message, with what there is to say about it. */
export function MessageBubble({ message, conversation, mine, named, state }: BubbleProps) {
  const { t } = useLingui();
  const { text, place, hidden, asksForPayment, sentAt, senderUid } = message;
  const states = { sent: t`Sent`, delivered: t`Delivered`, read: t`Read` };
  return (
    <li className={`grid max-w-[85%] gap-1 ${mine ? "justify-self-end justify-items-end" : "justify-self-start"}`}>
      {named && !mine && <p className="ps-1 text-sm font-semibold text-ink-2">{personIn(conversation, senderUid)}</p>}
      <div className={`rounded-lg px-3.5 py-2 ${mine ? "bg-brand-soft text-brand-ink" : "bg-sunken"}`}>
        <span className="sr-only">{mine ? t`You:` : `${personIn(conversation, senderUid)}:`} </span>
        {place && (
          <p className="flex items-start gap-2 font-semibold">
            <Icon name="pin" className="mt-0.5 shrink-0" />
            <a href={`geo:${place.lat},${place.lng}`} className="wrap-anywhere underline underline-offset-4">
              {place.label}
            </a>
          </p>
        )}
        {text && <Said text={text} />}
        <span className="num block text-end text-xs opacity-80">
          {timeText(sentAt, ownTimeZone())}
          {state && (
            <>
              <span aria-hidden="true"> · </span>
              <span className="ms-0.5">{states[state]}</span>
            </>
          )}
        </span>
      </div>
      {hidden.length > 0 && (
        <p className="flex gap-1.5 text-sm text-ink-2">
          <Icon name="eye-off" className="mt-0.5 size-4 shrink-0" />
          {mine
            ? t`The other side does not see ${hiddenText(hidden)} until a seat is accepted.`
            : t`Hidden: ${hiddenText(hidden)}. They show once a seat is accepted.`}
        </p>
      )}
      {asksForPayment && (
        <p className="flex gap-1.5 text-sm font-medium text-warn">
          <Icon name="alert" className="mt-0.5 size-4 shrink-0" />
          {t`Careful: no ride is paid for by a link or ahead of time. Share the costs when you meet.`}
        </p>
      )}
    </li>
  );
}

/** The words, with links marked: they leave the app, and learn nothing of it. */
function Said({ text }: { text: string }) {
  const { t } = useLingui();
  return (
    <p className="wrap-anywhere whitespace-pre-wrap">
      {piecesOf(text).map(({ text: piece, href }, n) =>
        href === undefined ? (
          piece
        ) : (
          <a
            // The pieces of one text never change places.
            key={n}
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="underline underline-offset-4"
          >
            {piece}
            <Icon name="external" className="ms-0.5 inline size-4" />
            <span className="sr-only"> {t`(opens another site)`}</span>
          </a>
        ),
      )}
    </p>
  );
}
