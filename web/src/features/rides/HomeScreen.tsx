import { useLingui } from "@lingui/react/macro";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { buttonLook } from "#shared/ui/button-look.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { townOf } from "#shared/wording/wording.ts";
import { FoundList } from "./FoundList.tsx";
import { LeavingSoon, useLeavingSoon } from "./LeavingSoon.tsx";
import { MapWithPanel } from "./MapWithPanel.tsx";
import { foundScene, rideScene, startPins } from "./ride-scene.ts";
import { NextForMe } from "./NextForMe.tsx";
import { SearchBar } from "./SearchBar.tsx";
import { SearchForm } from "./SearchForm.tsx";
import { isWhole, type WholeWish } from "./search-url.ts";
import { useFound } from "./use-found.ts";
import { useNow } from "./use-now.ts";
import { useSearchBegunBefore, useWish } from "./use-wish.ts";

/** The map with what is next for the reader and what leaves soon, or with what a search found. */
export function HomeScreen() {
  const search = useWish();
  const finding = useSearchBegunBefore(search.wish, search.lookInstead);
  const { wish } = search;
  return isWhole(wish) ? <Found search={search} wish={wish} /> : <Start search={search} finding={finding} />;
}

type Search = ReturnType<typeof useWish>;

function Found({ search, wish }: { search: Search; wish: WholeWish }) {
  const { t } = useLingui();
  const { view, look, show, select } = search;
  const found = useFound(wish, view);
  const selected = found.shown.find(({ ride }) => ride.id === search.selectedId) ?? found.shown[0];
  const [from, to] = [townOf(wish.from.label), townOf(wish.to.label)];
  const title = t`Rides from ${from} to ${to}`;
  useTitle(title);
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <MapWithPanel
        scene={foundScene(selected, wish)}
        mapLabel={t`Map of the selected ride`}
        label={t`Found rides`}
        bar={<SearchBar wish={wish} onLook={look} />}
      >
        <FoundList
          wish={wish}
          found={found}
          view={view}
          selectedId={selected?.ride.id}
          chosenId={search.selectedId}
          onLook={look}
          onShow={show}
          onSelect={select}
        />
        <p className="mt-6 text-center">
          <Link to="/home" className={buttonLook("ghost")}>
            <Icon name="close" />
            {t`End this search`}
          </Link>
        </p>
      </MapWithPanel>
    </>
  );
}

function Start({ search, finding }: { search: Search; finding: boolean }) {
  const { t } = useLingui();
  useTitle(t`Home`);
  const { uid } = useUser();
  const soon = useLeavingSoon(uid, useNow());
  const selected = soon.rides.find(({ id }) => id === search.selectedId);
  const scene = selected ? rideScene(selected) : { pins: startPins(soon.rides, null) };
  return (
    <MapWithPanel
      lowMap
      scene={scene}
      mapLabel={selected ? t`Map of the selected ride` : t`Map of rides that leave soon`}
      onPin={search.select}
      label={t`Your rides`}
    >
      <div className="grid gap-7">
        <div className="grid gap-4">
          <h1 className="outline-none text-2xl font-bold tracking-[-.02em]">{t`Where do you want to go?`}</h1>
          {finding ? <SkeletonCards count={1} /> : <SearchForm wish={search.wish} onLook={search.look} />}
        </div>
        <NextForMe />
        <LeavingSoon soon={soon} selectedId={search.selectedId} onSelect={search.select} />
      </div>
    </MapWithPanel>
  );
}
