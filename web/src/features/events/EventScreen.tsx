import { type Event, events } from "@commonlane/contract/events";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useParams } from "react-router";
import { isProblem } from "#shared/api/api-error.ts";
import { download } from "#shared/api/download.ts";
import { MembersOfNote } from "#shared/audiences/MembersOfNote.tsx";
import { RemovedContentNote } from "#shared/content-removals/RemovedContentNote.tsx";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { MaskedTextNote } from "#shared/masking/MaskedTextNote.tsx";
import { PersonMenu } from "#shared/safety/PersonMenu.tsx";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ConsequenceDialog } from "#shared/ui/ConsequenceDialog.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { NotFound, PlainPage } from "#shared/ui/PlainPage.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { useNow } from "#shared/use-now.ts";
import { formatEventTimes, formatWebsite } from "./event-text.ts";
import { EventRides } from "./EventRides.tsx";
import { eventById, useCancelEvent } from "./events.queries.ts";

interface EventScreenProps {
  /** Links to search, hosting and requests for one direction. */
  readonly renderLinks: (event: Event, direction: "there" | "back") => ReactNode;
  readonly renderShare: (event: Event) => ReactNode;
}

/** The page of an event: when and where, and all rides there and back. */
export function EventScreen(props: EventScreenProps) {
  const { t } = useLingui();
  const { eventId = "" } = useParams();
  const eventQuery = useQuery(eventById(eventId));
  const event = eventQuery.data;
  const { error } = eventQuery;
  useTitle(event?.title ?? t`Event`);
  if (isProblem(error, "not_found") || isProblem(error, "invalid_input")) return <EventNotFound />;
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6 px-(--gutter) py-6">
      {!event && <h1 className="sr-only">{t`Event`}</h1>}
      {!event && <NotLoaded query={eventQuery} />}
      {event && <LoadedEvent event={event} {...props} />}
    </div>
  );
}

function LoadedEvent({ event, renderLinks, renderShare }: EventScreenProps & { event: Event }) {
  const { t } = useLingui();
  const nowMs = useNow();
  const isOver = Date.parse(event.endsAt) <= nowMs;
  return (
    <>
      <RemovedContentNote id={event.id} />
      {event.status === "cancelled" && <Notice tone="bad">{t`This event was cancelled.`}</Notice>}
      {event.status === "scheduled" && isOver && (
        <Notice tone="warn">{t`This event is over.`}</Notice>
      )}
      <EventHeader event={event} />
      <EventActions event={event} isOver={isOver} share={renderShare(event)} />
      {event.status === "scheduled" && !isOver && (
        <>
          <EventRides event={event} direction="there" links={renderLinks(event, "there")} />
          <EventRides event={event} direction="back" links={renderLinks(event, "back")} />
        </>
      )}
    </>
  );
}

function EventHeader({ event }: { event: Event }) {
  const { t } = useLingui();
  const { uid } = useUser();
  const { creator, description, website } = event;
  const name = creator.displayName;
  return (
    <div className="grid gap-4">
      <div className="flex items-start gap-2">
        <h1 className="min-w-0 flex-1 text-3xl leading-tight font-bold tracking-[-.025em] wrap-anywhere outline-none">
          {event.title}
        </h1>
        {creator.uid !== uid && (
          <PersonMenu
            person={creator}
            about={{
              kind: "event",
              id: event.id,
            }}
          />
        )}
      </div>
      <ul className="grid gap-2">
        <li className="flex gap-2.5">
          <Icon name="clock" className="mt-0.5 text-ink-3" />
          <span className="num">{formatEventTimes(event)}</span>
        </li>
        <li className="flex gap-2.5">
          <Icon name="pin" className="mt-0.5 text-ink-3" />
          <span className="wrap-anywhere">{event.place.label}</span>
        </li>
        {website && (
          <li className="flex gap-2.5">
            <Icon name="external" className="mt-0.5 text-ink-3" />
            <a
              href={website}
              target="_blank"
              rel="noopener noreferrer nofollow ugc"
              className="font-semibold text-brand-ink underline underline-offset-4 wrap-anywhere"
            >
              {formatWebsite(website)}
            </a>
          </li>
        )}
      </ul>
      <MembersOfNote membersOf={event.membersOf} />
      {description && (
        <div className="grid gap-2">
          <p className="whitespace-pre-line wrap-anywhere">{description}</p>
          <MaskedTextNote
            text={description}
            explanation={t`Contact details are hidden. Use the website of the event.`}
          />
        </div>
      )}
      <p className="text-sm text-ink-3">{t`Created by ${name}`}</p>
    </div>
  );
}

function EventNotFound() {
  const { t } = useLingui();
  return (
    <PlainPage title={t`Event not found`}>
      <NotFound
        title={t`This event is no longer available`}
        to="/events"
        linkLabel={t`View events`}
      >
        {t`It was removed, or the link is incomplete.`}
      </NotFound>
    </PlainPage>
  );
}

/** Calendar and sharing for everyone; editing and cancelling for the event's creator. */
function EventActions({
  event,
  isOver,
  share,
}: {
  event: Event;
  isOver: boolean;
  share: ReactNode;
}) {
  const { t } = useLingui();
  const { uid } = useUser();
  const { busy, error, attempt } = useAttempt();
  const save = () =>
    attempt(t`Couldn't reach the server. Try again.`, () =>
      download(events.calendar, { params: { eventId: event.id } }, "event.ics"),
    );
  const isOwn = event.creator.uid === uid;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="line" size="sm" icon="calendar" busy={busy} onClick={() => void save()}>
          {t`Add to calendar`}
        </Button>
        {share}
        {isOwn && event.status === "scheduled" && !isOver && (
          <>
            <Link to={`/events/${event.id}/edit`} className={buttonClasses("ghost", "sm")}>
              <Icon name="edit" />
              {t`Edit`}
            </Link>
            <CancelEvent eventId={event.id} />
          </>
        )}
      </div>
      <ErrorNotice error={error} />
    </div>
  );
}

function CancelEvent({ eventId }: { eventId: string }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const cancel = useCancelEvent(eventId);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon="trash"
        onClick={() => setOpen(true)}
      >{t`Cancel event`}</Button>
      {isOpen && (
        <ConsequenceDialog
          title={t`Cancel this event?`}
          text={t`It disappears from the list. Rides and requests stay as they are.`}
          confirmLabel={t`Cancel event`}
          cancelLabel={t({
            comment: "Button: do not delete or cancel after all.",
            message: "Keep",
          })}
          call={cancel}
          onConfirm={() => cancel.mutate(undefined, { onSuccess: () => setOpen(false) })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
