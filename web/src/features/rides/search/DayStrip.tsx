import type { NeighbourRide } from "@commonlane/contract/neighbours";
import type { SearchDay } from "@commonlane/contract/ride-search";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { startTransition, useOptimistic } from "react";
import { addDays, toDateAndTime } from "#shared/formatting/time-zones.ts";
import { cx } from "#shared/ui/cx.ts";
import { dayName } from "./day-name.ts";
import type { Filters } from "./search-filters.ts";
import { rideCountsByDay } from "../rides.queries.ts";
import { FLEXIBLE_DAYS, type CompleteSearchCriteria } from "./search-url.ts";
import { toDaysQuery, todayOfSearch } from "./search-window.ts";
import { mayHaveMoreRides, type NeighbourResults } from "./use-neighbour-rides.ts";

const DAYS_BEFORE = 3;
const DAYS_SHOWN = 7;

export interface NeighbourDays extends Omit<NeighbourResults, "rides"> {
  readonly rides: readonly Pick<NeighbourRide, "pickupAt" | "timeZone">[];
}

interface DayStripProps {
  criteria: CompleteSearchCriteria;
  filters: Filters;
  neighbours: NeighbourDays;
  onDayChange: (day: string) => void;
}

/** Days around the selected one, without past days, each with its number of rides. */
export function DayStrip({ criteria, filters, neighbours, onDayChange }: DayStripProps) {
  const { t } = useLingui();
  const { day, flexible } = criteria;
  const today = todayOfSearch(criteria);
  const earliest = addDays(day, -DAYS_BEFORE);
  const firstDay = earliest < today ? today : earliest;
  const days = Array.from({ length: DAYS_SHOWN }, (_, n) => addDays(firstDay, n));
  const { data } = useQuery(
    rideCountsByDay(
      toDaysQuery(criteria, filters, day < addDays(today, DAYS_BEFORE) ? 6 : DAYS_BEFORE),
    ),
  );
  const [shownDay, showDay] = useOptimistic(day);
  const chooseDay = (date: string) =>
    startTransition(() => {
      showDay(date);
      onDayChange(date);
    });
  const countsByDate = new Map(data?.items.map((dayCount) => [dayCount.date, dayCount]));
  const neighbourDates = neighbours.rides.map(
    ({ pickupAt, timeZone }) => toDateAndTime(timeZone, pickupAt).date,
  );
  return (
    <div className="grid gap-1">
      <ul aria-label={t`Day`} className="grid grid-cols-7 gap-1">
        {days.map((date) => {
          const isSelected = date === shownDay;
          const isIncluded =
            flexible && date >= addDays(day, -FLEXIBLE_DAYS) && date <= addDays(day, FLEXIBLE_DAYS);
          return (
            <li key={date}>
              <button
                type="button"
                aria-current={isSelected ? "date" : undefined}
                onClick={() => chooseDay(date)}
                className={cx(
                  "grid w-full justify-items-center rounded-sm border py-1.5 leading-tight",
                  isSelected
                    ? "border-transparent bg-ink text-paper"
                    : cx(
                        isIncluded
                          ? "border-ink-3 bg-sunken"
                          : "border-line bg-surface hover:bg-sunken",
                        "text-ink-2",
                      ),
                )}
              >
                <span className="sr-only">{dayName(date, "long")}</span>
                <span
                  aria-hidden="true"
                  // Names of days have no short form in Arabic.
                  className="text-xs [:lang(ar)_&]:text-[0.625rem] [:lang(ar)_&]:tracking-tight"
                >
                  {dayName(date, "weekday")}
                </span>
                <span aria-hidden="true" className="num text-lg">
                  {Number(date.slice(8))}
                </span>
                <RideCount
                  dayCount={countsByDate.get(date)}
                  ofNeighbours={neighbourDates.filter((each) => each === date).length}
                  mayHaveMore={mayHaveMoreRides(neighbours, criteria, date)}
                />
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface RideCountProps {
  readonly dayCount: SearchDay | undefined;
  readonly ofNeighbours: number;
  /** Neighbours may have others. */
  readonly mayHaveMore: boolean;
}

/** Number of rides on a day. Keeps its height while there is none to show: loading, or neighbours may have the first. */
function RideCount({ dayCount, ofNeighbours, mayHaveMore }: RideCountProps) {
  const { t } = useLingui();
  const { full = 0, more = false } = dayCount ?? {};
  const count = (dayCount?.count ?? 0) + ofNeighbours;
  if (!dayCount || (count + full === 0 && mayHaveMore))
    return (
      <span aria-hidden="true" className="text-xs">
        &nbsp;
      </span>
    );
  if (count === 0 && full > 0)
    return (
      <CountText
        spoken={t({
          comment: "A day on which every ride is full.",
          message: "full",
        })}
        shown={t`full`}
        isStrong={false}
      />
    );
  const rides = t`${plural(count, {
    one: "# ride",
    other: "# rides",
  })}`;
  const figure = more ? `${count}+` : `${count}`;
  return (
    <CountText
      spoken={more ? t`more than ${rides}` : rides}
      shown={count === 0 ? "–" : figure}
      isStrong={count > 0}
    />
  );
}

interface CountTextProps {
  readonly spoken: string;
  readonly shown: string;
  readonly isStrong: boolean;
}

function CountText({ spoken, shown, isStrong }: CountTextProps) {
  return (
    <span className={cx("text-xs", isStrong && "font-semibold")}>
      <span className="sr-only">{spoken}</span>
      <span aria-hidden="true">{shown}</span>
    </span>
  );
}
