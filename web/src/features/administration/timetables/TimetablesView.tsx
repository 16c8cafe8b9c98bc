import { DAY_MS } from "@commonlane/contract/durations";
import { type TimetableImport, type TimetableStatus, transit } from "@commonlane/contract/transit";
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { dateFormat } from "#shared/formatting/formatters.ts";
import { operatorCommand } from "#shared/operator-command.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { useNow } from "#shared/use-now.ts";
import { ModerationSection } from "#shared/console/console-ui.tsx";

/** Rarely, because every call of a moderator is written to the log. */
const POLL_WHILE_IMPORTING_MS = 30_000;
/** Operators should update a timetable before it ends. */
const ENDS_SOON_MS = 14 * DAY_MS;

const serverTimetables = endpointQuery(
  transit.timetables,
  {},
  {
    refetchInterval: ({ state }) =>
      state.data?.imports.some((item) => item.state === "running") === true
        ? POLL_WHILE_IMPORTING_MS
        : false,
  },
);

/** The timetables of public transport: what they hold, until when, and imports in progress. */
export function TimetablesView() {
  const { t } = useLingui();
  const query = useQuery(serverTimetables);
  const { data } = query;
  return (
    <>
      <h2 className="sr-only">{t`Timetables`}</h2>
      {!data && <NotLoaded query={query} />}
      {data && data.imports.length > 0 && (
        <ModerationSection title={t`Imports`}>
          <ul className="grid divide-y divide-line card">
            {data.imports.map((item) => (
              <li key={item.id} className="grid gap-2 p-4">
                <ImportRow item={item} />
              </li>
            ))}
          </ul>
        </ModerationSection>
      )}
      {data?.timetables.length === 0 && data.imports.length === 0 && <NoTimetables />}
      {data && data.timetables.length > 0 && (
        <>
          <ul className="grid gap-4">
            {data.timetables.map((timetable) => (
              <li key={timetable.id}>
                <TimetableCard timetable={timetable} />
              </li>
            ))}
          </ul>
          <UpdateHint />
        </>
      )}
    </>
  );
}

function UpdateHint() {
  const update = operatorCommand("transit", "update");
  return (
    <p className="text-sm text-ink-2">
      <Trans>
        The operator updates timetables with <code className="whitespace-nowrap">{update}</code>,
        best by a timer once a week.
      </Trans>
    </p>
  );
}

function NoTimetables() {
  const { t } = useLingui();
  return (
    <EmptyState title={t`No timetables yet`}>
      <Trans>
        Searches show no trains and buses. The operator can add a GTFS feed of public transport:
      </Trans>
      <code className="mt-3 block rounded-md bg-sunken p-3 text-start text-sm wrap-anywhere text-ink">
        {operatorCommand("transit", "add", "https://…/gtfs.zip")}
      </code>
    </EmptyState>
  );
}

function ImportRow({ item }: { item: TimetableImport }) {
  const { t } = useLingui();
  const { name, state, fraction, error } = item;
  const percent = Math.floor(fraction * 100);
  return (
    <>
      <span className="flex flex-wrap items-center justify-between gap-2">
        <strong className="wrap-anywhere">{name}</strong>
        {state === "running" && <Pill tone="info" icon="clock">{t`${percent} %`}</Pill>}
        {state === "stopped" && <Pill tone="warn" icon="alert">{t`Interrupted`}</Pill>}
        {state === "failed" && <Pill tone="bad" icon="alert">{t`Failed`}</Pill>}
      </span>
      {error !== null && (
        <span className="text-sm whitespace-pre-line text-bad wrap-anywhere">{error}</span>
      )}
    </>
  );
}

function TimetableCard({ timetable }: { timetable: TimetableStatus }) {
  const { t } = useLingui();
  const { name, attribution, licence, isExample, stops, lines, trips, warnings } = timetable;
  const from = formatDate(timetable.validFrom);
  const until = formatDate(timetable.validUntil);
  const imported = formatDate(timetable.importedAt);
  const licenceText = licence ?? t`licence not given`;
  return (
    <article className="grid gap-1.5 card p-4">
      <span className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold wrap-anywhere">{name}</h3>
        <ValidityPill timetable={timetable} />
      </span>
      <p className="text-sm text-ink-2">{t`${from} to ${until}, imported ${imported}`}</p>
      <p className="text-sm text-ink-2">
        {[
          t`${plural(stops, {
            one: "# stop",
            other: "# stops",
          })}`,
          t`${plural(lines, {
            one: "# line",
            other: "# lines",
          })}`,
          t`${plural(trips, {
            one: "# trip",
            other: "# trips",
          })}`,
        ].join(" · ")}
      </p>
      <p className="text-sm text-ink-2 wrap-anywhere">{t`By ${attribution} (${licenceText})`}</p>
      {isExample && <p className="text-sm text-ink-2">{t`These times are made up.`}</p>}
      {warnings.map((warning) => (
        <p key={warning} className="text-sm text-warn">
          <bdi lang="en">{warning}</bdi>
        </p>
      ))}
    </article>
  );
}

const formatDate = (date: string): string =>
  dateFormat({
    dateStyle: "medium",
    timeZone: "UTC",
  }).format(new Date(date));

function ValidityPill({ timetable }: { timetable: TimetableStatus }) {
  const { t } = useLingui();
  const leftMs = Date.parse(`${timetable.validUntil}T23:59:59Z`) - useNow();
  if (leftMs < 0) return <Pill tone="bad" icon="alert">{t`Ended`}</Pill>;
  if (leftMs < ENDS_SOON_MS) return <Pill tone="warn" icon="alert">{t`Ends soon`}</Pill>;
  return <Pill tone="ok" icon="check">{t`In use`}</Pill>;
}
