import { RIDE_SEATS_MAX } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { formatClockTime } from "#shared/formatting/format.ts";
import { calendarDayFromNow } from "#shared/forms/search-draft.ts";
import { addDays, todayAt } from "#shared/formatting/time-zones.ts";
import type { PlaceChoice } from "#shared/places/place-choice.ts";
import { PlaceField } from "#shared/places/PlaceField.tsx";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { IconButton } from "#shared/ui/IconButton.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { FLEXIBLE_DAYS } from "./search-url.ts";
import type { SearchFormState } from "./use-search-form.ts";
import { stopsOnMap } from "#shared/places/route-on-map.ts";

// The inputs draw no focus ring, so their row does.
const rowLook =
  "-mx-2 px-2 py-2 has-[input:focus-visible]:rounded-xs has-[input:focus-visible]:outline-3 has-[input:focus-visible]:-outline-offset-3 has-[input:focus-visible]:outline-focus";

/** From and to, joined by the journey line, with a swap button. */
export function WhereFields({
  form,
  searchesAtOnce = false,
}: {
  form: SearchFormState;
  searchesAtOnce?: boolean | undefined;
}) {
  const { t } = useLingui();
  const { fields, errors, change, swap } = form;
  const row = useRef<HTMLDivElement>(null);
  const chooseFrom = (from: PlaceChoice) => {
    const [fromInput, toInput] = row.current?.querySelectorAll("input") ?? [];
    const isChosen =
      from.place !== null && fields.from.place === null && document.activeElement === fromInput;
    // Saves a tap: after the start, people enter the destination.
    if (isChosen && fields.to.text === "") toInput?.focus();
    change({ from });
  };
  const chooseTo = (to: PlaceChoice) => {
    change({ to });
    const isChosen = to.place !== null && fields.to.place === null && fields.from.place !== null;
    // On a phone both places are all that most searches need; day and seats can be changed above the results.
    if (searchesAtOnce && isChosen && matchMedia("(pointer: coarse)").matches)
      void form.submit({ to });
  };
  const mapStops = stopsOnMap(fields.from, fields.to);
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center rounded-md border border-edge bg-surface">
        <div
          ref={row}
          className="grid min-w-0 flex-1 grid-cols-[auto_1fr] items-center gap-x-3 ps-4"
        >
          <span aria-hidden="true" className="size-3 rounded-full border-3 border-route" />
          <PlaceField
            bare
            offerHere
            label={t`From`}
            value={fields.from}
            error={errors.from}
            onMap={mapStops}
            otherPlaces={[fields.to]}
            onChange={chooseFrom}
            className={cx(rowLook, "border-b border-line")}
          />
          <span aria-hidden="true" className="size-3 rounded-full bg-route" />
          <PlaceField
            bare
            label={t`To`}
            value={fields.to}
            error={errors.to}
            onMap={mapStops}
            otherPlaces={[fields.from]}
            onChange={chooseTo}
            className={rowLook}
          />
        </div>
        <IconButton
          icon="swap"
          label={t`Swap start and destination`}
          onClick={swap}
          className="mx-1"
        />
      </div>
      <div role="alert" className="grid gap-1 empty:hidden">
        {errors.from && <FieldError text={t`From: ${errors.from}`} />}
        {errors.to && <FieldError text={t`To: ${errors.to}`} />}
      </div>
    </div>
  );
}

function FieldError({ text }: { text: string }) {
  return (
    <p className="flex items-start gap-1.5 text-sm font-medium text-bad">
      <Icon name="error" className="mt-0.5 size-4" />
      {text}
    </p>
  );
}

/** The days that most people look for, with one tap each; any other day is picked in the field. */
export function DayChips({ form }: { form: Pick<SearchFormState, "fields" | "change"> }) {
  const { t } = useLingui();
  const { fields, change } = form;
  const timeZone = fields.from.place?.timeZone;
  // Until the place is known, people mean their own today.
  const today = timeZone === undefined ? calendarDayFromNow(0) : todayAt(timeZone);
  const days = [
    { day: today, label: t`Today` },
    { day: addDays(today, 1), label: t`Tomorrow` },
  ];
  return (
    <div role="group" aria-label={t`When`} className="flex gap-2">
      {days.map(({ day, label }) => (
        <Button
          key={day}
          type="button"
          size="sm"
          variant={fields.day === day ? "soft" : "line"}
          aria-pressed={fields.day === day}
          onClick={() => change({ day })}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

/** A day. While it is typed it is incomplete at times, and what was typed must stay; the search keeps its day until then. */
function DayField({ form: { fields, change } }: { form: SearchFormState }) {
  const { t } = useLingui();
  const [isIncomplete, setIncomplete] = useState(false);
  return (
    <TextField
      label={t`Day`}
      type="date"
      required
      min={todayAt(fields.from.place?.timeZone)}
      value={isIncomplete ? "" : fields.day}
      onChange={({ target: { value } }) => {
        setIncomplete(value === "");
        if (value !== "") change({ day: value });
      }}
      onBlur={() => setIncomplete(false)}
    />
  );
}

/** Day, and a time, any time, or flexible days. */
export function WhenFields({ form }: { form: SearchFormState }) {
  const { t } = useLingui();
  const { fields, change } = form;
  const timeOptions = [
    ...new Set([...HALF_HOURS, ...(fields.time ? [fields.time] : [])]),
  ].toSorted();
  return (
    <>
      <DayField form={form} />
      <SelectField
        label={t`Time`}
        value={fields.flexible ? FLEXIBLE_OPTION : (fields.time ?? "")}
        options={[
          { value: "", label: t`Any time` },
          {
            value: FLEXIBLE_OPTION,
            label: t`Flexible, ± ${FLEXIBLE_DAYS} days`,
          },
          ...timeOptions.map((time) => ({
            value: time,
            label: formatClockTime(time),
          })),
        ]}
        onChange={(time) =>
          change({
            flexible: time === FLEXIBLE_OPTION,
            time: time === "" || time === FLEXIBLE_OPTION ? null : time,
          })
        }
      />
    </>
  );
}

const FLEXIBLE_OPTION = "flexible";
const HALF_HOURS = Array.from(
  { length: 48 },
  (_, n) => `${String(Math.floor(n / 2)).padStart(2, "0")}:${n % 2 === 0 ? "00" : "30"}`,
);

/** Number of seats, as a select for small spaces. */
export function SeatsField({ form }: { form: SearchFormState }) {
  const { t, i18n } = useLingui();
  const { fields, change } = form;
  return (
    <SelectField
      label={t`Seats`}
      value={String(fields.seats)}
      options={Array.from({ length: RIDE_SEATS_MAX }, (_, n) => ({
        value: String(n + 1),
        label: i18n.number(n + 1),
      }))}
      onChange={(seats) => change({ seats: Number(seats) })}
    />
  );
}
