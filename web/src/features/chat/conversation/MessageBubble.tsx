import type { Conversation, Message } from "@commonlane/contract/chat";
import { splitLinks } from "@commonlane/contract/contact-details/contact-details";
import type { Place } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { Icon } from "#shared/ui/Icon.tsx";
import { userTimeZone } from "#shared/formatting/user-time-zone.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { formatTime } from "#shared/formatting/format.ts";
import { formatContactKinds } from "#shared/masking/contact-kinds-text.ts";
import { memberName } from "../chat-text.ts";

const PlaceMapDialog = lazyScreen(() => import("./PlaceMapDialog.tsx"), "PlaceMapDialog");

interface MessageBubbleProps {
  message: Message;
  conversation: Conversation;
  mine: boolean;
  /** Says who wrote it, where there are several. */
  showSender: boolean;
  /** How far it got, under the last one of mine. */
  state: "sent" | "delivered" | "read" | undefined;
  /** It is the one that was looked for. */
  isSearchHit: boolean;
}

/** One message, with what there is to say about it. */
export function MessageBubble({ message, conversation, mine, showSender, state, isSearchHit }: MessageBubbleProps) {
  const { t } = useLingui();
  const { text, place, hidden, asksForPayment, sentAt, senderUid } = message;
  const states = { sent: t`Sent`, delivered: t`Delivered`, read: t`Read` };
  return (
    <li
      ref={isSearchHit ? scrollToCenter : undefined}
      aria-current={isSearchHit ? "true" : undefined}
      className={`grid max-w-[85%] gap-1 ${isSearchHit ? "rounded-lg outline-2 outline-offset-2 outline-brand" : ""} ${mine ? "justify-self-end justify-items-end" : "justify-self-start"}`}
    >
      {showSender && !mine && (
        <p className="ps-1 text-sm font-semibold text-ink-2">{memberName(conversation, senderUid)}</p>
      )}
      <div className={`rounded-lg px-3.5 py-2 ${mine ? "bg-brand-soft text-brand-ink" : "bg-sunken"}`}>
        <span className="sr-only">{mine ? t`You:` : `${memberName(conversation, senderUid)}:`} </span>
        {place && <SentPlace place={place} />}
        {text && <MessageText text={text} />}
        {!text && !place && <p className="text-ink-3 italic">{t`Deleted with the account`}</p>}
        <span className="num block text-end text-xs opacity-80">
          {formatTime(sentAt, userTimeZone())}
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
            ? t`The other side does not see ${formatContactKinds(hidden)} until a seat is accepted.`
            : t`Hidden: ${formatContactKinds(hidden)}. They show once a seat is accepted.`}
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

const scrollToCenter = (element: HTMLElement | null): void => element?.scrollIntoView({ block: "center" });

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
          <PlaceMapDialog place={place} onClose={() => show(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** The words, with links marked: they leave the app, and learn nothing of it. */
function MessageText({ text }: { text: string }) {
  const { t } = useLingui();
  return (
    <p className="wrap-anywhere whitespace-pre-wrap">
      {splitLinks(text).map(({ text: segmentText, href }, n) =>
        href === undefined ? (
          segmentText
        ) : (
          <a
            // The pieces of one text never change places.
            key={n}
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="underline underline-offset-4"
          >
            {segmentText}
            <Icon name="external" className="ms-0.5 inline size-4" />
            <span className="sr-only"> {t`(opens another site)`}</span>
          </a>
        ),
      )}
    </p>
  );
}
