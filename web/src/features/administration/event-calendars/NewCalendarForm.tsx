import { eventCalendars } from "@commonlane/contract/event-calendars";
import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { isProblem } from "#shared/api/api-error.ts";
import { useConsoleAction } from "#shared/console/use-console-action.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { NO_PLACE, type PlaceChoice } from "#shared/places/place-choice.ts";
import { PlaceField } from "#shared/places/PlaceField.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";

interface Draft {
  readonly name: string;
  readonly url: string;
  readonly place: PlaceChoice;
}
const EMPTY: Draft = {
  name: "",
  url: "",
  place: NO_PLACE,
};

/** Adds a calendar by its address, or changes name and place of the one with this address. */
export function NewCalendarForm() {
  const { t } = useLingui();
  const [draft, setDraft] = useState(EMPTY);
  const add = useConsoleAction(eventCalendars.add);
  const { error } = add;
  const fields = isProblem(error, "invalid_input") ? error.fields : {};
  const onChange = (part: Partial<Draft>) =>
    setDraft({
      ...draft,
      ...part,
    });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ body: toCalendar(draft) }, { onSuccess: () => setDraft(EMPTY) });
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

const toCalendar = ({ name, url, place: { place } }: Draft) => ({
  name: name.trim(),
  url: url.trim(),
  defaultPlace: place && {
    placeId: place.placeId,
    label: place.label,
    lat: place.lat,
    lng: place.lng,
  },
});
