import type { Conversation, Message } from "@commonlane/contract/chat";
import { splitLinks } from "@commonlane/contract/contact-details/contact-details";
import type { Place } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { Icon } from "#shared/ui/Icon.tsx";
import { userTimeZone } from "#shared/formatting/user-time-zone.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { formatTime } from "#shared/formatting/format.ts";
import { MemberAvatar } from "../MemberAvatar.tsx";
import { memberName } from "../chat-text.ts";
import { formatContactKinds } from "#shared/masking/use-masked-details.ts";

const PlaceMapDialog = lazyScreen(() => import("./PlaceMapDialog.tsx"), "PlaceMapDialog");

interface MessageBubbleProps {
  message: Message;
  conversation: Conversation;
  mine: boolean;
  /** Shows the sender's name, in conversations with several people. */
  showSender: boolean;
  /** Delivery state, below my latest message. */
  state: "sent" | "delivered" | "read" | undefined;
  /** True if the user searched for this message. */
  isSearchHit: boolean;
}

/** One message with its sender, time and delivery state. */
export function MessageBubble({
  message,
  conversation,
  mine,
  showSender,
  state,
  isSearchHit,
}: MessageBubbleProps) {
  const { t } = useLingui();
  const { text, place, hidden, asksForPayment, sentAt, senderUid } = message;
  const sender = conversation.members.find(({ uid }) => uid === senderUid);
  const states = {
    sent: t({
      comment: "Status of a message.",
      message: "Sent",
    }),
    delivered: t({
      comment: "Status of a message.",
      message: "Delivered",
    }),
    read: t({
      comment: "Status of a message: the other person has read it.",
      message: "Read",
    }),
  };
  return (
    <li
      ref={isSearchHit ? scrollToCenter : undefined}
      aria-current={isSearchHit ? "true" : undefined}
      className={`grid max-w-[85%] gap-1 ${isSearchHit ? "rounded-lg outline-2 outline-offset-2 outline-brand" : ""} ${mine ? "justify-self-end justify-items-end" : "justify-self-start"}`}
    >
      {showSender && !mine && (
        <p className="flex items-center gap-1.5 ps-1 text-sm font-semibold text-ink-2">
          {sender && <MemberAvatar member={sender} />}
          {memberName(conversation, senderUid)}
        </p>
      )}
      <div
        className={`rounded-lg px-3.5 py-2 ${mine ? "bg-brand-soft text-brand-ink" : "bg-sunken"}`}
      >
        <span className="sr-only">
          {mine ? t`You:` : `${memberName(conversation, senderUid)}:`}{" "}
        </span>
        {place && <SentPlace place={place} />}
        {text && <MessageText text={text} />}
        {!text && !place && <p className="text-ink-3 italic">{t`Deleted with their account`}</p>}
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
            ? t`The other person can't see ${formatContactKinds(hidden)} until a seat is accepted.`
            : t`Hidden until a seat is accepted: ${formatContactKinds(hidden)}.`}
        </p>
      )}
      {asksForPayment && (
        <p className="flex gap-1.5 text-sm font-medium text-warn">
          <Icon name="alert" className="mt-0.5 size-4 shrink-0" />
          {t`Careful: never pay through a link or in advance. Share the costs when you meet.`}
        </p>
      )}
    </li>
  );
}

const scrollToCenter = (element: HTMLElement | null): void =>
  element?.scrollIntoView({ block: "center" });

/** A place that was sent, with a button that shows it on the map. */
function SentPlace({ place }: { place: Place }) {
  const { t } = useLingui();
  const [isMapOpen, setMapOpen] = useState(false);
  return (
    <div className="flex items-start gap-2">
      <Icon name="pin" className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{place.label}</p>
        <button
          type="button"
          onClick={() => setMapOpen(true)}
          className="min-h-6 text-sm underline underline-offset-4"
        >{t`Show on the map`}</button>
      </div>
      {isMapOpen && (
        <Suspense>
          <PlaceMapDialog place={place} onClose={() => setMapOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Text of a message with links. Links open outside the app and send no referrer. */
function MessageText({ text }: { text: string }) {
  const { t } = useLingui();
  return (
    <p className="wrap-anywhere whitespace-pre-wrap">
      {splitLinks(text).map(({ text, href }, n) =>
        href === undefined ? (
          text
        ) : (
          <a
            // The pieces of a text never change their order.
            key={n}
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="underline underline-offset-4"
          >
            {text}
            <Icon name="external" className="ms-0.5 inline size-4" />
            <span className="sr-only"> {t`(opens in a new tab)`}</span>
          </a>
        ),
      )}
    </p>
  );
}
