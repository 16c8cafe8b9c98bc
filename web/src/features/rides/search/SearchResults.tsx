import { useLingui } from "@lingui/react/macro";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import { PhoneResults } from "./PhoneResults.tsx";
import { ResultsToolbar } from "./ResultsToolbar.tsx";
import { SearchResultList } from "./SearchResultList.tsx";
import type { CompleteSearchCriteria } from "./search-url.ts";
import { useResults } from "./use-results.ts";
import type { SearchState } from "./use-search-state.ts";

interface SearchResultsProps {
  readonly search: SearchState;
  readonly criteria: CompleteSearchCriteria;
  readonly isWide: boolean;
}

/** The results beside the form, with the highlighted ride on the map; on phones they fill the screen. */
export function SearchResults({ search, criteria, isWide }: SearchResultsProps) {
  const { t } = useLingui();
  const { list, scene, mapEvents } = useResults(search, criteria);
  if (!isWide) return <PhoneResults {...list} scene={scene} />;
  return (
    // The map stays in view beside its cards; focused elements scroll clear of it.
    <div className="grid gap-5 [&_a]:scroll-mt-96 [&_button]:scroll-mt-96">
      <div className="sticky top-20 z-10 h-72 overflow-hidden rounded-lg border border-line shadow-2">
        <LazyMapView {...scene} {...mapEvents} label={t`Map of the selected ride`} />
      </div>
      <ResultsToolbar {...list} />
      <SearchResultList {...list} />
    </div>
  );
}
