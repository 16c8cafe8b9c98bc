import type { CommunityStatistics } from "@commonlane/contract/community-admin";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SegmentedChoice } from "#shared/ui/fields/SegmentedChoice.tsx";
import { WeeklyBarChart } from "#shared/ui/WeeklyBarChart.tsx";
import { ReportTimes, useWaitText } from "./ReportTimes.tsx";
import { DetailList } from "#shared/console/console-ui.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { communityStatistics } from "../moderation.queries.ts";

/** Weekly statistics of the community, as charts and as a table. */
export function Statistics() {
  const { t } = useLingui();
  const [weeks, setWeeks] = useState<"12" | "26" | "52">("12");
  const query = useQuery(communityStatistics(Number(weeks)));
  const { data } = query;
  return (
    <>
      <h2 className="sr-only">{t`Statistics`}</h2>
      <SegmentedChoice
        label={t`Period`}
        hideLabel
        value={weeks}
        options={[
          { value: "12", label: t`12 weeks` },
          { value: "26", label: t`26 weeks` },
          { value: "52", label: t`52 weeks` },
        ]}
        onChange={setWeeks}
      />
      {!data && <NotLoaded query={query} />}
      {data && <StatisticsView figures={data} />}
      <ReportTimes weeks={Number(weeks)} />
    </>
  );
}

function sumOf(numbers: readonly number[]) {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function StatisticsView({ figures }: { figures: CommunityStatistics }) {
  const { t, i18n } = useLingui();
  const { weeks, co2GramsPerKm, costPerKmMinor, currency } = figures;
  const sum = (valueOf: (week: CommunityStatistics["weeks"][number]) => number) =>
    sumOf(weeks.map(valueOf));
  const seatKm = sum((w) => w.seatKm);
  const requested = sum((w) => w.requests);
  const accepted = sum((w) => w.accepted);
  const kg = i18n.number(Math.round((seatKm * co2GramsPerKm) / 1000));
  const saved = i18n.number((seatKm * costPerKmMinor) / 100, {
    style: "currency",
    currency,
    maximumFractionDigits: 0,
  });
  const km = i18n.number(seatKm);
  return (
    <>
      <DetailList
        details={[
          {
            name: t`Members`,
            value: i18n.number(figures.members),
          },
          {
            name: t`Rides departed`,
            value: i18n.number(sum((w) => w.rides)),
          },
          {
            name: t`Seats shared`,
            value: t`${i18n.number(sum((w) => w.seats))}, over ${km} km`,
          },
          {
            name: t`CO₂ saved`,
            value: t`Up to ${kg} kg, at ${co2GramsPerKm} g per person and kilometre by car`,
          },
          {
            name: t`Costs saved`,
            value: t`Up to ${saved}`,
          },
          {
            name: t`Match rate`,
            value: requested === 0 ? "–" : i18n.number(accepted / requested, { style: "percent" }),
          },
        ]}
      />
      <StatisticsCharts figures={figures} />
      <WeekTable figures={figures} />
    </>
  );
}

/** Bar charts of the weekly figures. */
function StatisticsCharts({
  figures: { weeks, co2GramsPerKm, costPerKmMinor, currency },
}: {
  figures: CommunityStatistics;
}) {
  const { t, i18n } = useLingui();
  const formatWait = useWaitText();
  const toBars = (valueOf: (week: CommunityStatistics["weeks"][number]) => number | null) =>
    weeks.map((week) => ({
      label: week.begins,
      value: valueOf(week),
    }));
  const count = (value: number) => i18n.number(value);
  const kg = (value: number) => t`${i18n.number(Math.round(value))} kg`;
  const money = (value: number) =>
    i18n.number(value, {
      style: "currency",
      currency,
      maximumFractionDigits: 0,
    });
  const percent = (value: number) => i18n.number(value, { style: "percent" });
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <WeeklyBarChart title={t`Rides departed`} bars={toBars((w) => w.rides)} formatValue={count} />
      <WeeklyBarChart title={t`Seats shared`} bars={toBars((w) => w.seats)} formatValue={count} />
      <WeeklyBarChart
        title={t`CO₂ saved`}
        bars={toBars((w) => (w.seatKm * co2GramsPerKm) / 1000)}
        formatValue={kg}
      />
      <WeeklyBarChart
        title={t`Costs saved`}
        bars={toBars((w) => (w.seatKm * costPerKmMinor) / 100)}
        formatValue={money}
      />
      <WeeklyBarChart
        title={t`Match rate`}
        bars={toBars((w) => (w.requests === 0 ? null : w.accepted / w.requests))}
        formatValue={percent}
        maxValue={1}
      />
      <WeeklyBarChart
        title={t`Response time`}
        bars={toBars((w) => w.answerS)}
        formatValue={formatWait}
      />
    </div>
  );
}

function WeekTable({ figures }: { figures: CommunityStatistics }) {
  const { t, i18n } = useLingui();
  const columns = [
    t`Week of`,
    t`Joined`,
    t`Rides`,
    t`Seats`,
    t`Seat km`,
    t`Requested`,
    t`Accepted`,
    t`Response time`,
  ];
  const formatWait = useWaitText();
  return (
    <div
      // Lets keyboard users scroll a table that is wider than the screen.
      tabIndex={0}
      role="region"
      aria-label={t`Statistics by week`}
      className="overflow-x-auto card"
    >
      <table className="w-full text-end text-sm tabular-nums">
        <caption className="p-4 text-start font-semibold">{t`By week`}</caption>
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
          {figures.weeks.toReversed().map((week) => (
            <tr key={week.begins} className="border-b border-line last:border-0">
              <th scope="row" className="px-4 py-2 text-start font-normal whitespace-nowrap">
                {i18n.date(`${week.begins}T12:00:00Z`, {
                  dateStyle: "medium",
                  timeZone: "UTC",
                })}
              </th>
              {[week.joined, week.rides, week.seats, week.seatKm, week.requests, week.accepted].map(
                (number, n) => (
                  // The columns never change their order.
                  <td key={n} className="px-4 py-2">
                    {i18n.number(number)}
                  </td>
                ),
              )}
              <td className="px-4 py-2 whitespace-nowrap">
                {week.answerS === null ? "–" : formatWait(week.answerS)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
