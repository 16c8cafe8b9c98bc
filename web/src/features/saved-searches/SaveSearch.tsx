import type { SavedSearch } from "@commonlane/contract/saved-searches";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Button } from "#shared/ui/Button.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { ownSavedSearches, type SearchToSave, useSaveSearch } from "./saved-searches.queries.ts";
import { searchPeriodText } from "./search-text.ts";

/** The current search with its time window. */
export interface CurrentSearch extends SearchToSave {
  readonly departsAfter: string;
  readonly departsBefore: string;
  readonly timeZone: string;
}

/** Saves the current search for alerts, for its day or for any day. */
export function SaveSearch({ search: { timeZone, ...search } }: { search: CurrentSearch }) {
  const { t } = useLingui();
  const { data } = useQuery(ownSavedSearches);
  const { mutate, error, isPending, variables } = useSaveSearch();
  const anyDay: SearchToSave = {
    ...search,
    departsAfter: null,
    departsBefore: null,
    at: null,
  };
  const activeMatches =
    data?.items.filter((saved) => saved.status === "active" && isSameSearch(saved, search)) ?? [];
  const savedForDay = activeMatches.some(({ departsAfter }) =>
    isSameInstant(departsAfter, search.departsAfter),
  );
  const savedForAnyDay = activeMatches.some(({ departsAfter }) => departsAfter === null);
  const when = searchPeriodText({
    ...search,
    timeZone,
  });
  const isSaving = (period: "day" | "any") =>
    isPending && (variables.departsAfter === null) === (period === "any");
  return (
    <section aria-label={t`Get alerts`} className="grid gap-2.5 card p-3.5">
      <p className="flex gap-2.5" role="status">
        <Icon
          name={savedForDay || savedForAnyDay ? "check-circle" : "bell"}
          className="mt-0.5 shrink-0 text-brand-ink"
        />
        {savedForDay || savedForAnyDay ? (
          <span>
            {savedForAnyDay
              ? t`We'll notify you of new rides on this route.`
              : t`We'll notify you of new matching rides.`}{" "}
            <Link
              to="/saved-searches"
              className="font-semibold text-brand-ink underline underline-offset-4"
            >
              {t`Saved searches`}
            </Link>
          </span>
        ) : (
          <span className="font-semibold">{t`Get alerts for this route`}</span>
        )}
      </p>
      {!savedForAnyDay && (
        <div className="flex flex-wrap gap-2">
          {!savedForDay && (
            <Button variant="soft" size="sm" busy={isSaving("day")} onClick={() => mutate(search)}>
              {t`Save for ${when}`}
            </Button>
          )}
          <Button variant="line" size="sm" busy={isSaving("any")} onClick={() => mutate(anyDay)}>
            {t`Save for any day`}
          </Button>
        </div>
      )}
      <ErrorNotice
        error={error}
        fallback={t`Couldn't save the search. Check your connection and try again.`}
      />
    </section>
  );
}

const isSameSearch = (saved: SavedSearch, search: SearchToSave): boolean =>
  isSamePlace(saved.origin, search.origin) &&
  isSamePlace(saved.destination, search.destination) &&
  saved.seats === (search.seats ?? 1) &&
  saved.walkM === search.walkM &&
  filtersKey(saved.filters) === filtersKey(search.filters ?? {});

const filtersKey = (filters: object): string =>
  Object.entries(filters)
    .map(([name, filterValue]) => `${name} ${filterValue}`)
    .toSorted((a, b) => a.localeCompare(b, "en"))
    .join();

const COORDINATE_TOLERANCE = 1e-5;

function isSamePlace(
  a: {
    lat: number;
    lng: number;
  },
  b: {
    lat: number;
    lng: number;
  },
): boolean {
  return (
    Math.abs(a.lat - b.lat) < COORDINATE_TOLERANCE && Math.abs(a.lng - b.lng) < COORDINATE_TOLERANCE
  );
}

const isSameInstant = (a: string | null, b: string): boolean =>
  a !== null && Date.parse(a) === Date.parse(b);
