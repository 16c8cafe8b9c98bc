import { useLingui } from "@lingui/react/macro";
import { buttonLook } from "#shared/ui/button-look.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { townOf } from "#shared/wording/wording.ts";
import { FoundList } from "./FoundList.tsx";
import { MapWithPanel } from "./MapWithPanel.tsx";
import { foundScene } from "./ride-scene.ts";
import { SearchBar } from "./SearchBar.tsx";
import type { WholeWish } from "./search-url.ts";
import { selectedOf, useFound } from "./use-found.ts";
import type { Search } from "./use-wish.ts";

interface FoundRidesProps {
  readonly search: Search;
  readonly wish: WholeWish;
}

/** Home while something is looked for: what was found, with the selected one on the map. */
export function FoundRides({ search, wish }: FoundRidesProps) {
  const { t } = useLingui();
  const { view, look, show, select } = search;
  const found = useFound(wish, view);
  const selected = selectedOf(found, search.selectedId);
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
        <p className="mt-1 text-center">
          <Link to="/home" className={buttonLook("ghost")}>
            <Icon name="close" />
            {t`End this search`}
          </Link>
        </p>
      </MapWithPanel>
    </>
  );
}
