import type { Conversation, Message } from "@commonlane/contract/chat";
import { piecesOf } from "@commonlane/contract/contact-details";
import type { Place } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { Icon } from "#shared/ui/Icon.tsx";
import { ownTimeZone } from "#shared/wording/own-time-zone.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { timeText } from "#shared/wording/wording.ts";
import { hiddenText } from "#shared/words/hidden-text.ts";
import { personIn } from "./chat-wording.ts";

const PlaceOnMap = lazyScreen(() => import("./PlaceOnMap.tsx"), "PlaceOnMap");

interface BubbleProps {
  message: Message;
  conversation: Conversation;
  mine: boolean;
  /** Says who wrote it, where there are several. */
  named: boolean;
  /** How far it got, under the last one of mine. */
  state: "sent" | "delivered" | "read" | undefined;
  /** It is the one that was looked for. */
  found: boolean;
}

/** One message, with what there is to say about it. */
export function MessageBubble({ message, conversation, mine, named, state, found }: BubbleProps) {
  const { t } = useLingui();
  const { text, place, hidden, asksForPayment, sentAt, senderUid } = message;
  const states = { sent: t`Sent`, delivered: t`Delivered`, read: t`Read` };
  return (
    <li
      ref={found ? bringIntoSight : undefined}
      aria-current={found ? "true" : undefined}
      className={`grid max-w-[85%] gap-1 ${found ? "rounded-lg outline-2 outline-offset-2 outline-brand" : ""} ${mine ? "justify-self-end justify-items-end" : "justify-self-start"}`}
    >
      {named && !mine && <p className="ps-1 text-sm font-semibold text-ink-2">{personIn(conversation, senderUid)}</p>}
      <div className={`rounded-lg px-3.5 py-2 ${mine ? "bg-brand-soft text-brand-ink" : "bg-sunken"}`}>
        <span className="sr-only">{mine ? t`You:` : `${personIn(conversation, senderUid)}:`} </span>
        {place && <SentPlace place={place} />}
        {text && <Said text={text} />}
        {!text && !place && <p className="text-ink-3 italic">{t`Deleted with the account`}</p>}
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

const bringIntoSight = (element: HTMLElement | null): void => element?.scrollIntoView({ block: "center" });

/** Where it is, with the way to the map. */
function SentPlace({ place }: { place: Place }) {
  const { t } = useLingui();
  const [shown, show] = useState(false);
  return (
    <div className="flex items-start gap-2">
      <Icon name="pin" className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{place.label}</p>
        <button
          type="button"
          onClick={() => show(true)}
          className="min-h-6 text-sm underline underline-offset-4"
        >{t`Show on the map`}</button>
      </div>
      {shown && (
        <Suspense>
          <PlaceOnMap place={place} onClose={() => show(false)} />
        </Suspense>
      )}
    </div>
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
