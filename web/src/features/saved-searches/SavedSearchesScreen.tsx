import type { SavedSearch } from "@commonlane/contract/saved-searches";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { errorText } from "#shared/api/error-text.ts";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Button } from "#shared/ui/Button.tsx";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { SavedSearchCard } from "./SavedSearchCard.tsx";
import { ownSavedSearches, useRestoreSavedSearch } from "./saved-searches.queries.ts";
import { searchName } from "./search-text.ts";

interface SavedSearchesScreenProps {
  /** Path of a search. */
  readonly linkTo: (search: SavedSearch) => string;
}

/** Saved searches: open, rename, pause, and remove with undo. */
export function SavedSearchesScreen({ linkTo }: SavedSearchesScreenProps) {
  const { t } = useLingui();
  useTitle(t`Saved searches`);
  const { data, error, isPending, refetch, isRefetching } = useQuery(ownSavedSearches);
  const [removedSearches, setRemovedSearches] = useState<readonly SavedSearch[]>([]);
  const isRemoved = ({ id }: SavedSearch) =>
    removedSearches.some((removedSearch) => removedSearch.id === id);
  const remaining = (data?.items ?? []).filter((search) => !isRemoved(search));
  // Ids are ordered by time.
  const visibleSearches = [...remaining, ...removedSearches].toSorted((a, b) =>
    a.id < b.id ? 1 : -1,
  );
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-5 px-(--gutter) py-6 lg:py-10">
      <div>
        <h1 className="text-3xl font-bold tracking-[-.025em] outline-none">{t`Saved searches`}</h1>
        <p className="mt-1 text-ink-2">{t`We'll notify you once about each matching ride.`}</p>
      </div>
      {isPending && <SkeletonCards count={2} />}
      {!data && error && (
        <ErrorState
          message={errorText(
            error,
            t`Couldn't load your searches. Check your connection and try again.`,
          )}
          onRetry={() => void refetch()}
          retrying={isRefetching}
        />
      )}
      {data && visibleSearches.length === 0 && <NoSavedSearches />}
      {visibleSearches.length > 0 && (
        <ul className="grid gap-3">
          {visibleSearches.map((search) => (
            <li key={search.id}>
              {isRemoved(search) ? (
                <RemovedSearch
                  search={search}
                  onRestored={() =>
                    setRemovedSearches((removedSearch) =>
                      removedSearch.filter(({ id }) => id !== search.id),
                    )
                  }
                />
              ) : (
                <SavedSearchCard
                  search={search}
                  link={linkTo(search)}
                  onRemoved={() =>
                    setRemovedSearches((removedSearch) => [...removedSearch, search])
                  }
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function NoSavedSearches() {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`You haven't saved a search yet`}
      action={
        <Link to="/seek" className={buttonClasses()}>
          {t`Find a ride`}
        </Link>
      }
      className="card"
    >
      {t`Search for a ride and save the search to get alerts for new rides.`}
    </EmptyState>
  );
}

/** Placeholder of a removed search with an undo button, until the page is left. */
function RemovedSearch({ search, onRestored }: { search: SavedSearch; onRestored: () => void }) {
  const { t } = useLingui();
  const { mutateAsync, error, isPending } = useRestoreSavedSearch();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.querySelector("button")?.focus(), []);
  const name = searchName(search);
  return (
    <div ref={container} className="grid gap-2 rounded-lg border border-dashed border-edge p-3.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="min-w-0 wrap-anywhere text-ink-2">{t`Removed: ${name}`}</p>
        <Button
          variant="line"
          size="sm"
          busy={isPending}
          onClick={() => afterMutation(mutateAsync(search.id), onRestored)}
          aria-label={t`Undo removing ${name}`}
        >
          {t`Undo`}
        </Button>
      </div>
      <ErrorNotice
        error={error}
        fallback={t`That didn't work. Check your connection and try again.`}
      />
    </div>
  );
}
