import { useLingui } from "@lingui/react/macro";
import type { NextBest } from "@commonlane/contract/ride-search";
import { type ReactNode, use } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { formatDistance, townName } from "#shared/formatting/format.ts";
import { ChoiceRow, NearbySearches, SameWaySearches } from "./NextBestSearches.tsx";
import { countFilters, type Filters } from "./search-filters.ts";
import { SaveSearchContext, NoResultsContext } from "./search-slots.ts";
import {
  type SearchCriteria,
  type CompleteSearchCriteria,
  writeSearchCriteria,
} from "./search-url.ts";

const WIDER_WALK_M = 3000;

interface NoResultsProps {
  criteria: CompleteSearchCriteria;
  filters: Filters;
  /** No neighbour has a ride either, no full ride is listed above, and no near miss below. */
  isNothingFound: boolean;
  nearMisses: ReactNode;
  /** Ways with public transport. */
  journeys: ReactNode;
  nextBest: NextBest | undefined;
  onSearch: (criteria: SearchCriteria, filters: Filters) => void;
}

/**
 * Next steps if no ride has seats, on the first screen of a phone: the least change that finds rides, one tap that asks
 * all drivers, above all those who are on the road now, and an alert. Rides that nearly match come before other changes.
 */
export function NoResults({ nearMisses, journeys, nextBest, ...props }: NoResultsProps) {
  const { criteria, filters, isNothingFound } = props;
  const { t } = useLingui();
  const from = townName(criteria.from.label);
  const to = townName(criteria.to.label);
  const renderPostRequest = use(NoResultsContext);
  const renderSaveSearch = use(SaveSearchContext);
  const sameWay = nextBest && <SameWaySearches {...props} nextBest={nextBest} />;
  return (
    <div className="grid gap-3">
      {isNothingFound && nextBest && !hasSameWay(nextBest) && (
        <p className="text-ink-2">
          {countFilters(filters) > 0
            ? t`No ride from ${from} to ${to} matches your filters.`
            : t`No ride from ${from} to ${to} passes close enough.`}
        </p>
      )}
      {isNothingFound && sameWay}
      {journeys}
      {renderPostRequest?.(criteria, filters)}
      {renderSaveSearch?.(criteria, filters)}
      {nearMisses}
      {!isNothingFound && sameWay}
      {nextBest && <NearbySearches {...props} nextBest={nextBest} />}
      <WiderSearch {...props} />
    </div>
  );
}

/** The searches that find rides on this way say why this one finds none. */
const hasSameWay = ({ searches }: NextBest): boolean =>
  searches.some(({ places }) => places === null);

/** Changes of which nothing is known yet. */
function WiderSearch({
  criteria,
  filters,
  onSearch,
}: Pick<NoResultsProps, "criteria" | "filters" | "onSearch">) {
  const { t } = useLingui();
  const widerWalk = formatDistance(WIDER_WALK_M);
  return (
    <ChoiceRow title={t`Or change the search`}>
      {criteria.walkM < WIDER_WALK_M && (
        <Button
          variant="line"
          size="sm"
          icon="walk"
          onClick={() =>
            onSearch(
              {
                ...criteria,
                walkM: WIDER_WALK_M,
              },
              filters,
            )
          }
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
