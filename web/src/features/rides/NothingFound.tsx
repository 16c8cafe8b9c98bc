import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { use } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { buttonLook } from "#shared/ui/button-look.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { distanceText, townOf } from "#shared/wording/wording.ts";
import { dayName } from "./day-names.ts";
import { countFilters, type Filters } from "./found-filters.ts";
import { ridesByDay } from "./rides.queries.ts";
import { daysQuery } from "./search-window.ts";
import { type RideWish, type WholeWish, writeWish } from "./search-url.ts";
import { WhenNothingFound } from "./when-nothing-found.ts";

const DAYS_AROUND = 7;
const FARTHER_M = 3000;

interface NothingFoundProps {
  wish: WholeWish;
  filters: Filters;
  onLook: (wish: RideWish) => void;
  /** Asks for nothing but the way. */
  onAll: () => void;
}

/**
 * What can be done when no ride fits: what the page adds, another day on which one goes, a wider search, or driving
 * oneself.
 */
export function NothingFound({ wish, filters, onLook, onAll }: NothingFoundProps) {
  const { t } = useLingui();
  const [from, to] = [townOf(wish.from.label), townOf(wish.to.label)];
  const farther = distanceText(FARTHER_M);
  const more = use(WhenNothingFound);
  return (
    <EmptyState
      title={t`Nobody goes there then, so far`}
      action={
        <>
          {more?.(wish, filters)}
          {countFilters(filters) > 0 && (
            <Button variant="line" icon="filter" onClick={onAll}>
              {t`Without filters`}
            </Button>
          )}
          {wish.time !== null && (
            <Button variant="line" icon="clock" onClick={() => onLook({ ...wish, time: null })}>
              {t`Any time that day`}
            </Button>
          )}
          {wish.seats > 1 && (
            <Button variant="line" icon="seat" onClick={() => onLook({ ...wish, seats: 1 })}>
              {t`Look for 1 seat`}
            </Button>
          )}
          {wish.walkM < FARTHER_M && (
            <Button variant="line" icon="walk" onClick={() => onLook({ ...wish, walkM: FARTHER_M })}>
              {t`Walk up to ${farther}`}
            </Button>
          )}
          <Link to={`/host?${writeWish(wish)}`} className={buttonLook("line")}>
            <Icon name="car" />
            {t`Offer this ride yourself`}
          </Link>
        </>
      }
    >
      <p>
        {countFilters(filters) > 0
          ? t`No ride from ${from} to ${to} passes close enough and your filters as well.`
          : t`No ride from ${from} to ${to} passes close enough. Rides are offered every day, so it is worth looking again.`}
      </p>
      <OtherDays wish={wish} filters={filters} onLook={onLook} />
    </EmptyState>
  );
}

/** The days around on which something goes. */
function OtherDays({ wish, filters, onLook }: Pick<NothingFoundProps, "wish" | "filters" | "onLook">) {
  const { t } = useLingui();
  const { data, isPending } = useQuery(ridesByDay(daysQuery(wish, filters, DAYS_AROUND)));
  if (isPending) return <Skeleton className="mx-auto mt-4 h-11 w-60" />;
  const days = (data?.items ?? []).filter(({ date, count }) => date !== wish.day && count > 0);
  if (days.length === 0) return null;
  return (
    <div className="mt-4">
      <h3 className="font-semibold text-ink">{t`On other days something goes:`}</h3>
      <ul className="mt-2 grid gap-2">
        {days.slice(0, 5).map(({ date: day, count }) => (
          <li key={day}>
            <Button
              variant="soft"
              className="w-full"
              onClick={() => onLook({ ...wish, day, time: null, flexible: false })}
            >
              {dayName(day, "long")} · {t`${plural(count, { one: "# ride", other: "# rides" })}`}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
