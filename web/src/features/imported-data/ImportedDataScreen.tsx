import {
  type ImportedData,
  importedData,
  type ImportedSeries,
} from "@commonlane/contract/member-imports";
import { profiles } from "@commonlane/contract/profiles";
import { rideSeries } from "@commonlane/contract/ride-series";
import { rides } from "@commonlane/contract/rides";
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import {
  mutationOptions,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#shared/api/api-client.ts";
import { endpointQuery, invalidateEndpoints } from "#shared/api/endpoint-query.ts";
import { formatClockTime, formatList, formatMoney, townName } from "#shared/formatting/format.ts";
import { namesIn } from "#shared/formatting/formatters.ts";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";
import { formatWeekdays } from "#shared/formatting/weekdays.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ConsequenceDialog } from "#shared/ui/ConsequenceDialog.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { useTitle } from "#shared/ui/use-title.ts";

export const importedQuery = endpointQuery(importedData.get, {}, { staleTime: 0 });

/** Loads what is left, and the profile that says whether anything is. */
const reloadImported = (queries: QueryClient): Promise<void> =>
  invalidateEndpoints(queries, importedData.get, profiles.get);

/** Publishes an imported series; its rides are in the user's lists afterwards. */
export const publishImportedSeries = (queries: QueryClient, seriesId: string) =>
  mutationOptions({
    mutationFn: () => call(importedData.publishSeries, { params: { seriesId } }),
    onSettled: () =>
      Promise.all([reloadImported(queries), invalidateEndpoints(queries, rides, rideSeries)]),
  });

/** What another platform sent about the user: to take over, to publish, or to delete. */
export function ImportedDataScreen() {
  const { t } = useLingui();
  const query = useQuery(importedQuery);
  const { data } = query;
  useTitle(t`Your data from elsewhere`);
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-5 px-(--gutter) py-8">
      <h1 tabIndex={-1} className="text-2xl font-bold tracking-[-.02em] outline-none">
        {t`Your data from elsewhere`}
      </h1>
      {!data && <NotLoaded query={query} />}
      {data?.data === null && (
        <>
          <Notice tone="ok">{t`Nothing is left to decide.`}</Notice>
          <p>
            <Link to="/home" className={buttonClasses("line")}>{t`Go to home`}</Link>
          </p>
        </>
      )}
      {data?.data && <Decisions data={data.data} />}
    </div>
  );
}

function Decisions({ data }: { data: ImportedData }) {
  const { t } = useLingui();
  const [isRemoving, setRemoving] = useState(false);
  const { platform, series } = data;
  const deletedOn = formatUserDate(data.expiresAt);
  return (
    <>
      <p className="text-ink-2">
        <Trans>
          {platform} sent this to your community. Only you see it. What you don't take over is
          deleted on {deletedOn}.
        </Trans>
      </p>
      <ProfileCard data={data} />
      {series.length > 0 && (
        <section aria-labelledby="imported-series" className="grid gap-3">
          <h2 id="imported-series" className="text-lg font-bold">{t`Recurring rides`}</h2>
          <p className="text-ink-2">{t`Others find a ride once you publish it. You can change it afterwards.`}</p>
          <ul className="grid divide-y divide-line card">
            {series.map((one) => (
              <SeriesRow key={one.id} series={one} />
            ))}
          </ul>
        </section>
      )}
      <Button
        variant="line"
        className="justify-self-start"
        onClick={() => setRemoving(true)}
      >{t`Delete the rest`}</Button>
      {isRemoving && <RemoveDialog onClose={() => setRemoving(false)} />}
    </>
  );
}

function ProfileCard({ data: { profile, vehicles } }: { data: ImportedData }) {
  const { t, i18n } = useLingui();
  const names = namesIn(i18n.locale, { type: "language" });
  const queries = useQueryClient();
  const takeOver = useMutation({
    mutationFn: () => call(importedData.takeOver, {}),
    onSuccess: () => reloadImported(queries),
  });
  const name = [profile.firstName, profile.lastName].filter(Boolean).join(" ");
  const languages = formatList((profile.languages ?? []).map((code) => names.of(code) ?? code));
  const lines = [name, profile.bio, languages].filter(Boolean);
  if (lines.length === 0 && vehicles.length === 0) return null;
  return (
    <section aria-labelledby="imported-profile" className="grid gap-3 card p-5">
      <h2 id="imported-profile" className="text-lg font-bold">{t`Profile and vehicles`}</h2>
      <ul className="grid gap-1">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            <bdi>{line}</bdi>
          </li>
        ))}
        {vehicles.map(({ make, model, colour, plate }) => (
          <li key={plate} className="wrap-anywhere">
            {make} {model}, {colour}, <bdi>{plate}</bdi>
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-2">{t`What your profile already says stays as it is.`}</p>
      <ErrorNotice error={takeOver.error} />
      <Button
        className="justify-self-start"
        busy={takeOver.isPending}
        onClick={() => takeOver.mutate()}
      >{t`Take over`}</Button>
    </section>
  );
}

function SeriesRow({ series }: { series: ImportedSeries }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const publish = useMutation(publishImportedSeries(queries, series.id));
  const { from, to, weekdays, time, returnTime, seatsTotal, contribution } = series;
  const route = t`${townName(from)} to ${townName(to)}`;
  const back = returnTime === null ? "" : formatClockTime(returnTime);
  const details = [
    t`${formatWeekdays(weekdays)} at ${formatClockTime(time)}`,
    returnTime !== null && t`back at ${back}`,
    t`${plural(seatsTotal, {
      one: "# seat",
      other: "# seats",
    })}`,
    contribution && formatMoney(contribution),
  ].filter(Boolean);
  return (
    <li className="grid gap-3 p-4">
      <div className="flex flex-wrap items-center gap-3">
        <div className="grid min-w-0 flex-1 basis-60 gap-1">
          <span className="font-semibold wrap-anywhere">{route}</span>
          <span className="text-sm text-ink-2">{details.join(" · ")}</span>
        </div>
        <Button
          variant="line"
          size="sm"
          busy={publish.isPending}
          aria-label={t`Publish ${route}`}
          onClick={() => publish.mutate()}
        >{t`Publish`}</Button>
      </div>
      <ErrorNotice error={publish.error} />
    </li>
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call(importedData.remove, {}),
    onSuccess: async () => {
      await reloadImported(queries);
      onClose();
    },
  });
  return (
    <ConsequenceDialog
      title={t`Delete this data?`}
      text={t`What you took over or published stays.`}
      confirmLabel={t`Delete`}
      call={remove}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
