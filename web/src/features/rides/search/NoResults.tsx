import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { use } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { formatDistance, townName } from "#shared/formatting/format.ts";
import { dayName } from "./day-name.ts";
import { countFilters, type Filters } from "./search-filters.ts";
import { rideCountsByDay } from "../rides.queries.ts";
import { toDaysQuery } from "./search-window.ts";
import { type SearchCriteria, type CompleteSearchCriteria, writeSearchCriteria } from "./search-url.ts";
import { NoResultsContext } from "./no-results-context.ts";

const DAYS_AROUND = 7;
const WIDER_WALK_M = 3000;

interface NoResultsProps {
  criteria: CompleteSearchCriteria;
  filters: Filters;
  onSearch: (criteria: SearchCriteria) => void;
  /** Clears all filters. */
  onClearFilters: () => void;
}

/** Suggestions if no ride matches: slot content, other days, a wider search, or hosting. */
export function NoResults({ criteria, filters, onSearch, onClearFilters }: NoResultsProps) {
  const { t } = useLingui();
  const [from, to] = [townName(criteria.from.label), townName(criteria.to.label)];
  const widerWalk = formatDistance(WIDER_WALK_M);
  const renderActions = use(NoResultsContext);
  return (
    <EmptyState
      title={t`No rides for this day yet`}
      action={
        <>
          {renderActions?.(criteria, filters)}
          {countFilters(filters) > 0 && (
            <Button variant="line" icon="filter" onClick={onClearFilters}>
              {t`Without filters`}
            </Button>
          )}
          {criteria.time !== null && (
            <Button variant="line" icon="clock" onClick={() => onSearch({ ...criteria, time: null })}>
              {t`Any time that day`}
            </Button>
          )}
          {criteria.seats > 1 && (
            <Button variant="line" icon="seat" onClick={() => onSearch({ ...criteria, seats: 1 })}>
              {t`Search for 1 seat`}
            </Button>
          )}
          {criteria.walkM < WIDER_WALK_M && (
            <Button variant="line" icon="walk" onClick={() => onSearch({ ...criteria, walkM: WIDER_WALK_M })}>
              {t`Walk up to ${widerWalk}`}
            </Button>
          )}
          <Link to={`/host?${writeSearchCriteria(criteria)}`} className={buttonClasses("line")}>
            <Icon name="car" />
            {t`Offer this ride yourself`}
          </Link>
        </>
      }
    >
      <p>
        {countFilters(filters) > 0
          ? t`No ride from ${from} to ${to} matches your filters.`
          : t`No ride from ${from} to ${to} passes close enough. New rides come in every day, so check back.`}
      </p>
      <OtherDays criteria={criteria} filters={filters} onSearch={onSearch} />
    </EmptyState>
  );
}

/** Nearby days that have rides. */
function OtherDays({ criteria, filters, onSearch }: Pick<NoResultsProps, "criteria" | "filters" | "onSearch">) {
  const { t } = useLingui();
  const { data, isPending } = useQuery(rideCountsByDay(toDaysQuery(criteria, filters, DAYS_AROUND)));
  if (isPending) return <Skeleton className="mx-auto mt-4 h-11 w-60" />;
  const days = (data?.items ?? []).filter(({ date, count }) => date !== criteria.day && count > 0);
  if (days.length === 0) return null;
  return (
    <div className="mt-4">
      <h3 className="font-semibold text-ink">{t`Rides on other days:`}</h3>
      <ul className="mt-2 grid gap-2">
        {days.slice(0, 5).map(({ date: day, count }) => (
          <li key={day}>
            <Button
              variant="soft"
              className="w-full"
              onClick={() => onSearch({ ...criteria, day, time: null, flexible: false })}
            >
              {dayName(day, "long")} · {t`${plural(count, { one: "# ride", other: "# rides" })}`}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
