import type {
  ChangedSearch,
  NextBest,
  SearchFilterName,
  WholeWalk,
} from "@commonlane/contract/ride-search";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useId } from "react";
import { formatDistance, formatDuration, townName } from "#shared/formatting/format.ts";
import { listFormat } from "#shared/formatting/formatters.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { dayName } from "./day-name.ts";
import { filterNames } from "./filter-labels.ts";
import { type Filters, leaveOut } from "./search-filters.ts";
import type { CompleteSearchCriteria, SearchCriteria } from "./search-url.ts";

interface NextBestProps {
  readonly nextBest: NextBest;
  readonly criteria: CompleteSearchCriteria;
  readonly filters: Filters;
  readonly onSearch: (criteria: SearchCriteria, filters: Filters) => void;
}

/** What the server found on the same way instead of a ride: the way on foot, and searches that find rides. */
export function SameWaySearches({ nextBest: { walk, searches }, ...props }: NextBestProps) {
  const { t } = useLingui();
  const { day } = props.criteria;
  const sameWay = searches.filter(({ places }) => places === null);
  const otherDays = sameWay.filter(({ date }) => date !== null && date !== day);
  const sameDay = sameWay.filter((search) => !otherDays.includes(search));
  return (
    <>
      {walk && <OnFoot {...walk} />}
      <Searches {...props} title={t`With another choice`} searches={sameDay} />
      <Searches {...props} title={t`Rides on other days`} searches={otherDays} />
    </>
  );
}

/** Searches between places nearby that find rides. */
export function NearbySearches({ nextBest: { searches }, ...props }: NextBestProps) {
  const { t } = useLingui();
  const nearby = searches.filter(({ places }) => places !== null);
  return <Searches {...props} title={t`Rides nearby, or part of the way`} searches={nearby} />;
}

/** How long a way takes on foot, and how far it is. */
export function OnFoot({ distanceM, durationS }: WholeWalk) {
  const { t } = useLingui();
  const duration = formatDuration(durationS);
  const distance = formatDistance(distanceM);
  return (
    <p className="flex items-center gap-2 font-semibold">
      <Icon name="walk" className="size-5 text-ink-2" />
      {t({
        comment: "duration: such as “20 min”. distance: such as “1.3 km”.",
        message: `On foot it takes ${duration} (${distance}).`,
      })}
    </p>
  );
}

type SearchesProps = Omit<NextBestProps, "nextBest"> & {
  readonly title: string;
  readonly searches: readonly ChangedSearch[];
};

function Searches({ title, searches, criteria, filters, onSearch }: SearchesProps) {
  const describe = useDescription(criteria);
  if (searches.length === 0) return null;
  return (
    <ChoiceRow title={title}>
      {searches.map((search) => (
        <Button
          key={JSON.stringify(search)}
          variant="soft"
          size="sm"
          icon={iconOf(search)}
          onClick={() => onSearch(toCriteria(criteria, search), leaveOut(filters, search.without))}
        >
          {describe(search)}
        </Button>
      ))}
    </ChoiceRow>
  );
}

function iconOf({ places, date, without }: ChangedSearch): IconName {
  if (places) return "pin";
  if (date !== null) return "calendar";
  return without.length > 0 ? "filter" : "seat";
}

function toCriteria(
  criteria: CompleteSearchCriteria,
  { places, date, timeZone, seats }: ChangedSearch,
): SearchCriteria {
  const ends = places && {
    from: { ...places.origin, timeZone },
    to: places.destination,
  };
  const wholeDay = date !== null && {
    day: date,
    time: null,
    flexible: false,
  };
  return {
    ...criteria,
    ...ends,
    ...wholeDay,
    seats,
  };
}

/** Says what a search changes and how many rides it finds, such as "Fri 20 Nov · 2 rides". */
function useDescription(current: CompleteSearchCriteria) {
  const { t, i18n } = useLingui();
  const nameFilters = (names: readonly SearchFilterName[]) => {
    const filters = listFormat({ type: "conjunction" }).format(
      names.map((name) => i18n._(filterNames[name])),
    );
    return t({
      comment: "A search without these filters. filters: such as “Luggage and Pets”.",
      message: `without ${filters}`,
    });
  };
  return ({ places, date, seats, without, count }: ChangedSearch): string => {
    const otherTime = t({
      comment: "Another time on the same day.",
      message: "Any time",
    });
    const parts = [
      places && `${townName(places.origin.label)} – ${townName(places.destination.label)}`,
      date !== null && (date === current.day && !places ? otherTime : dayName(date, "short")),
      seats < current.seats &&
        t`${plural(seats, {
          one: "# seat",
          other: "# seats",
        })}`,
      without.length > 0 && nameFilters(without),
      t`${plural(count, {
        one: "# ride",
        other: "# rides",
      })}`,
    ];
    return parts.filter((part) => typeof part === "string").join(" · ");
  };
}

export function ChoiceRow({ title, children }: { title: string; children: ReactNode }) {
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
