import { EVENT_TITLE_MAX_LENGTH, NOTE_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { ApiError } from "#shared/api/api-error.ts";
import { errorText } from "#shared/api/error-text.ts";
import { AudienceField } from "#shared/audiences/AudienceField.tsx";
import { communitySettings } from "#shared/community-settings.ts";
import { formatTimeZone, townName } from "#shared/formatting/format.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { mayBePrivate } from "#shared/places/place-choice.ts";
import { PlaceField } from "#shared/places/PlaceField.tsx";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Button } from "#shared/ui/Button.tsx";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { TextAreaField, TextField } from "#shared/ui/fields/TextField.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import {
  draftFromEvent,
  EMPTY_DRAFT,
  type EventDraft,
  type EventField,
  instantOf,
  readDraft,
} from "./event-draft.ts";
import { eventById, useSaveEvent } from "./events.queries.ts";

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

interface EventFormProps {
  readonly draftName: string;
  readonly initial: EventDraft;
  /** Undefined for a new event. */
  readonly eventId: string | undefined;
}

/** The fields of an event. Its times are those of its place. */
function EventForm({ draftName, initial, eventId }: EventFormProps) {
  const { t } = useLingui();
  const { draft, change, onSubmit, errorOf, failure, busy } = useEventForm(
    draftName,
    initial,
    eventId,
  );
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-5">
      <TextField
        label={t`Title`}
        required
        maxLength={EVENT_TITLE_MAX_LENGTH}
        {...bindText(draft.title, (title) => change({ title }))}
        error={errorOf("title")}
      />
      <div className="grid gap-2">
        <PlaceField
          label={t`Place`}
          value={draft.place}
          error={errorOf("place")}
          onChange={(place) => change({ place })}
        />
        <p className="text-sm text-ink-3">{t`Everyone sees this place exactly, so choose a public one.`}</p>
        {draft.place.place && mayBePrivate(draft.place.place) && (
          <Notice tone="warn">{t`This looks like an address. Don't use anyone's home.`}</Notice>
        )}
      </div>
      <TimeFields draft={draft} change={change} errorOf={errorOf} />
      <TextAreaField
        label={t`Description`}
        optional={t`optional`}
        hint={t`Contact details are hidden from others.`}
        maxLength={NOTE_MAX_LENGTH}
        {...bindText(draft.description, (description) => change({ description }))}
      />
      <TextField
        label={t`Website`}
        optional={t`optional`}
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={500}
        {...bindText(draft.website, (website) => change({ website }))}
        error={errorOf("website")}
      />
      <AudienceField
        label={t`Who can see the event`}
        value={draft.membersOf}
        onChange={(membersOf) => change({ membersOf })}
      />
      {communitySettings.publicRides !== "off" && draft.membersOf === "" && (
        <CheckField
          label={t`Open to anyone with the link`}
          hint={t`Visitors see title, day, place and how many rides go there.`}
          checked={draft.isPublic}
          onChange={(isPublic) => change({ isPublic })}
        />
      )}
      <ErrorNotice error={failure} />
      <Button type="submit" size="lg" busy={busy}>
        {eventId === undefined ? t`Create event` : t`Save`}
      </Button>
    </form>
  );
}

interface TimeFieldsProps {
  readonly draft: EventDraft;
  readonly change: (changes: Partial<EventDraft>) => void;
  readonly errorOf: (field: EventField) => string | undefined;
}

function TimeFields({ draft, change, errorOf }: TimeFieldsProps) {
  const { t } = useLingui();
  const { place } = draft.place;
  const start = place?.timeZone ? instantOf(place.timeZone, draft.date, draft.time) : undefined;
  const zone =
    start && place?.timeZone ? formatTimeZone(start.toISOString(), place.timeZone) : undefined;
  const town = place ? townName(place.label) : "";
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label={t`Start date`}
          type="date"
          required
          {...bindText(draft.date, (date) => change({ date }))}
          error={errorOf("startsAt")}
        />
        <TextField
          label={t`Start time`}
          type="time"
          required
          {...bindText(draft.time, (time) => change({ time }))}
        />
        <TextField
          label={t`End date`}
          type="date"
          required
          min={draft.date}
          {...bindText(draft.endDate || draft.date, (endDate) => change({ endDate }))}
          error={errorOf("endsAt")}
        />
        <TextField
          label={t`End time`}
          type="time"
          required
          {...bindText(draft.endTime, (endTime) => change({ endTime }))}
        />
      </div>
      {zone && (
        <p className="text-sm text-ink-3">{t`Local time in ${town}, not your time zone (${zone}).`}</p>
      )}
    </div>
  );
}

/** State of the form of an event: the draft, the errors of its fields, and what saves it. */
function useEventForm(draftName: string, initial: EventDraft, eventId: string | undefined) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [draft, change, clear] = useDraft(draftName, initial);
  const [wrong, setWrong] = useState<readonly EventField[]>([]);
  const save = useSaveEvent(eventId);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const details = readDraft(draft);
    if ("length" in details) {
      setWrong(details);
      requestAnimationFrame(() =>
        form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
      return;
    }
    setWrong([]);
    save.mutate(details, {
      onSuccess: ({ id }) => {
        clear();
        void navigate(`/events/${id}`, { replace: eventId !== undefined });
      },
    });
  };
  const messages: Record<EventField, string> = {
    title: t`Enter a title.`,
    place: t`Choose a place from the list.`,
    startsAt: t`Enter the date and time of the start.`,
    endsAt: t`Enter an end after the start.`,
    website: t`Enter an address that starts with https://.`,
  };
  const refused = save.error instanceof ApiError ? save.error.fields : {};
  const errorOf = (field: EventField) => (wrong.includes(field) ? messages[field] : refused[field]);
  const failure =
    save.error && Object.keys(refused).length === 0 ? errorText(save.error) : undefined;
  return {
    draft,
    change,
    onSubmit,
    errorOf,
    failure,
    busy: save.isPending,
  };
}
