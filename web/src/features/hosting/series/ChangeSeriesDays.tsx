import type { RideSeries } from "@commonlane/contract/ride-series";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { bindText } from "#shared/forms/bind-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { useChangeSeriesAndReport } from "./use-change-series.ts";
import { WeekdayField } from "../WeekdayField.tsx";

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
