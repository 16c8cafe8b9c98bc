import type { Figures } from "@commonlane/contract/community-calls";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { SegmentedChoice } from "#shared/ui/SegmentedChoice.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { Bars } from "./Bars.tsx";
import { figuresOf } from "./community.queries.ts";
import { Facts } from "./parts.tsx";

/** The community in numbers, week by week, drawn and as a table. */
export function Numbers() {
  const { t } = useLingui();
  const [weeks, setWeeks] = useState<"12" | "26" | "52">("12");
  const { data, error, refetch, isRefetching } = useQuery(figuresOf(Number(weeks)));
  return (
    <>
      <h2 className="sr-only">{t`Numbers`}</h2>
      <SegmentedChoice
        label={t`How far back`}
        hideLabel
        value={weeks}
        options={[
          { value: "12", label: t`12 weeks` },
          { value: "26", label: t`26 weeks` },
          { value: "52", label: t`52 weeks` },
        ]}
        onChange={setWeeks}
      />
      {!data && error && <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isRefetching} />}
      {!data && !error && <SkeletonCards />}
      {data && <Shown figures={data} />}
    </>
  );
}

const total = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);

function Shown({ figures }: { figures: Figures }) {
  const { t, i18n } = useLingui();
  const { weeks, co2GramsPerKm, costPerKmMinor, currency } = figures;
  const sum = (of: (week: Figures["weeks"][number]) => number) => total(weeks.map(of));
  const [seatKm, asked, accepted] = [sum((w) => w.seatKm), sum((w) => w.asked), sum((w) => w.accepted)];
  const kg = i18n.number(Math.round((seatKm * co2GramsPerKm) / 1000));
  const saved = i18n.number((seatKm * costPerKmMinor) / 100, { style: "currency", currency, maximumFractionDigits: 0 });
  const km = i18n.number(seatKm);
  return (
    <>
      <Facts
        facts={[
          { name: t`Members`, value: i18n.number(figures.members) },
          { name: t`Rides that left`, value: i18n.number(sum((w) => w.rides)) },
          { name: t`Seats shared`, value: t`${i18n.number(sum((w) => w.seats))}, over ${km} km` },
          {
            name: t`CO₂ saved at most`,
            value: t`${kg} kg, at ${co2GramsPerKm} g for each person and kilometre by car`,
          },
          { name: t`Cost saved at most`, value: saved },
          { name: t`Match rate`, value: asked === 0 ? "–" : i18n.number(accepted / asked, { style: "percent" }) },
        ]}
      />
      <Plots figures={figures} />
      <WeekTable figures={figures} />
    </>
  );
}

/** The same week by week, drawn. */
function Plots({ figures: { weeks, co2GramsPerKm, costPerKmMinor, currency } }: { figures: Figures }) {
  const { t, i18n } = useLingui();
  const waited = useWaited();
  const barsOf = (of: (week: Figures["weeks"][number]) => number | null) =>
    weeks.map((week) => ({ label: week.begins, value: of(week) }));
  const count = (value: number) => i18n.number(value);
  const kg = (value: number) => t`${i18n.number(Math.round(value))} kg`;
  const money = (value: number) => i18n.number(value, { style: "currency", currency, maximumFractionDigits: 0 });
  const percent = (value: number) => i18n.number(value, { style: "percent" });
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Bars title={t`Rides that left`} bars={barsOf((w) => w.rides)} say={count} />
      <Bars title={t`Seats shared`} bars={barsOf((w) => w.seats)} say={count} />
      <Bars title={t`CO₂ saved at most`} bars={barsOf((w) => (w.seatKm * co2GramsPerKm) / 1000)} say={kg} />
      <Bars title={t`Cost saved at most`} bars={barsOf((w) => (w.seatKm * costPerKmMinor) / 100)} say={money} />
      <Bars
        title={t`Match rate`}
        bars={barsOf((w) => (w.asked === 0 ? null : w.accepted / w.asked))}
        say={percent}
        most={1}
      />
      <Bars title={t`Answer within`} bars={barsOf((w) => w.answerS)} say={waited} />
    </div>
  );
}

/** How long something took, in minutes or hours. */
function useWaited(): (seconds: number) => string {
  const { t, i18n } = useLingui();
  return (seconds) => {
    const minutes = Math.round(seconds / 60);
    const hours = i18n.number(minutes / 60, { maximumFractionDigits: 1 });
    return minutes < 120 ? t`${i18n.number(minutes)} min` : t`${hours} h`;
  };
}

function WeekTable({ figures }: { figures: Figures }) {
  const { t, i18n } = useLingui();
  const columns = [t`Week of`, t`Joined`, t`Rides`, t`Seats`, t`Seat km`, t`Asked`, t`Accepted`, t`Answer within`];
  const waited = useWaited();
  return (
    <div
      // A table that is wider than a phone is moved by keyboard, too.
      tabIndex={0}
      role="region"
      aria-label={t`Numbers week by week`}
      className="overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table className="w-full text-end text-sm tabular-nums">
        <caption className="p-4 text-start font-semibold">{t`Week by week`}</caption>
        <thead>
          <tr className="border-b border-line">
            {columns.map((column, n) => (
              <th key={column} scope="col" className={n === 0 ? "px-4 py-2 text-start" : "px-4 py-2 text-end"}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.weeks.toReversed().map((week) => (
            <tr key={week.begins} className="border-b border-line last:border-0">
              <th scope="row" className="px-4 py-2 text-start font-normal whitespace-nowrap">
                {i18n.date(`${week.begins}T12:00:00Z`, { dateStyle: "medium", timeZone: "UTC" })}
              </th>
              {[week.joined, week.rides, week.seats, week.seatKm, week.asked, week.accepted].map((number, n) => (
                // Columns never move.
                <td key={n} className="px-4 py-2">
                  {i18n.number(number)}
                </td>
              ))}
              <td className="px-4 py-2 whitespace-nowrap">{week.answerS === null ? "–" : waited(week.answerS)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
