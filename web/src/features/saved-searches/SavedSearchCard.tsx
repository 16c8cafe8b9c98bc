import type { SavedSearch } from "@commonlane/contract/saved-searches";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { Icon } from "#shared/ui/Icon.tsx";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { formatDistance, townName } from "#shared/formatting/format.ts";
import { SavedSearchActions } from "./SavedSearchActions.tsx";
import { searchName, searchPeriodText } from "./search-text.ts";

interface SavedSearchCardProps {
  readonly search: SavedSearch;
  /** Path of the search. */
  readonly link: string;
  readonly onRemoved: () => void;
}

/** A saved search: criteria, status and actions. */
export function SavedSearchCard({ search, link, onRemoved }: SavedSearchCardProps) {
  const { t } = useLingui();
  const headingId = useId();
  const { origin, destination, ridesAlerted, status } = search;
  return (
    <article aria-labelledby={headingId} className="grid gap-3 card p-4">
      <div className="flex items-start justify-between gap-3">
        <h2 id={headingId} className="min-w-0 text-lg font-bold tracking-[-.01em] wrap-anywhere">
          {searchName(search)}
        </h2>
        <StatusPill status={status} />
      </div>
      {search.name && (
        <JourneyStrip size="sm" from={townName(origin.label)} to={townName(destination.label)} />
      )}
      <SearchDetails search={search} />
      <Link
        to={link}
        className="flex min-h-11 items-center gap-2 justify-self-start font-semibold text-brand-ink underline underline-offset-4 pointer-fine:min-h-8"
      >
        <Icon name={ridesAlerted > 0 ? "car" : "search"} className="size-5" />
        {ridesAlerted > 0
          ? t`${plural(ridesAlerted, {
              one: "# new ride found",
              other: "# new rides found",
            })}`
          : t`Search again`}
      </Link>
      <SavedSearchActions search={search} onRemoved={onRemoved} />
    </article>
  );
}

function SearchDetails({ search }: { search: SavedSearch }) {
  const { t } = useLingui();
  const { seats, walkM, filters } = search;
  const filterCount = Object.keys(filters).length;
  const maxWalk = formatDistance(walkM);
  const details = [
    searchPeriodText(search),
    t`${plural(seats, {
      one: "# seat",
      other: "# seats",
    })}`,
    walkM > 0 ? t`walk up to ${maxWalk}` : t`no walking`,
    ...(filterCount > 0
      ? [
          t`${plural(filterCount, {
            one: "# filter",
            other: "# filters",
          })}`,
        ]
      : []),
  ];
  return <p className="text-ink-2">{details.join(" · ")}</p>;
}

function StatusPill({ status }: Pick<SavedSearch, "status">) {
  const { t } = useLingui();
  if (status === "active") return <Pill tone="ok" icon="bell">{t`Active`}</Pill>;
  if (status === "paused") return <Pill tone="quiet" icon="minus">{t`Paused`}</Pill>;
  return <Pill tone="quiet" icon="clock">{t`Expired`}</Pill>;
}
