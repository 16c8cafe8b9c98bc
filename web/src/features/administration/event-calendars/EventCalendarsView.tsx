import { type EventCalendar, eventCalendars } from "@commonlane/contract/event-calendars";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { isProblem } from "#shared/api/api-error.ts";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { ModerationSection } from "#shared/console/console-ui.tsx";
import { ownRole } from "#shared/console/own-role.ts";
import { ItemList } from "#shared/console/PagedList.tsx";
import { RemoveDialog } from "#shared/console/RemoveDialog.tsx";
import { useConsoleAction } from "#shared/console/use-console-action.ts";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { NO_PLACE, type PlaceChoice, toPlace } from "#shared/places/place-choice.ts";
import { PlaceField } from "#shared/places/PlaceField.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";

const calendarsQuery = endpointQuery(eventCalendars.list, {}, { staleTime: 0 });

/** Calendars of others whose events are events of the community: adding, refreshing and removing them. */
export function EventCalendarsView() {
  const { t } = useLingui();
  const query = useQuery(calendarsQuery);
  const isAdministrator = useQuery(ownRole).data?.administrator ?? false;
  return (
    <>
      <h2 className="sr-only">{t`Event calendars`}</h2>
      <ModerationSection title={t`Event calendars`}>
        <p className="text-ink-2">
          {t`Their events of the next 60 days are events of the community. They are loaded every six hours.`}
        </p>
        <ItemList isCompact query={query} items={query.data?.items} emptyText={t`No calendar yet`}>
          {(calendar) => <CalendarRow calendar={calendar} isAdministrator={isAdministrator} />}
        </ItemList>
      </ModerationSection>
      {isAdministrator && (
        <ModerationSection title={t`Add a calendar`}>
          <NewCalendarForm />
        </ModerationSection>
      )}
    </>
  );
}

interface CalendarRowProps {
  readonly calendar: EventCalendar;
  readonly isAdministrator: boolean;
}

function CalendarRow({ calendar, isAdministrator }: CalendarRowProps) {
  const { t } = useLingui();
  const [isRemoving, setRemoving] = useState(false);
  const refresh = useConsoleAction(eventCalendars.refresh);
  const { id, name, url, defaultPlace } = calendar;
  const place = defaultPlace?.label ?? "";
  return (
    <div className="grid gap-3 p-4">
      <div className="flex flex-wrap items-start gap-3">
        <div className="grid min-w-0 flex-1 basis-60 gap-1">
          <span className="font-semibold wrap-anywhere">{name}</span>
          <Counts calendar={calendar} />
          {defaultPlace && (
            <span className="text-sm text-ink-2 wrap-anywhere">{t`Default place: ${place}`}</span>
          )}
          <code translate="no" className="text-sm wrap-anywhere">
            {url}
          </code>
        </div>
        {isAdministrator && (
          <div className="flex flex-wrap gap-2">
            <Button
              variant="line"
              size="sm"
              busy={refresh.isPending}
              aria-label={`${t`Refresh now`}: ${name}`}
              onClick={() => refresh.mutate({ params: { eventCalendarId: id } })}
            >
              {t`Refresh now`}
            </Button>
            <Button
              variant="line"
              size="sm"
              aria-label={t`Remove ${name}`}
              onClick={() => setRemoving(true)}
            >
              {t`Remove`}
            </Button>
          </div>
        )}
      </div>
      <Unplaced calendar={calendar} />
      {refresh.error ? <ErrorNotice error={refresh.error} /> : <Failure calendar={calendar} />}
      {isRemoving && <RemoveCalendar calendar={calendar} onClose={() => setRemoving(false)} />}
    </div>
  );
}

function Counts({ calendar: { events, leftOut, refreshedAt } }: { calendar: EventCalendar }) {
  const { t } = useLingui();
  const loadedOn = refreshedAt === null ? "" : formatUserDate(refreshedAt);
  const counts = [
    t`${plural(events, {
      one: "# event",
      other: "# events",
    })}`,
    leftOut > 0 &&
      t`${plural(leftOut, {
        one: "# left out",
        other: "# left out",
      })}`,
    refreshedAt !== null && t`loaded on ${loadedOn}`,
  ].filter(Boolean);
  return <span className="text-sm text-ink-2">{counts.join(" · ")}</span>;
}

/** Events that are not shown, with the texts that the place search does not find. */
function Unplaced({ calendar: { unplaced } }: { calendar: EventCalendar }) {
  const { t } = useLingui();
  if (unplaced.length === 0) return null;
  return (
    <Notice tone="warn">
      <p>{t`Not shown, because the place is unknown. Name it in the calendar as place fields do, or choose a default place.`}</p>
      <ul className="mt-2 list-disc ps-5">
        {unplaced.map(({ location, events }) => (
          <li key={location} className="wrap-anywhere">
            {location === "" ? t`No place` : <bdi>{location}</bdi>}: {events}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Failure({ calendar: { failure } }: { calendar: EventCalendar }) {
  const { t } = useLingui();
  if (failure === null) return null;
  return (
    <Notice tone="bad">
      {failure === "unreachable"
        ? t`The calendar couldn't be loaded last time. Its events stay as they were.`
        : t`What is at the address couldn't be read last time. Its events stay as they were.`}
    </Notice>
  );
}

interface RemoveCalendarProps {
  readonly calendar: EventCalendar;
  readonly onClose: () => void;
}

function RemoveCalendar({ calendar: { id, name }, onClose }: RemoveCalendarProps) {
  const { t } = useLingui();
  const remove = useConsoleAction(eventCalendars.remove);
  return (
    <RemoveDialog
      name={name}
      text={t`Its events that are not over are cancelled. Rides to them stay.`}
      removing={remove}
      onRemove={() => remove.mutate({ params: { eventCalendarId: id } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

interface CalendarDraft {
  readonly name: string;
  readonly url: string;
  readonly place: PlaceChoice;
}
const EMPTY_CALENDAR: CalendarDraft = {
  name: "",
  url: "",
  place: NO_PLACE,
};

/** Adds a calendar by its address, or changes name and place of the one with this address. */
function NewCalendarForm() {
  const { t } = useLingui();
  const [draft, setDraft] = useState(EMPTY_CALENDAR);
  const add = useConsoleAction(eventCalendars.add);
  const { error } = add;
  const fields = isProblem(error, "invalid_input") ? error.fields : {};
  const onChange = (part: Partial<CalendarDraft>) =>
    setDraft({
      ...draft,
      ...part,
    });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ body: toCalendar(draft) }, { onSuccess: () => setDraft(EMPTY_CALENDAR) });
  };
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      <p className="text-ink-2">
        {t`The address of an iCalendar file (.ics), such as that of a university. The same address again changes name and default place. You are named as who created its events.`}
      </p>
      <TextField
        label={t({
          message: "Name",
          context: "of a calendar",
        })}
        required
        maxLength={60}
        error={fields["name"]}
        {...bindText(draft.name, (name) => onChange({ name }))}
      />
      <TextField
        label={t`Address`}
        type="url"
        placeholder="https://"
        required
        maxLength={500}
        error={fields["url"]}
        {...bindText(draft.url, (url) => onChange({ url }))}
      />
      <div className="grid gap-2">
        <PlaceField
          label={t`Default place (optional)`}
          value={draft.place}
          error={fields["defaultPlace"]}
          onChange={(place) => onChange({ place })}
        />
        <p className="text-sm text-ink-3">{t`For events whose own place is not found. Without it they are not shown.`}</p>
      </div>
      <Button type="submit" className="justify-self-start" busy={add.isPending}>{t`Add`}</Button>
      <ErrorNotice error={error} />
    </form>
  );
}

const toCalendar = ({ name, url, place: { place } }: CalendarDraft) => ({
  name: name.trim(),
  url: url.trim(),
  defaultPlace: place && toPlace(place),
});
