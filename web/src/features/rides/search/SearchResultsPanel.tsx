import { useLingui } from "@lingui/react/macro";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { useIsWideScreen } from "#shared/ui/MapOverlayLayout.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { townName } from "#shared/formatting/format.ts";
import { PhoneResults } from "./PhoneResults.tsx";
import { ResultsToolbar } from "./ResultsToolbar.tsx";
import { SearchResultList } from "./SearchResultList.tsx";
import { MapScenePanel } from "../MapScenePanel.tsx";
import { SearchSummaryBar } from "./SearchSummaryBar.tsx";
import type { CompleteSearchCriteria } from "./search-url.ts";
import { useResults } from "./use-results.ts";
import type { SearchState } from "./use-search-state.ts";

interface SearchResultsPanelProps {
  readonly search: SearchState;
  readonly criteria: CompleteSearchCriteria;
}

/** Home during a search: the results, with the highlighted ride on the map. */
export function SearchResultsPanel({ search, criteria }: SearchResultsPanelProps) {
  const { t } = useLingui();
  const { list, scene, mapEvents } = useResults(search, criteria);
  const from = townName(criteria.from.label);
  const to = townName(criteria.to.label);
  const title = t`Rides from ${from} to ${to}`;
  useTitle(title);
  const isWide = useIsWideScreen();
  const clearSearch = (
    <p className="mt-1 text-center">
      <Link to="/home" className={buttonClasses("ghost")}>
        <Icon name="close" />
        {t`Clear search`}
      </Link>
    </p>
  );
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      {isWide ? (
        <MapScenePanel
          scene={scene}
          mapEvents={mapEvents}
          mapLabel={t`Map of the selected ride`}
          label={t`Search results`}
          bar={<SearchSummaryBar criteria={criteria} onSearch={search.search} />}
        >
          <div className="grid gap-3.5">
            <ResultsToolbar {...list} />
            <SearchResultList {...list} />
          </div>
          {clearSearch}
        </MapScenePanel>
      ) : (
        <section aria-label={t`Search results`}>
          <PhoneResults {...list} scene={scene} />
          {clearSearch}
        </section>
      )}
    </>
  );
}
