import type { SearchDay } from "@commonlane/contract/ride-search";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { dayFromNow } from "#shared/forms/search-draft.ts";
import { cx } from "#shared/ui/cx.ts";
import { dayName } from "./day-names.ts";
import type { Filters } from "./found-filters.ts";
import { ridesByDay } from "./rides.queries.ts";
import { daysAfter, FLEXIBLE_DAYS, type WholeWish } from "./search-url.ts";
import { daysQuery } from "./search-window.ts";

const DAYS_BEFORE = 3;
const DAYS_SHOWN = 7;

interface DayStripProps {
  wish: WholeWish;
  filters: Filters;
  /** The rides found are measured along roads; where the days are not, that is said. */
  roughly: boolean;
  onDay: (day: string) => void;
}

/** The days around the one that is looked at, none of them gone by, each with how many rides it has. */
export function DayStrip({ wish, filters, roughly, onDay }: DayStripProps) {
  const { t } = useLingui();
  const { day, flexible } = wish;
  const today = dayFromNow(0);
  const early = daysAfter(day, -DAYS_BEFORE);
  const first = early < today ? today : early;
  const days = Array.from({ length: DAYS_SHOWN }, (_, n) => daysAfter(first, n));
  const { data } = useQuery(
    ridesByDay(daysQuery(wish, filters, day < daysAfter(today, DAYS_BEFORE) ? 6 : DAYS_BEFORE)),
  );
  const countOn = new Map(data?.items.map((counted) => [counted.date, counted]));
  return (
    <div className="grid gap-1">
      <ul aria-label={t`Day`} className="grid grid-cols-7 gap-1">
        {days.map((other) => {
          const here = other === day;
          const meant = flexible && other >= daysAfter(day, -FLEXIBLE_DAYS) && other <= daysAfter(day, FLEXIBLE_DAYS);
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
                  {Number(other.slice(8))}
                </span>
                <Count counted={countOn.get(other)} />
              </button>
            </li>
          );
        })}
      </ul>
      {roughly && data?.items.some(({ routed }) => routed === false) && (
        <p className="text-sm text-ink-3">{t`Days are counted roughly; a few rides more or less may fit.`}</p>
      )}
    </div>
  );
}

/** How many rides a day has; as high as a number before it is known. */
function Count({ counted }: { counted: SearchDay | undefined }) {
  const { t } = useLingui();
  if (!counted)
    return (
      <span aria-hidden="true" className="text-xs">
        &nbsp;
      </span>
    );
  const { count, more } = counted;
  const rides = t`${plural(count, { one: "# ride", other: "# rides" })}`;
  return (
    <span className={cx("text-xs", count > 0 && "font-semibold")}>
      <span className="sr-only">{more ? t`more than ${rides}` : rides}</span>
      <span aria-hidden="true">{count === 0 ? "–" : more ? `${count}+` : count}</span>
    </span>
  );
}
