import type { RideSeries } from "@commonlane/contract/ride-series";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useParams } from "react-router";
import { errorText } from "#shared/api/error-text.ts";
import { formatClockTime, townName } from "#shared/formatting/format.ts";
import {
  formatCalendarDate,
  formatCalendarDates,
  formatWeekdays,
} from "#shared/formatting/weekdays.ts";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { ReasonDialog } from "#shared/ui/ReasonDialog.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { firstOfWeekdays } from "../draft/departure.ts";
import { ownSeries, seriesById, useEndSeries } from "../hosting.queries.ts";
import { PublishedCard } from "../PublishedCard.tsx";
import { ChangeSeriesDays, ChangeSeriesTerms } from "./ChangeSeries.tsx";
import { SeriesDays } from "./SeriesDays.tsx";

/** Recurring ride, for its host: days, changes and end. */
export function SeriesScreen() {
  const { t } = useLingui();
  const { seriesId = "" } = useParams();
  const { data: series, error, isPending, isFetching, refetch } = useQuery(seriesById(seriesId));
  if (series) return <LoadedSeries series={series} />;
  return (
    <SeriesPage title={t`Recurring ride`}>
      {isPending ? (
        <SkeletonCards />
      ) : (
        <ErrorState
          message={errorText(
            error,
            t`Couldn't load these rides. Check your connection and try again.`,
          )}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
    </SeriesPage>
  );
}

function LoadedSeries({ series }: { series: RideSeries }) {
  const { t } = useLingui();
  const [openDialog, setOpenDialog] = useState<"change" | "terms" | "end">();
  const { ride, weekdays, time, missed, status } = series;
  const from = townName(ride.origin.label);
  const to = townName(ride.destination.label);
  const close = () => setOpenDialog(undefined);
  return (
    <SeriesPage title={t`${from} to ${to}`}>
      <PublishedCard isSeries />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="num text-lg font-semibold text-ink-2">{t`${formatWeekdays(weekdays)} at ${formatClockTime(time)}`}</p>
        {status === "ended" && <Pill tone="quiet" icon="check">{t`Ended`}</Pill>}
      </div>
      <SeriesPeriod series={series} />
      {missed.length > 0 && (
        <Notice tone="warn">{t`Not offered because of another ride of yours: ${formatCalendarDates(missed)}.`}</Notice>
      )}
      <SeriesStoppedNotice series={series} />
      <SeriesDays series={series} />
      {status === "active" && (
        <div className="flex flex-wrap gap-2 border-t border-line pt-4">
          <Button variant="line" icon="edit" onClick={() => setOpenDialog("change")}>
            {t`Edit days and time`}
          </Button>
          <Button variant="line" icon="coins" onClick={() => setOpenDialog("terms")}>
            {t`Edit seats and price`}
          </Button>
          <Button variant="line" icon="trash" onClick={() => setOpenDialog("end")}>
            {t`End these rides`}
          </Button>
        </div>
      )}
      {openDialog === "change" && <ChangeSeriesDays series={series} onClose={close} />}
      {openDialog === "terms" && <ChangeSeriesTerms series={series} onClose={close} />}
      {openDialog === "end" && <EndSeries seriesId={series.id} onClose={close} />}
    </SeriesPage>
  );
}

/** Explains why the series can no longer create rides and how to fix it. */
function SeriesStoppedNotice({ series: { stopped, status } }: { series: RideSeries }) {
  const { t } = useLingui();
  if (!stopped || status === "ended") return null;
  return (
    <Notice tone="bad">
      <p className="font-semibold">{t`Not offered from ${formatCalendarDate(stopped.since)}`}</p>
      <p>{stopped.reason}</p>
      <p>{t`Fix the problem below to offer these days again.`}</p>
    </Notice>
  );
}

function SeriesPeriod({ series }: { series: RideSeries }) {
  const { t } = useLingui();
  const { firstDay, lastDay, exceptions, weekdays } = series;
  const from = formatCalendarDate(firstOfWeekdays(firstDay, weekdays));
  const period = lastDay ? t`From ${from} to ${formatCalendarDate(lastDay)}` : t`From ${from}`;
  const exceptionsText =
    exceptions.length > 0 ? `, ${t`not on ${formatCalendarDates(exceptions)}`}` : "";
  return (
    <div className="-mt-2 grid gap-2 text-ink-2">
      <p>{period + exceptionsText}</p>
      <OtherWay series={series} />
    </div>
  );
}

/** Link to the series in the other direction, with its time. */
function OtherWay({ series: { id, returnOf } }: { series: RideSeries }) {
  const { t } = useLingui();
  const { data } = useQuery(ownSeries);
  const other = data?.items.find((one) => one.id === returnOf || one.returnOf === id);
  if (!other) return null;
  const days = t`${formatWeekdays(other.weekdays)} at ${formatClockTime(other.time)}`;
  return (
    <Link
      to={`/series/${other.id}`}
      className={`${buttonClasses("soft", "sm")} justify-self-start`}
    >
      <Icon name="swap" />
      {other.id === returnOf ? t`Outward trip: ${days}` : t`Return trip: ${days}`}
    </Link>
  );
}

function SeriesPage({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useLingui();
  useTitle(title);
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-4 px-(--gutter) py-6">
      <Link
        to="/host"
        className="justify-self-start rounded-sm font-semibold text-brand underline-offset-4 hover:underline"
      >
        {t`Your rides`}
      </Link>
      <h1 className="text-2xl font-bold tracking-[-.02em] outline-none">{title}</h1>
      {children}
    </div>
  );
}

/** Confirms the end of a series. */
function EndSeries({ seriesId, onClose }: { seriesId: string; onClose: () => void }) {
  const { t } = useLingui();
  const toast = useToast();
  const endSeries = useEndSeries(seriesId);
  const confirm = (reason: string) =>
    afterMutation(endSeries.mutateAsync(reason), ({ unchangedDays }) => {
      const days = formatCalendarDates(unchangedDays);
      const messageWithDays = t`The recurring ride has ended. Days with passengers stay: ${days}.`;
      toast({
        message: unchangedDays.length > 0 ? messageWithDays : t`The recurring ride has ended.`,
        type: "success",
      });
      onClose();
    });
  return (
    <ReasonDialog
      masked
      open
      onClose={onClose}
      title={t`End these rides?`}
      text={t`No new days are added. Days with passengers stay until you cancel them one by one.`}
      cancelLabel={t`Keep these rides`}
      confirmLabel={t`End these rides`}
      icon="trash"
      onConfirm={confirm}
      busy={endSeries.isPending}
      error={endSeries.error ? errorText(endSeries.error) : undefined}
    />
  );
}
