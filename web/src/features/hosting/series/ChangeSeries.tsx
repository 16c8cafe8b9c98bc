import type { RideSeries, SeriesChange } from "@commonlane/contract/ride-series";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "#shared/api/api-error.ts";
import { formatCalendarDates } from "#shared/formatting/weekdays.ts";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { changedSeriesTerms, draftFromSeries } from "../draft/ride-payload.ts";
import { useChangeSeries } from "../hosting.queries.ts";
import { WeekdayField } from "../WeekdayField.tsx";
import { SeatsStep } from "../wizard/SeatsStep.tsx";
import { validateStep, STEP } from "../wizard/wizard-steps.ts";

/** Changes weekdays, departure or last day of all rides in a series without passengers. */
export function ChangeSeriesDays({ series, onClose }: { series: RideSeries; onClose: () => void }) {
  const { t } = useLingui();
  const changeSeries = useChangeSeriesAndReport(series, onClose);
  const [time, setTime] = useState(series.time);
  const [weekdays, setWeekdays] = useState<readonly number[]>(series.weekdays);
  const [lastDay, setLastDay] = useState(series.lastDay ?? "");
  const save = () =>
    changeSeries.save({
      time,
      weekdays: [...weekdays],
      lastDay: lastDay || null,
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Edit days and time`}
      cancelLabel={t`Cancel`}
      busy={changeSeries.isPending}
      footer={
        <Button
          busy={changeSeries.isPending}
          disabled={weekdays.length === 0 || time === ""}
          onClick={save}
        >
          {t`Save changes`}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-2">{t`Days with bookings or requests stay as they are.`}</p>
        <WeekdayField
          value={weekdays}
          error={weekdays.length === 0 ? t`Choose at least one day of the week.` : undefined}
          onChange={setWeekdays}
        />
        <TextField label={t`Departure`} type="time" {...bindText(time, setTime)} />
        <TextField
          label={t`Last day`}
          optional={t`optional`}
          type="date"
          min={series.firstDay}
          {...bindText(lastDay, setLastDay)}
        />
        <ErrorNotice error={changeSeries.error} />
      </div>
    </Dialog>
  );
}

/** Changes seats, price or terms of all rides in a series without passengers. */
export function ChangeSeriesTerms({
  series,
  onClose,
}: {
  series: RideSeries;
  onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const { data: profile } = useQuery(ownProfile);
  const change = useChangeSeriesAndReport(series, onClose);
  const [draft, setDraft] = useState(() => draftFromSeries(series.ride));
  const [submitted, setSubmitted] = useState(false);
  const invalidFields = Object.entries(submitted ? validateStep(draft, STEP.seats) : {});
  const rejectedFields =
    change.error instanceof ApiError ? Object.entries(change.error.fields) : [];
  const errors = Object.fromEntries([
    ...rejectedFields.map(([field, message]) => [field.replace(/^ride\./, ""), message]),
    ...invalidFields.map(([field, message]) => [field, i18n._(message)]),
  ]);
  const save = () => {
    setSubmitted(true);
    if (Object.keys(validateStep(draft, STEP.seats)).length > 0) return;
    change.save({ ride: changedSeriesTerms(draft, series.ride) });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Edit seats and price`}
      cancelLabel={t`Cancel`}
      busy={change.isPending}
      footer={
        <Button busy={change.isPending} onClick={save}>
          {t`Save changes`}
        </Button>
      }
    >
      <div className="grid gap-6">
        <p className="text-ink-2">{t`Days with bookings or requests stay as they are.`}</p>
        <SeatsStep
          draft={draft}
          change={(changes) =>
            setDraft((previous) => ({
              ...previous,
              ...changes,
            }))
          }
          errors={errors}
          profile={profile}
          changing={{ ...series.ride, vehicle: null }}
        />
        {change.error && rejectedFields.length === 0 && <ErrorNotice error={change.error} />}
      </div>
    </Dialog>
  );
}

/** Changes all rides of a series without passengers and lists the days that stay unchanged. */
function useChangeSeriesAndReport(series: RideSeries, onSaved: () => void) {
  const { t } = useLingui();
  const toast = useToast();
  const { mutateAsync, isPending, error } = useChangeSeries(series.id);
  const save = (changes: SeriesChange) =>
    afterMutation(mutateAsync(changes), ({ unchangedDays }) => {
      const days = formatCalendarDates(unchangedDays);
      const messageWithDays = t`The rides were updated. Days left unchanged: ${days}.`;
      toast({
        message: unchangedDays.length > 0 ? messageWithDays : t`The rides were updated.`,
        type: "success",
      });
      onSaved();
    });
  return {
    save,
    isPending,
    error,
  };
}
