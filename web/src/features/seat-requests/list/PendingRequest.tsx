import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { openChat } from "#shared/chat/open-chat.ts";
import { EstimateText } from "#shared/formatting/EstimateText.tsx";
import { formatMoney, formatTime } from "#shared/formatting/format.ts";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { useUndoable } from "#shared/forms/use-undoable.ts";
import { MaskedTextNote } from "#shared/masking/MaskedTextNote.tsx";
import { shortPickupName } from "#shared/places/pickup-place.ts";
import { RatingText } from "#shared/profile/RatingText.tsx";
import { PersonMenu } from "#shared/safety/PersonMenu.tsx";
import { MarkBadges } from "#shared/trust-marks/MarkBadges.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { IconButton } from "#shared/ui/IconButton.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { UndoBar } from "#shared/ui/UndoBar.tsx";
import { useNow } from "#shared/use-now.ts";
import { RequestNeeds } from "../RequestNotes.tsx";
import { useAcceptRequest, useRejectRequest } from "../seat-requests.queries.ts";
import { requestCost, timeLeft } from "./request-cost.ts";

interface PendingRequestProps {
  readonly request: SeatRequest;
  readonly ride: Ride;
}

/** A request that waits for the host: who asks, what it costs, and the answer, on as little height as possible. */
export function PendingRequest({ request, ride }: PendingRequestProps) {
  const { t } = useLingui();
  const { seeker, message } = request;
  return (
    <article aria-label={t`Request of ${seeker.displayName}`} className="grid gap-2 card p-3">
      <header className="flex items-center gap-3">
        <Avatar
          uid={seeker.uid}
          name={seeker.displayName}
          initials={seeker.initials}
          photo={seeker.photo}
        />
        <div className="min-w-0 flex-1">
          <div className="flex items-center gap-2">
            <h3 className="min-w-0 flex-1 font-semibold wrap-anywhere">
              <Link to={`/profile/${seeker.uid}`} className="underline-offset-4 hover:underline">
                {seeker.displayName}
              </Link>
            </h3>
            <TimeLeft expiresAt={request.expiresAt} />
          </div>
          <SeekerFacts request={request} />
          <MarkBadges marks={seeker.marks} className="mt-1" />
        </div>
      </header>
      <RequestFacts request={request} ride={ride} />
      <RequestNeeds needs={request.needs} />
      {message && <RequestMessage text={message} />}
      <MaskedTextNote text={message} />
      <div className="flex items-end gap-1">
        <div className="min-w-0 flex-1">
          <AnswerButtons request={request} />
        </div>
        <PersonMenu
          person={seeker}
          about={{
            kind: "seat-request",
            id: request.id,
          }}
        />
        <IconButton
          icon="chat"
          label={t`Message ${seeker.displayName}`}
          onClick={() =>
            openChat({
              withUid: seeker.uid,
              rideId: request.rideId,
            })
          }
        />
      </div>
    </article>
  );
}

function TimeLeft({ expiresAt }: { expiresAt: string }) {
  const { text, isShort } = timeLeft(expiresAt, useNow());
  return (
    <span
      className={cx(
        "flex shrink-0 items-center gap-1 text-sm",
        isShort ? "font-semibold text-warn" : "text-ink-2",
      )}
    >
      <Icon name="clock" className="size-4" />
      {text}
    </span>
  );
}

/** Segment, then the cost to the host, seats and price. */
function RequestFacts({ request, ride }: { request: SeatRequest; ride: Ride }) {
  const { t } = useLingui();
  const { seats, contribution, pickup, dropoff } = request;
  const cost = requestCost(request, ride);
  const from = shortPickupName(pickup);
  const to = shortPickupName(dropoff);
  const [at, until] = [request.pickupAt, request.dropoffAt].map((instant) =>
    formatTime(instant, ride.timeZone),
  );
  const amount =
    contribution &&
    formatMoney({
      ...contribution,
      amountMinor: contribution.amountMinor * seats,
    });
  const seatsText = t`${plural(seats, {
    one: "# seat",
    other: "# seats",
  })}`;
  return (
    <div className="grid gap-0.5 text-sm">
      <p className="font-semibold wrap-anywhere">
        <EstimateText text={t`${at ?? ""} ${from} to ${until ?? ""} ${to}`} />
      </p>
      <p className="flex items-start gap-1.5 text-ink-2">
        <Icon name="route" className="mt-0.5 size-4" />
        <span>
          {cost ? (
            <EstimateText text={t`${cost.detour} for you, arriving ${cost.arrival}`} />
          ) : (
            t`No detour for you`
          )}
          {` · ${[seatsText, ...(amount ? [amount] : [])].join(" · ")}`}
        </span>
      </p>
    </div>
  );
}

/** What the host knows about a seeker: rating, completed rides, and what was verified. */
function SeekerFacts({ request: { seeker, seekerMembership } }: { request: SeatRequest }) {
  const { t } = useLingui();
  const completed = seeker.reliability?.completed ?? 0;
  const isNew = completed === 0 && seeker.rating.count === 0;
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-ink-2">
      {isNew ? (
        <span className="font-semibold text-info">{t`New member`}</span>
      ) : (
        <>
          <RatingText person={seeker} />
          <span aria-hidden="true">·</span>
          <span>{t`${plural(completed, {
            one: "# ride",
            other: "# rides",
          })}`}</span>
        </>
      )}
      {/* Every member has a verified address, so a trust mark says more. */}
      {(seekerMembership?.phoneVerified || (seekerMembership?.emailVerified && !seeker.marks)) && (
        <span className="flex items-center gap-1">
          <Icon name="check-circle" className="size-4 text-ok" />
          {seekerMembership.phoneVerified ? t`Phone verified` : t`E-mail verified`}
        </span>
      )}
    </p>
  );
}

/** Longer messages are cut to two lines first. */
const SHORT_LENGTH = 80;

/** The seeker's message; a long one opens on request, so that the answer stays in sight. */
function RequestMessage({ text }: { text: string }) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const isLong = text.length > SHORT_LENGTH || text.includes("\n");
  return (
    <div className="flex items-start rounded-md bg-sunken ps-3 text-sm">
      <blockquote
        // Padding of a cut text would show its next line.
        className={cx(
          "my-2 min-w-0 flex-1 wrap-anywhere whitespace-pre-line rtl:text-right",
          isLong ? "pe-1" : "pe-3",
          isLong && !isOpen && "line-clamp-2",
        )}
      >
        {text}
      </blockquote>
      {isLong && (
        <IconButton
          icon="chevron-down"
          label={isOpen ? t`Show less` : t`Show the whole message`}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className={cx("mt-1.5", isOpen && "[&>svg]:rotate-180")}
        />
      )}
    </div>
  );
}

/** Accepts a pending request at once, or declines it with a moment to undo. */
function AnswerButtons({
  request,
  onAnswered,
}: {
  request: SeatRequest;
  onAnswered?: (() => void) | undefined;
}) {
  const { t } = useLingui();
  const toast = useToast();
  const accept = useAcceptRequest();
  const decline = useUndoableDecline(request);
  const name = request.seeker.displayName;
  if (decline.waiting) {
    return <UndoBar text={t`Declining…`} onUndo={decline.undo} />;
  }
  const onAccept = () =>
    afterMutation(accept.mutateAsync(request), () => {
      toast({
        message: t`${name} has a seat on your ride.`,
        type: "success",
      });
      onAnswered?.();
    });
  return (
    <div className="grid gap-2">
      {accept.error && <Notice tone="bad">{accept.error.message}</Notice>}
      {decline.error && <Notice tone="bad">{decline.error.message}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button
          icon="check"
          className="flex-1 px-3!"
          busy={accept.isPending}
          onClick={onAccept}
          aria-label={t`Accept ${name}`}
        >
          {t`Accept`}
        </Button>
        <Button
          variant="line"
          className="flex-1 px-3!"
          onClick={decline.start}
          aria-label={t`Decline ${name}`}
        >
          {t`Decline`}
        </Button>
      </div>
    </div>
  );
}

/** Declines a request after a delay during which it can be undone; leaving the page declines right away. */
function useUndoableDecline({ id, rideId }: SeatRequest) {
  const { mutateAsync, error } = useRejectRequest();
  return {
    ...useUndoable(() =>
      mutateAsync({
        rideId,
        id,
      }),
    ),
    error,
  };
}
