import type { RideSeries } from "@commonlane/contract/ride-series";
import type { Ride } from "@commonlane/contract/rides";
import { Plural, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "#shared/error-text.ts";
import { whenDone } from "#shared/forms/when-done.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { ReasonDialog } from "#shared/ui/ReasonDialog.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { TextField } from "#shared/ui/TextField.tsx";
import { useToast } from "#shared/ui/Toasts.tsx";
import { dateText } from "#shared/wording/weekdays.ts";
import { timeText } from "#shared/wording/wording.ts";
import { daysOfSeries, useSkipDay } from "./hosting.queries.ts";

/** The days of a series still to come; each is a ride of its own, and can be left out. */
export function SeriesDays({ series }: { series: RideSeries }) {
  const { t } = useLingui();
  const { data, error, isPending, isFetching, refetch } = useQuery(daysOfSeries(series.id));
  const [leaving, setLeaving] = useState<string>();
  if (isPending) return <SkeletonCards count={2} />;
  if (!data) {
    return (
      <ErrorState
        message={errorText(error, t`These rides could not be loaded. Check your connection and try again.`)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  const active = series.status === "active";
  return (
    <section aria-labelledby="days" className="grid gap-3">
      <h2 id="days" className="text-lg font-bold">{t`Days to come`}</h2>
      {data.items.length === 0 && <p className="text-ink-2">{t`There are none.`}</p>}
      <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface empty:hidden">
        {data.items.map((ride) => (
          <DayRow key={ride.id} ride={ride} onLeaveOut={active ? setLeaving : undefined} />
        ))}
      </ul>
      {active && <AnotherDay series={series} onLeaveOut={setLeaving} />}
      {leaving && <LeaveOutDialog seriesId={series.id} day={leaving} onClose={() => setLeaving(undefined)} />}
    </section>
  );
}

function DayRow({ ride, onLeaveOut }: { ride: Ride; onLeaveOut: ((day: string) => void) | undefined }) {
  const { t } = useLingui();
  const { seriesDay, departsAt, timeZone, status, seatsTotal, seatsLeft } = ride;
  const day = seriesDay ? dateText(seriesDay) : "";
  return (
    <li className="flex min-h-14 items-center gap-3 p-2 ps-4">
      <Link
        to={`/rides/${ride.id}`}
        className="num min-w-0 flex-1 rounded-sm font-semibold underline-offset-4 hover:underline"
      >
        {day}, {timeText(departsAt, timeZone)}
      </Link>
      {status === "scheduled" && seatsLeft < seatsTotal && (
        <Pill tone="ok" icon="seat">
          <Plural value={seatsTotal - seatsLeft} one="# seat taken" other="# seats taken" />
        </Pill>
      )}
      {status === "cancelled" && <Pill tone="bad" icon="error">{t`Cancelled`}</Pill>}
      {status === "scheduled" && seriesDay && onLeaveOut && (
        <Button variant="ghost" size="sm" aria-label={t`Cancel ${day}`} onClick={() => onLeaveOut(seriesDay)}>
          {t`Cancel`}
        </Button>
      )}
    </li>
  );
}

/** A day farther ahead than rides are on offer yet. */
function AnotherDay({ series, onLeaveOut }: { series: RideSeries; onLeaveOut: (day: string) => void }) {
  const { t } = useLingui();
  const [day, setDay] = useState("");
  const until = series.madeUntil ? dateText(series.madeUntil) : "";
  return (
    <div className="grid gap-1.5">
      <div className="flex items-end gap-2">
        <TextField
          label={t`Leave out another day`}
          type="date"
          className="flex-1"
          min={series.firstDay}
          max={series.lastDay ?? undefined}
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
        <Button variant="line" disabled={day === ""} onClick={() => onLeaveOut(day)}>
          {t`Leave out`}
        </Button>
      </div>
      <p className="text-sm text-ink-3">{t`On offer up to ${until}; later days follow by themselves.`}</p>
    </div>
  );
}

interface LeaveOutDialogProps {
  readonly seriesId: string;
  readonly day: string;
  readonly onClose: () => void;
}

function LeaveOutDialog({ seriesId, day, onClose }: LeaveOutDialogProps) {
  const { t } = useLingui();
  const toast = useToast();
  const skip = useSkipDay(seriesId);
  const named = dateText(day);
  const confirm = (reason: string) =>
    whenDone(skip.mutateAsync({ day, reason }), () => {
      toast({ message: t`You do not drive on ${named}.`, type: "success" });
      onClose();
    });
  return (
    <ReasonDialog
      masked
      open
      onClose={onClose}
      title={t`Cancel ${named}?`}
      text={t`Everybody aboard on that day is told at once. The other days stay, and this one does not come back.`}
      keep={t`Keep the day`}
      confirm={t`Cancel this day`}
      icon="trash"
      onConfirm={confirm}
      busy={skip.isPending}
      error={skip.error ? errorText(skip.error, t`This did not reach the server. Try again.`) : undefined}
    />
  );
}
