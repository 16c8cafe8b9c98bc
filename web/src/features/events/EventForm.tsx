import { EVENT_TITLE_MAX_LENGTH, NOTE_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { AudienceField } from "#shared/audiences/AudienceField.tsx";
import { communitySettings } from "#shared/community-settings.ts";
import { formatTimeZone, townName } from "#shared/formatting/format.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { mayBePrivate } from "#shared/places/place-choice.ts";
import { PlaceField } from "#shared/places/PlaceField.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { TextAreaField, TextField } from "#shared/ui/fields/TextField.tsx";
import { type EventDraft, type EventField, instantOf } from "./event-draft.ts";
import { useEventForm } from "./use-event-form.ts";

interface EventFormProps {
  readonly draftName: string;
  readonly initial: EventDraft;
  /** Undefined for a new event. */
  readonly eventId: string | undefined;
}

/** The fields of an event. Its times are those of its place. */
export function EventForm({ draftName, initial, eventId }: EventFormProps) {
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
