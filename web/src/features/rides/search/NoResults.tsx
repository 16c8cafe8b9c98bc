import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, use, useId } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { formatDistance, townName } from "#shared/formatting/format.ts";
import { dayName } from "./day-name.ts";
import { findNearbyRoutes, NEARBY_KM } from "./nearby-routes.ts";
import { countFilters, type Filters } from "./search-filters.ts";
import { ridesFromNearby, rideCountsByDay } from "../rides.queries.ts";
import { SaveSearchContext } from "./save-search-context.ts";
import { toDaysQuery } from "./search-window.ts";
import {
  type SearchCriteria,
  type CompleteSearchCriteria,
  writeSearchCriteria,
} from "./search-url.ts";
import { NoResultsContext } from "./no-results-context.ts";

const DAYS_AROUND = 7;
const MAX_DAYS = 3;
const WIDER_WALK_M = 3000;

interface NoResultsProps {
  criteria: CompleteSearchCriteria;
  filters: Filters;
  /** Full rides are listed above, or near misses below. */
  hasOthers: boolean;
  nearMisses: ReactNode;
  onSearch: (criteria: SearchCriteria) => void;
  /** Clears all filters. */
  onClearFilters: () => void;
}

/**
 * Next steps if no ride has seats, on the first screen of a phone: one tap that asks all drivers,
 * above all those who are on the road now, and an alert. The day strip above names other days, too, so near misses come before that list.
 */
export function NoResults({ nearMisses, ...props }: NoResultsProps) {
  const { criteria, filters, hasOthers } = props;
  const { t } = useLingui();
  const from = townName(criteria.from.label);
  const to = townName(criteria.to.label);
  const renderPostRequest = use(NoResultsContext);
  const renderSaveSearch = use(SaveSearchContext);
  const ownSteps = (
    <>
      {renderPostRequest?.(criteria, filters)}
      {renderSaveSearch?.(criteria, filters)}
    </>
  );
  const otherRides = (
    <>
      <OtherDays {...props} />
      <NearbyRoutes {...props} />
    </>
  );
  return (
    <div className="grid gap-3">
      {!hasOthers && (
        <p className="text-ink-2">
          {countFilters(filters) > 0
            ? t`No ride from ${from} to ${to} matches your filters.`
            : t`No ride from ${from} to ${to} passes close enough.`}
        </p>
      )}
      {ownSteps}
      {nearMisses}
      {otherRides}
      <WiderSearch {...props} />
    </div>
  );
}

type SearchChoiceProps = Omit<NoResultsProps, "nearMisses">;

function WiderSearch({ criteria, filters, onSearch, onClearFilters }: SearchChoiceProps) {
  const { t } = useLingui();
  const widerWalk = formatDistance(WIDER_WALK_M);
  return (
    <ChoiceRow title={t`Or change the search`}>
      {countFilters(filters) > 0 && (
        <Button variant="line" size="sm" icon="filter" onClick={onClearFilters}>
          {t`Without filters`}
        </Button>
      )}
      {criteria.time !== null && (
        <Button
          variant="line"
          size="sm"
          icon="clock"
          onClick={() => onSearch({ ...criteria, time: null })}
        >
          {t`Any time that day`}
        </Button>
      )}
      {criteria.seats > 1 && (
        <Button
          variant="line"
          size="sm"
          icon="seat"
          onClick={() => onSearch({ ...criteria, seats: 1 })}
        >
          {t`Search for 1 seat`}
        </Button>
      )}
      {criteria.walkM < WIDER_WALK_M && (
        <Button
          variant="line"
          size="sm"
          icon="walk"
          onClick={() => onSearch({ ...criteria, walkM: WIDER_WALK_M })}
        >
          {t`Walk up to ${widerWalk}`}
        </Button>
      )}
      <Link to={`/host?${writeSearchCriteria(criteria)}`} className={buttonClasses("line", "sm")}>
        <Icon name="car" />
        {t`Offer this ride yourself`}
      </Link>
    </ChoiceRow>
  );
}

/** Nearby days that have rides. */
function OtherDays({ criteria, filters, onSearch }: SearchChoiceProps) {
  const { t } = useLingui();
  const { data, isPending } = useQuery(
    rideCountsByDay(toDaysQuery(criteria, filters, DAYS_AROUND)),
  );
  if (isPending) return <Skeleton className="h-11" />;
  const daysApart = (date: string) => Math.abs(Date.parse(date) - Date.parse(criteria.day));
  const days = (data?.items ?? [])
    .filter(({ date, count }) => date !== criteria.day && count > 0)
    .toSorted((a, b) => daysApart(a.date) - daysApart(b.date))
    .slice(0, MAX_DAYS)
    .toSorted((a, b) => a.date.localeCompare(b.date, "en"));
  if (days.length === 0) return null;
  return (
    <ChoiceRow title={t`Rides on other days`}>
      {days.map(({ date, count }) => (
        <Button
          key={date}
          variant="soft"
          size="sm"
          icon="calendar"
          onClick={() => onSearch({ ...criteria, day: date, time: null, flexible: false })}
        >
          {dayName(date, "short")} · {t`${plural(count, { one: "# ride", other: "# rides" })}`}
        </Button>
      ))}
    </ChoiceRow>
  );
}

/** Routes between neighbouring places that have rides. */
function NearbyRoutes({ criteria, onSearch }: SearchChoiceProps) {
  const { t } = useLingui();
  const { data } = useQuery(ridesFromNearby(criteria.from, NEARBY_KM));
  const routes = findNearbyRoutes(data?.items ?? [], criteria);
  if (routes.length === 0) return null;
  return (
    <ChoiceRow title={t`Rides between places nearby`}>
      {routes.map(({ from, to, timeZone, day }) => (
        <Button
          key={`${from.label} ${to.label}`}
          variant="soft"
          size="sm"
          icon="pin"
          onClick={() =>
            onSearch({
              ...criteria,
              from: { ...from, timeZone },
              to,
              day,
              time: null,
              flexible: false,
            })
          }
        >
          {townName(from.label)} – {townName(to.label)} · {dayName(day, "short")}
        </Button>
      ))}
    </ChoiceRow>
  );
}

function ChoiceRow({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-1.5">
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      <div className="-mx-(--gutter) flex gap-2 overflow-x-auto px-(--gutter) pb-1 *:shrink-0 lg:mx-0 lg:flex-wrap lg:px-0">
        {children}
      </div>
    </section>
  );
}
