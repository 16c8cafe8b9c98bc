import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { draftFromEvent, EMPTY_DRAFT } from "./event-draft.ts";
import { EventForm } from "./EventForm.tsx";
import { eventById } from "./events.queries.ts";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";

/** Creates an event, or edits the one in the URL. */
export function EventFormScreen() {
  const { t } = useLingui();
  const { eventId } = useParams();
  const title = eventId === undefined ? t`Create an event` : t`Edit event`;
  useTitle(title);
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6 px-(--gutter) py-6">
      <h1 className="text-2xl font-bold tracking-[-.02em] outline-none">{title}</h1>
      {eventId === undefined ? <NewEvent /> : <ExistingEvent eventId={eventId} />}
    </div>
  );
}

function NewEvent() {
  const { uid } = useUser();
  return <EventForm draftName={`event.${uid}`} initial={EMPTY_DRAFT} eventId={undefined} />;
}

function ExistingEvent({ eventId }: { eventId: string }) {
  const { t } = useLingui();
  const { uid } = useUser();
  const eventQuery = useQuery(eventById(eventId));
  const event = eventQuery.data;
  if (!event) return <NotLoaded query={eventQuery} />;
  if (event.creator.uid === uid && event.status === "scheduled")
    return (
      <EventForm
        draftName={`event.${uid}.${eventId}`}
        initial={draftFromEvent(event)}
        eventId={eventId}
      />
    );
  return (
    <EmptyState
      title={t`This event can't be changed`}
      action={
        <Link to={`/events/${eventId}`} className={buttonClasses("line")}>
          {t`View event`}
        </Link>
      }
    >
      {event.creator.uid === uid
        ? t`It was cancelled.`
        : t`Only the person who created it can change it.`}
    </EmptyState>
  );
}
