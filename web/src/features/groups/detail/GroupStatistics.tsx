import type { GroupWeek } from "@commonlane/contract/group-management";
import type { Group } from "@commonlane/contract/groups";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { WeeklyBarChart } from "#shared/ui/WeeklyBarChart.tsx";
import { statisticsOfGroup } from "../groups.queries.ts";
import { saveCsv, toCsv } from "#shared/api/download.ts";

/** Short for the table and the file, where it is in many cells. */
const SUPPRESSED = "<5";

/** A group's weekly numbers as charts, as a table and as a file. */
export function GroupStatistics({ group }: { group: Group }) {
  const { t } = useLingui();
  const id = useId();
  const query = useQuery(statisticsOfGroup(group.id));
  const weeks = query.data;
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-4">
      <div className="grid gap-1">
        <h2 id={id} className="text-lg font-bold">{t`Statistics`}</h2>
        <p className="text-ink-2">{t`The last 26 whole weeks. Numbers with fewer than five people behind them are not shown.`}</p>
      </div>
      {!weeks && <NotLoaded query={query} placeholder={<SkeletonCards count={1} />} />}
      {weeks && weeks.every(isSuppressed) && <p>{t`There are no numbers to show yet.`}</p>}
      {weeks && !weeks.every(isSuppressed) && <Numbers weeks={weeks} />}
    </section>
  );
}

const isSuppressed = ({ members, ridesOffered, seatsBooked }: GroupWeek) =>
  members === null && ridesOffered === null && seatsBooked === null;

interface Column {
  readonly title: string;
  readonly read: (week: GroupWeek) => number | null;
}

function useColumns(): readonly Column[] {
  const { t } = useLingui();
  return [
    {
      title: t`Members`,
      read: ({ members }) => members,
    },
    {
      title: t`Rides offered`,
      read: ({ ridesOffered }) => ridesOffered,
    },
    {
      title: t`Seats booked`,
      read: ({ seatsBooked }) => seatsBooked,
    },
  ];
}

function Numbers({ weeks }: { weeks: readonly GroupWeek[] }) {
  const { t, i18n } = useLingui();
  const columns = useColumns();
  const textOf = (value: number | null) => (value === null ? SUPPRESSED : i18n.number(value));
  const save = () => {
    const rows = weeks.map((week) => [
      week.weekOf,
      ...columns.map(({ read }) => String(read(week) ?? SUPPRESSED)),
    ]);
    saveCsv(
      "group-statistics.csv",
      toCsv([[t`Week of`, ...columns.map(({ title }) => title)], ...rows]),
    );
  };
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        {columns.map(({ title, read }) => (
          <WeeklyBarChart
            key={title}
            title={title}
            bars={weeks.map((week) => ({
              label: week.weekOf,
              value: read(week),
            }))}
            formatValue={(value) => i18n.number(value)}
            nullText={t`fewer than 5`}
            isComplete
          />
        ))}
      </div>
      <details className="card">
        <summary className="min-h-11 cursor-pointer p-4 font-semibold -outline-offset-4">{t`Show as a table`}</summary>
        <WeekTable weeks={weeks} columns={columns} textOf={textOf} />
      </details>
      <Button variant="line" size="sm" className="justify-self-start" onClick={save}>
        {t`Download as CSV`}
      </Button>
    </>
  );
}

interface WeekTableProps {
  readonly weeks: readonly GroupWeek[];
  readonly columns: readonly Column[];
  readonly textOf: (value: number | null) => string;
}

function WeekTable({ weeks, columns, textOf }: WeekTableProps) {
  const { t, i18n } = useLingui();
  return (
    // Lets keyboard users scroll a table that is wider than the screen.
    <div
      tabIndex={0}
      role="region"
      aria-label={t`Statistics by week`}
      className="overflow-x-auto -outline-offset-4"
    >
      <table className="w-full text-sm tabular-nums">
        <thead>
          <tr className="border-y border-line">
            <th scope="col" className="py-2 ps-4 pe-2 text-start">{t`Week of`}</th>
            {columns.map(({ title }) => (
              <th key={title} scope="col" className="px-2 py-2 text-end sm:px-4">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.toReversed().map((week) => (
            <tr key={week.weekOf} className="border-b border-line last:border-0">
              <th scope="row" className="py-2 ps-4 pe-2 text-start font-normal whitespace-nowrap">
                {i18n.date(`${week.weekOf}T12:00:00Z`, {
                  dateStyle: "medium",
                  timeZone: "UTC",
                })}
              </th>
              {columns.map(({ title, read }) => (
                <td key={title} className="px-2 py-2 text-end sm:px-4">
                  {textOf(read(week))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
