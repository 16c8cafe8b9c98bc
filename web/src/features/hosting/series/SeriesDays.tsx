import type { RideSeries } from "@commonlane/contract/ride-series";
import type { Ride } from "@commonlane/contract/rides";
import { Plural, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "#shared/api/error-text.ts";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { UndoBar } from "#shared/ui/UndoBar.tsx";
import { useUndoable } from "#shared/forms/use-undoable.ts";
import { Link } from "#shared/ui/Link.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { ReasonDialog } from "#shared/ui/ReasonDialog.tsx";
import { SkeletonRideCards } from "#shared/ui/Skeleton.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { formatCalendarDate } from "#shared/formatting/weekdays.ts";
import { formatTime } from "#shared/formatting/format.ts";
import { daysOfSeries, useSkipDay } from "../hosting.queries.ts";

/** Upcoming days of a series; each is a ride and can be skipped in place. */
export function SeriesDays({ series }: { series: RideSeries }) {
  const { t } = useLingui();
  const { data, error, isPending, isFetching, refetch } = useQuery(daysOfSeries(series.id));
  const [skippedDay, setSkippedDay] = useState<string>();
  if (isPending) return <SkeletonRideCards count={2} />;
  if (!data) {
    return (
      <ErrorState
        message={errorText(
          error,
          t`Couldn't load these rides. Check your connection and try again.`,
        )}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  const isActive = series.status === "active";
  return (
    <section aria-labelledby="days" className="grid gap-3">
      <h2 id="days" className="text-lg font-bold">{t`Upcoming days`}</h2>
      {data.items.length === 0 && <p className="text-ink-2">{t`No upcoming days.`}</p>}
      <ul className="grid divide-y divide-line card empty:hidden">
        {data.items.map((ride) => (
          <DayRow
            key={ride.id}
            ride={ride}
            seriesId={series.id}
            onSkip={isActive ? setSkippedDay : undefined}
          />
        ))}
      </ul>
      {isActive && <SkipOtherDay series={series} onSkip={setSkippedDay} />}
      {skippedDay && (
        <SkipDayDialog
          seriesId={series.id}
          day={skippedDay}
          onClose={() => setSkippedDay(undefined)}
        />
      )}
    </section>
  );
}

interface DayRowProps {
  readonly ride: Ride;
  readonly seriesId: string;
  /** Asks first, because passengers are notified. Undefined if days cannot be skipped any more. */
  readonly onSkip: ((day: string) => void) | undefined;
}

function DayRow({ ride, seriesId, onSkip }: DayRowProps) {
  const { t } = useLingui();
  const { seriesDay, departsAt, timeZone, status, seatsTotal, seatsLeft } = ride;
  const day = seriesDay ? formatCalendarDate(seriesDay) : "";
  const skipDay = useSkipDay(seriesId);
  const skip = useUndoable(() =>
    skipDay.mutateAsync({
      day: seriesDay ?? "",
      reason: "",
    }),
  );
  const hasPassengers = seatsLeft < seatsTotal;
  if (skip.waiting) {
    return (
      <li className="p-2 ps-4">
        <UndoBar text={t`Skipping ${day}…`} onUndo={skip.undo} />
      </li>
    );
  }
  return (
    <li className="grid p-2 ps-4">
      <div className="flex min-h-11 items-center gap-3">
        <Link
          to={`/rides/${ride.id}`}
          className="num min-w-0 flex-1 rounded-sm font-semibold underline-offset-4 hover:underline"
        >
          {day}, {formatTime(departsAt, timeZone)}
        </Link>
        {status === "scheduled" && hasPassengers && (
          <Pill tone="ok" icon="seat">
            <Plural value={seatsTotal - seatsLeft} one="# seat taken" other="# seats taken" />
          </Pill>
        )}
        {status === "cancelled" && <Pill tone="bad" icon="error">{t`Cancelled`}</Pill>}
        {status === "scheduled" && seriesDay && onSkip && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={t`Skip ${day}`}
            onClick={() => (hasPassengers ? onSkip(seriesDay) : skip.start())}
          >
            {t({
              comment: "Button: leave out this step or day.",
              message: "Skip",
            })}
          </Button>
        )}
      </div>
      <ErrorNotice error={skipDay.error} />
    </li>
  );
}

/** Skips a day for which no ride exists yet. */
function SkipOtherDay({ series, onSkip }: { series: RideSeries; onSkip: (day: string) => void }) {
  const { t } = useLingui();
  const [day, setDay] = useState("");
  const createdUntil = series.madeUntil ? formatCalendarDate(series.madeUntil) : "";
  return (
    <div className="grid gap-1.5">
      <div className="flex items-end gap-2">
        <TextField
          label={t`Skip another day`}
          type="date"
          className="flex-1"
          min={series.firstDay}
          max={series.lastDay ?? undefined}
          {...bindText(day, setDay)}
        />
        <Button variant="line" disabled={day === ""} onClick={() => onSkip(day)}>
          {t`Skip`}
        </Button>
      </div>
      <p className="text-sm text-ink-3">{t`Offered until ${createdUntil}. Later days are added automatically.`}</p>
    </div>
  );
}

interface SkipDayDialogProps {
  readonly seriesId: string;
  readonly day: string;
  readonly onClose: () => void;
}

function SkipDayDialog({ seriesId, day, onClose }: SkipDayDialogProps) {
  const { t } = useLingui();
  const toast = useToast();
  const skipDay = useSkipDay(seriesId);
  const dayLabel = formatCalendarDate(day);
  const confirm = (reason: string) =>
    afterMutation(
      skipDay.mutateAsync({
        day,
        reason,
      }),
      () => {
        toast({
          message: t`You're not driving on ${dayLabel}.`,
          type: "success",
        });
        onClose();
      },
    );
  return (
    <ReasonDialog
      masked
      open
      onClose={onClose}
      title={t`Cancel ${dayLabel}?`}
      text={t`Your passengers on that day are notified right away. Other days stay; you can't restore this one.`}
      cancelLabel={t`Keep this day`}
      confirmLabel={t`Cancel this day`}
      icon="trash"
      onConfirm={confirm}
      busy={skipDay.isPending}
      error={skipDay.error ? errorText(skipDay.error) : undefined}
    />
  );
}
