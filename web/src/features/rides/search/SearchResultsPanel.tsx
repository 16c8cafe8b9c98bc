import { useLingui } from "@lingui/react/macro";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { townName } from "#shared/formatting/format.ts";
import { SearchResultList } from "./SearchResultList.tsx";
import { MapScenePanel } from "../MapScenePanel.tsx";
import { createSearchScene } from "../ride-map-scene.ts";
import { SearchSummaryBar } from "./SearchSummaryBar.tsx";
import type { CompleteSearchCriteria } from "./search-url.ts";
import { findSelectedRide, useSearchResults } from "./use-search-results.ts";
import type { SearchState } from "./use-search-state.ts";

interface SearchResultsPanelProps {
  readonly search: SearchState;
  readonly criteria: CompleteSearchCriteria;
}

/** Home during a search: the results, with the selected ride on the map. */
export function SearchResultsPanel({ search, criteria }: SearchResultsPanelProps) {
  const { t } = useLingui();
  const { view, search: startSearch, changeView, selectRide } = search;
  const results = useSearchResults(criteria, view);
  const selected = findSelectedRide(results, search.selectedId);
  const [from, to] = [townName(criteria.from.label), townName(criteria.to.label)];
  const title = t`Rides from ${from} to ${to}`;
  useTitle(title);
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <MapScenePanel
        scene={createSearchScene(selected, criteria)}
        mapLabel={t`Map of the selected ride`}
        label={t`Search results`}
        bar={<SearchSummaryBar criteria={criteria} onSearch={startSearch} />}
      >
        <SearchResultList
          criteria={criteria}
          results={results}
          view={view}
          selectedId={selected?.ride.id}
          rideIdInUrl={search.selectedId}
          onSearch={startSearch}
          onViewChange={changeView}
          onSelect={selectRide}
        />
        <p className="mt-1 text-center">
          <Link to="/home" className={buttonClasses("ghost")}>
            <Icon name="close" />
            {t`Clear search`}
          </Link>
        </p>
      </MapScenePanel>
    </>
  );
}
