import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { use, useRef } from "react";
import { townOf } from "#shared/wording/wording.ts";
import { errorText } from "#shared/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { dayName } from "./day-names.ts";
import { DayStrip } from "./DayStrip.tsx";
import { FilterButton } from "./FilterButton.tsx";
import { type Filters, NO_FILTERS } from "./found-filters.ts";
import { type FoundView, reckonedOf } from "./found-rides.ts";
import { KeepSearch } from "./keep-search.ts";
import { NearMisses } from "./NearMisses.tsx";
import { matchReasons, partOfMatch } from "./match-wording.ts";
import { NothingFound } from "./NothingFound.tsx";
import { RideCard } from "./RideCard.tsx";
import { ShareButton } from "./ShareButton.tsx";
import { useKeptScroll } from "./use-kept-scroll.ts";
import type { RideWish, WholeWish } from "./search-url.ts";
import type { Found } from "./use-found.ts";
import { ViewChips } from "./ViewChips.tsx";

interface FoundListProps {
  wish: WholeWish;
  found: Found;
  view: FoundView;
  selectedId: string | undefined;
  /** The ride that the address names, chosen here or before. */
  chosenId: string | null;
  onLook: (wish: RideWish, view?: FoundView) => void;
  onShow: (view: FoundView) => void;
  onSelect: (rideId: string) => void;
}

/** What was found: the days around, how to order, the rides, more of them; or what to do when there are none. */
export function FoundList(props: FoundListProps) {
  const { wish, found, view, onLook, onShow } = props;
  const { t } = useLingui();
  const list = useRef<HTMLDivElement>(null);
  useKeptScroll(list, found.status === "success");
  const apply = (filters: Filters, walkM: number) => {
    // Both stand in the address, which one change writes at a time.
    if (walkM === wish.walkM) onShow({ ...view, filters });
    else onLook({ ...wish, walkM }, { ...view, filters });
  };
  const reckoned = reckonedOf(found);
  const nearly = <NearMisses {...props} missed={found.missed} reckoned={reckoned.missed} />;
  const keep = use(KeepSearch);
  const kept = found.status === "success" && keep?.(wish, view.filters);
  return (
    <div ref={list} className="grid gap-3.5">
      <div className="flex items-center gap-2">
        <FoundHeading wish={wish} found={found} />
        <FilterButton filters={view.filters} walkM={wish.walkM} onApply={apply} />
      </div>
      <DayStrip
        wish={wish}
        filters={view.filters}
        roughly={reckoned.days}
        onDay={(day) => onLook({ ...wish, day, flexible: false })}
      />
      <ViewChips view={view} onShow={onShow} />
      {reckoned.found && (
        <p className="text-sm text-ink-3">{t`Times and detours are reckoned, not measured along roads.`}</p>
      )}
      {/* Where nothing fits, what nearly does comes before what else can be done. */}
      {found.shown.length === 0 && nearly}
      {found.shown.length === 0 && kept}
      <FoundBody {...props} />
      {found.shown.length > 0 && nearly}
      {found.shown.length > 0 && kept}
      {found.status === "success" && <ShareSearch wish={wish} />}
    </div>
  );
}

function FoundHeading({ wish, found: { status, shown, more } }: Pick<FoundListProps, "wish" | "found">) {
  const { t } = useLingui();
  const [date, count] = [dayName(wish.day, "long"), shown.length];
  const when = wish.flexible ? t`around ${date}` : t`on ${date}`;
  const rides = t`${plural(count, { one: "# ride", other: "# rides" })}`;
  const words = {
    pending: t`Looking for rides ${when}`,
    error: t`Rides ${when}`,
    success: more ? t`More than ${rides} ${when}` : t`${rides} ${when}`,
  };
  return (
    <div role="status" className="min-w-0 flex-1">
      <h2 className="text-xl font-bold tracking-[-.02em]">
        {status === "success" && count === 0 ? t`No ride ${when}` : words[status]}
      </h2>
    </div>
  );
}

function ShareSearch({ wish }: { wish: WholeWish }) {
  const { t } = useLingui();
  const [from, to] = [townOf(wish.from.label), townOf(wish.to.label)];
  return (
    <p className="text-center">
      <ShareButton title={t`Rides from ${from} to ${to}`} label={t`Share this search`} />
    </p>
  );
}

function FoundBody(props: FoundListProps) {
  const { wish, found, view, selectedId, chosenId, onLook, onShow, onSelect } = props;
  const { t } = useLingui();
  if (found.status === "pending") return <SkeletonCards />;
  if (found.status === "error")
    return (
      <ErrorState
        title={t`The search did not work`}
        message={errorText(found.error, t`The rides could not be loaded. Check your connection and try again.`)}
        onRetry={found.retry}
        retrying={found.refetching}
      />
    );
  if (found.shown.length === 0)
    return (
      <>
        <NothingFound
          wish={wish}
          filters={view.filters}
          onLook={onLook}
          onAll={() => onShow({ ...view, filters: NO_FILTERS })}
        />
        <MoreRides found={found} />
      </>
    );
  return (
    <>
      <ul className="grid gap-3">
        {found.shown.map(({ ride, match }) => {
          return (
            <li key={ride.id}>
              <RideCard
                ride={ride}
                match={match}
                reasons={matchReasons(ride, match, wish)}
                day={wish.day}
                part={partOfMatch(ride, match, wish)}
                selected={ride.id === selectedId}
                chosenBefore={ride.id === chosenId}
                onSelect={() => onSelect(ride.id)}
              />
            </li>
          );
        })}
      </ul>
      <MoreRides found={found} />
    </>
  );
}

function MoreRides({ found }: { found: Found }) {
  const { t } = useLingui();
  if (!found.more) return null;
  return (
    <div className="grid justify-items-center gap-3">
      {found.moreFailed && <Notice tone="bad">{t`More rides could not be loaded.`}</Notice>}
      <Button variant="line" busy={found.loadingMore} onClick={found.loadMore}>
        {found.loadingMore ? t`Loading…` : t`Show more rides`}
      </Button>
    </div>
  );
}
