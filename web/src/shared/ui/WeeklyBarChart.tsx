import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { cx } from "./cx.ts";

interface Bar {
  /** First day of the week, YYYY-MM-DD. */
  readonly label: string;
  /** Null if the week has no value. */
  readonly value: number | null;
}

interface WeeklyBarChartProps {
  title: string;
  bars: readonly Bar[];
  /** Formats a value for display. */
  formatValue: (value: number) => string;
  /** Value of a full-height bar. Defaults to the highest value. */
  maxValue?: number;
  /** Shown for a week without a value. */
  nullText?: string;
  /** The last week is over too. */
  isComplete?: boolean;
}

/**
 * Weekly figures as bars; the last week is incomplete by default. Screen readers get the highest and latest value, and all values
 * are in the table below the charts.
 */
export function WeeklyBarChart(props: WeeklyBarChartProps) {
  const { title, bars, formatValue, maxValue, nullText, isComplete = false } = props;
  const { t, i18n } = useLingui();
  const id = useId();
  const topValue = maxValue ?? Math.max(0, ...bars.map(({ value }) => value ?? 0));
  const highestText = formatValue(Math.max(0, ...bars.map(({ value }) => value ?? 0)));
  const day = (label: string) =>
    i18n.date(`${label}T12:00:00Z`, {
      day: "numeric",
      month: "short",
      timeZone: "UTC",
    });
  const first = bars.at(0);
  const last = bars.at(-1);
  const textOf = (bar: Bar | undefined) =>
    bar && bar.value !== null ? formatValue(bar.value) : (nullText ?? "–");
  const latestText = textOf(last);
  const isEmpty = bars.every(({ value }) => !value);
  return (
    <figure aria-labelledby={id} className="grid gap-2 card p-4">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span id={id} className="font-semibold">
          {title}
        </span>
        <span className="text-sm text-ink-2 tabular-nums">
          {isComplete ? t`last week ${latestText}` : t`this week ${latestText}`}
        </span>
      </figcaption>
      {isEmpty && (
        <p className="grid h-32 place-items-center border-b border-edge text-ink-2">
          {nullText ?? t`No data for these weeks.`}
        </p>
      )}
      {!isEmpty && (
        <div
          role="img"
          aria-label={
            isComplete
              ? t`${title}: highest week ${highestText}, last week ${latestText}`
              : t`${title}: highest week ${highestText}, this week ${latestText}`
          }
          className="flex h-32 items-end gap-px border-t border-b border-edge border-t-line sm:gap-0.5"
        >
          {bars.map((bar) => (
            <div
              key={bar.label}
              title={`${day(bar.label)}: ${textOf(bar)}`}
              className={cx(
                "min-w-px flex-1 rounded-t-sm bg-brand",
                !isComplete && bar === last && "opacity-50",
              )}
              style={{
                height: `${((bar.value ?? 0) / Math.max(topValue, Number.MIN_VALUE)) * 100}%`,
              }}
            />
          ))}
        </div>
      )}
      <p aria-hidden="true" className="flex justify-between gap-2 text-sm text-ink-2 tabular-nums">
        <span>{first && day(first.label)}</span>
        {!isEmpty && (
          <span>
            {maxValue === undefined
              ? t`highest ${highestText}`
              : t`scale up to ${formatValue(maxValue)}`}
          </span>
        )}
        <span>{last && day(last.label)}</span>
      </p>
    </figure>
  );
}
