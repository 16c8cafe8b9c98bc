import type { ReportStatistics } from "@commonlane/contract/report-files";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { reportStatistics } from "../moderation.queries.ts";
import { DetailList, ModerationSection } from "#shared/console/console-ui.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";

/** How fast the team acts on reports, and what is open by age and urgency. */
export function ReportTimes({ weeks }: { weeks: number }) {
  const { t } = useLingui();
  const query = useQuery(reportStatistics(weeks));
  const { data } = query;
  return (
    <ModerationSection title={t`Reports`}>
      {!data && <NotLoaded query={query} />}
      {data && <ReportFigures figures={data} />}
    </ModerationSection>
  );
}

function ReportFigures({ figures: { all, urgent, open } }: { figures: ReportStatistics }) {
  const { t, i18n } = useLingui();
  const formatWait = useWaitText();
  const wait = (seconds: number | null) => {
    if (seconds === null) return "–";
    return seconds < 60 ? t`a minute` : formatWait(seconds);
  };
  const times = ({ handled, medianS, p90S }: ReportStatistics["all"]) =>
    handled === 0 ? "–" : t`half within ${wait(medianS)}, 90% within ${wait(p90S)}`;
  const rows = [
    { label: t`Urgent`, ages: open.urgent },
    {
      label: t({
        comment: "All other reasons in a table.",
        message: "Others",
      }),
      ages: open.other,
    },
  ];
  const columns = [t`Open`, t`Under 1 hour`, t`Under 1 day`, t`Under 1 week`, t`Older`];
  return (
    <>
      <DetailList
        details={[
          {
            name: t`Reports acted on`,
            value: i18n.number(all.handled),
          },
          {
            name: t`Time to first action`,
            value: times(all),
          },
          {
            name: t`Of urgent reports`,
            value: times(urgent),
          },
        ]}
      />
      <div
        // Lets keyboard users scroll a table that is wider than the screen.
        tabIndex={0}
        role="region"
        aria-label={t`Open reports by age`}
        className="overflow-x-auto card"
      >
        <table className="w-full text-end text-sm tabular-nums">
          <caption className="p-4 text-start font-semibold">{t`Open reports by age`}</caption>
          <thead>
            <tr className="border-b border-line">
              {columns.map((column, n) => (
                <th
                  key={column}
                  scope="col"
                  className={n === 0 ? "px-4 py-2 text-start" : "px-4 py-2 text-end"}
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, ages }) => (
              <tr key={label} className="border-b border-line last:border-0">
                <th scope="row" className="px-4 py-2 text-start font-normal">
                  {label}
                </th>
                <td className="px-4 py-2">{i18n.number(ages.lessThanHour)}</td>
                <td className="px-4 py-2">{i18n.number(ages.lessThanDay)}</td>
                <td className="px-4 py-2">{i18n.number(ages.lessThanWeek)}</td>
                <td className="px-4 py-2">{i18n.number(ages.older)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Formats a duration in minutes or hours. */
export function useWaitText(): (seconds: number) => string {
  const { t, i18n } = useLingui();
  return (seconds) => {
    const minutes = Math.round(seconds / 60);
    const hours = i18n.number(minutes / 60, { maximumFractionDigits: 1 });
    return minutes < 120 ? t`${i18n.number(minutes)} min` : t`${hours} h`;
  };
}
