import { useLingui } from "@lingui/react/macro";
import { Suspense } from "react";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Skeleton, SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { MapPanel } from "#shared/ui/MapPanel.tsx";
import { isWhole } from "./search-url.ts";
import { type Search, useSearchBegunBefore, useWish } from "./use-wish.ts";

// The frame is there first; what needs answers of the server is fetched beside it.
const FoundRides = lazyScreen(() => import("./FoundRides.tsx"), "FoundRides");
const HomeLists = lazyScreen(() => import("./HomeLists.tsx"), "HomeLists");
const SearchForm = lazyScreen(() => import("./SearchForm.tsx"), "SearchForm");
const HomeMap = lazyScreen(() => import("./HomeMap.tsx"), "HomeMap");

/** The map with what is next for the reader and what leaves soon, or with what a search found. */
export function HomeScreen() {
  const search = useWish();
  const finding = useSearchBegunBefore(search.wish, search.lookInstead);
  const { wish } = search;
  return isWhole(wish) ? <FoundRides search={search} wish={wish} /> : <Start search={search} finding={finding} />;
}

function Start({ search, finding }: { search: Search; finding: boolean }) {
  const { t } = useLingui();
  useTitle(t`Home`);
  const chosen = { selectedId: search.selectedId, onSelect: search.select };
  return (
    <MapPanel lowMap renderMap={(padding) => <HomeMap {...chosen} padding={padding} />} label={t`Your rides`}>
      <div className="grid gap-7">
        <div className="grid gap-4">
          <h1 className="outline-none text-2xl font-bold tracking-[-.02em]">{t`Where do you want to go?`}</h1>
          <Suspense fallback={<FormOnItsWay />}>
            {finding ? <FormOnItsWay /> : <SearchForm wish={search.wish} onLook={search.look} />}
          </Suspense>
        </div>
        <Suspense fallback={<SkeletonCards count={2} />}>
          <HomeLists {...chosen} />
        </Suspense>
      </div>
    </MapPanel>
  );
}

/** As high as the form, so that nothing moves when it comes. */
function FormOnItsWay() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-29.5" />
      <Skeleton className="h-43 sm:h-20.5" />
      <Skeleton className="h-13" />
    </div>
  );
}
