import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import { buttonLook } from "#shared/ui/button-look.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { FoundList } from "./FoundList.tsx";
import { useWide } from "#shared/ui/MapPanel.tsx";
import { foundScene } from "./ride-scene.ts";
import { SeekForm } from "./SeekForm.tsx";
import { isWhole, type RideWish, type WholeWish } from "./search-url.ts";
import { selectedOf, useFound } from "./use-found.ts";
import { type Search, useWish } from "./use-wish.ts";

/** Looking for a ride for one's own way, step by step, with what was found beside it. */
export function SeekScreen() {
  const { t } = useLingui();
  useTitle(t`Seek a ride`);
  const search = useWish();
  const { wish, look } = search;
  const results = useRef<HTMLDivElement>(null);
  const asked = useRef(false);
  const seek = (next: RideWish) => {
    asked.current = true;
    look(next);
  };
  useEffect(() => {
    if (!asked.current) return;
    asked.current = false;
    results.current?.scrollIntoView({ block: "start" });
    results.current?.focus({ preventScroll: true });
  });
  return (
    <div className="mx-auto grid max-w-6xl gap-8 px-(--gutter) py-6 lg:grid-cols-[25rem_1fr] lg:items-start lg:py-10">
      <div className="grid gap-4 lg:sticky lg:top-24">
        <div>
          <h1 className="outline-none text-3xl font-bold tracking-[-.025em]">{t`Seek a ride`}</h1>
          <p className="mt-1 text-ink-2">{t`Say where you go. Rides that only pass by on their way count too.`}</p>
        </div>
        <SeekForm key={JSON.stringify([wish.from, wish.to])} wish={wish} onLook={seek} />
      </div>
      <div ref={results} tabIndex={-1} className="min-w-0 scroll-mt-20 outline-none">
        {isWhole(wish) ? <Found search={search} wish={wish} /> : <NotAskedYet />}
      </div>
    </div>
  );
}

function Found({ search, wish }: { search: Search; wish: WholeWish }) {
  const { t } = useLingui();
  const { view, look, show, select } = search;
  const found = useFound(wish, view);
  const selected = selectedOf(found, search.selectedId);
  const wide = useWide();
  const map = useRef<HTMLDivElement>(null);
  const onSelect = (rideId: string) => {
    select(rideId);
    // On a phone the list is longer than the window, and the map at its head.
    if (!wide) map.current?.scrollIntoView({ block: "start" });
  };
  return (
    <div className="grid gap-5">
      <div ref={map} className="relative h-52 scroll-mt-20 overflow-hidden rounded-lg border border-line lg:h-72">
        <LazyMapView {...foundScene(selected, wish)} label={t`Map of the selected ride`} />
      </div>
      <FoundList
        wish={wish}
        found={found}
        view={view}
        selectedId={selected?.ride.id}
        chosenId={search.selectedId}
        onLook={look}
        onShow={show}
        onSelect={onSelect}
      />
    </div>
  );
}

function NotAskedYet() {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`Rides that fit show up here`}
      action={
        <Link to="/saved-searches" className={buttonLook("line", "sm")}>
          {t`Saved searches`}
        </Link>
      }
      className="rounded-lg border border-line bg-surface"
    >
      {t`Each one says where you get in and out, how far you walk, and how many minutes it costs the host.`}
    </EmptyState>
  );
}
