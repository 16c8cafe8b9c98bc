import { useLingui } from "@lingui/react/macro";
import { dayFromNow } from "#shared/forms/search-draft.ts";
import { cx } from "#shared/ui/cx.ts";
import { dayName } from "./day-names.ts";
import { daysAfter, FLEXIBLE_DAYS } from "./search-url.ts";

const DAYS_BEFORE = 3;
const DAYS_SHOWN = 7;

interface DayStripProps {
  day: string;
  /** The days around would do, too. */
  flexible: boolean;
  onDay: (day: string) => void;
}

/** The days around the one that is looked at, none of them gone by. */
export function DayStrip({ day, flexible, onDay }: DayStripProps) {
  const { t } = useLingui();
  const today = dayFromNow(0);
  const early = daysAfter(day, -DAYS_BEFORE);
  const first = early < today ? today : early;
  const days = Array.from({ length: DAYS_SHOWN }, (_, n) => daysAfter(first, n));
  return (
    <ul aria-label={t`Day`} className="grid grid-cols-7 gap-1">
      {days.map((other) => {
        const here = other === day;
        const meant = flexible && other >= daysAfter(day, -FLEXIBLE_DAYS) && other <= daysAfter(day, FLEXIBLE_DAYS);
        const number = Number(other.slice(8));
        return (
          <li key={other}>
            <button
              type="button"
              aria-current={here ? "date" : undefined}
              onClick={() => onDay(other)}
              className={cx(
                "grid w-full justify-items-center rounded-sm border py-1.5 leading-tight",
                here
                  ? "border-transparent bg-ink text-paper"
                  : cx(meant ? "border-ink-3 bg-sunken" : "border-line bg-surface hover:bg-sunken", "text-ink-2"),
              )}
            >
              <span className="sr-only">{dayName(other, "long")}</span>
              <span aria-hidden="true" className="text-xs">
                {dayName(other, "weekday")}
              </span>
              <span aria-hidden="true" className="num text-lg">
                {number}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
