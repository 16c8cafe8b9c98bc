import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { bindText } from "#shared/forms/bind-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { IconButton } from "#shared/ui/IconButton.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { formatCalendarDate } from "#shared/formatting/weekdays.ts";
import { weekdayOf } from "../draft/departure.ts";
import { departureDateRange } from "../draft/recurrence.ts";
import { errorFor, type StepProps } from "./wizard-steps.ts";
import { WeekdayField } from "../WeekdayField.tsx";

/** Recurrence (weekdays, last day, skipped days) and the return trip. */
export function RecurrenceFields(props: StepProps & { readonly now: Date }) {
  const { t } = useLingui();
  const { draft, change } = props;
  const { repeats, returns, weekdays, date, returnDate } = draft;
  return (
    <div className="grid gap-4 card p-4">
      <CommuteButton {...props} />
      <CheckField
        label={t`Repeat this ride every week`}
        hint={t`Passengers book each day separately.`}
        checked={repeats}
        onChange={(on) =>
          change({
            repeats: on,
            ...(on && weekdays.length === 0 && { weekdays: [weekdayOf(date)] }),
          })
        }
      />
      {repeats && <WeeklyFields {...props} />}
      <CheckField
        label={t`Offer the return trip, too`}
        hint={t`Same stops in reverse, same price.`}
        checked={returns}
        onChange={(on) =>
          change({
            returns: on,
            ...(on && returnDate < date && { returnDate: date }),
          })
        }
      />
      {returns && <ReturnFields {...props} />}
    </div>
  );
}

const WORKDAYS = [1, 2, 3, 4, 5];

/** The schedule of most commuters with one tap; its days and times are in the fields below. */
function CommuteButton({ draft, change }: StepProps) {
  const { t } = useLingui();
  const isCommute = draft.repeats && draft.returns && draft.weekdays.join() === WORKDAYS.join();
  return (
    <Button
      variant={isCommute ? "soft" : "line"}
      size="sm"
      icon="refresh"
      className="justify-self-start"
      aria-pressed={isCommute}
      onClick={() =>
        change({
          repeats: true,
          weekdays: WORKDAYS,
          returns: true,
        })
      }
    >
      {t`Mon–Fri, there and back`}
    </Button>
  );
}

function WeeklyFields({ draft, change, errors, now }: StepProps & { readonly now: Date }) {
  const { t } = useLingui();
  const { last } = departureDateRange(draft, now);
  return (
    <div className="grid gap-4 border-s-2 border-line ps-4">
      <WeekdayField
        value={draft.weekdays}
        error={errorFor(errors, "weekdays")}
        onChange={(weekdays) => change({ weekdays })}
      />
      <TextField
        label={t`Last day`}
        optional={t`optional`}
        type="date"
        min={draft.date}
        max={last}
        {...bindText(draft.lastDay, (lastDay) => change({ lastDay }))}
        error={errorFor(errors, "lastDay")}
      />
      <Exceptions
        days={draft.exceptions}
        min={draft.date}
        max={draft.lastDay || last}
        change={change}
      />
    </div>
  );
}

interface ExceptionsProps extends Pick<StepProps, "change"> {
  readonly days: readonly string[];
  readonly min: string;
  readonly max: string;
}

function Exceptions({ days, min, max, change }: ExceptionsProps) {
  const { t } = useLingui();
  const [day, setDay] = useState("");
  const add = () => {
    change({ exceptions: [...new Set([...days, day])].toSorted() });
    setDay("");
  };
  return (
    <div className="grid gap-2">
      <div className="flex items-end gap-2">
        <TextField
          label={t`Day to skip`}
          optional={t`optional`}
          type="date"
          className="flex-1"
          min={min}
          max={max}
          {...bindText(day, setDay)}
        />
        <Button variant="line" disabled={day === ""} onClick={add}>
          {t`Skip`}
        </Button>
      </div>
      {days.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label={t`Skipped days`}>
          {days.map((one) => (
            <li
              key={one}
              className="num flex items-center rounded-full bg-sunken ps-3 text-sm font-semibold"
            >
              {formatCalendarDate(one)}
              <IconButton
                icon="close"
                label={t`Drive on ${formatCalendarDate(one)} after all`}
                onClick={() =>
                  change({ exceptions: days.filter((remaining) => remaining !== one) })
                }
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ReturnFields({ draft, change, errors, now }: StepProps & { readonly now: Date }) {
  const { t } = useLingui();
  const error = errorFor(errors, "returnWay");
  return (
    <div className="grid gap-4 border-s-2 border-line ps-4 sm:grid-cols-2">
      {!draft.repeats && (
        <TextField
          label={t`Return date`}
          type="date"
          min={draft.date}
          max={departureDateRange(draft, now).last}
          {...bindText(draft.returnDate, (returnDate) => change({ returnDate }))}
          error={error}
        />
      )}
      <TextField
        label={t`Return departure`}
        type="time"
        {...bindText(draft.returnTime, (returnTime) => change({ returnTime }))}
        error={draft.repeats ? error : undefined}
        hint={draft.repeats ? t`On the same days.` : undefined}
      />
    </div>
  );
}
