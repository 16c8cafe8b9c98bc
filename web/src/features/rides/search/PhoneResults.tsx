import { useLingui } from "@lingui/react/macro";
import { useRef, type RefObject, useEffect, useState } from "react";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import type { MapScene } from "#shared/map/map-types.ts";
import { cx } from "#shared/ui/cx.ts";
import { MapPeek } from "./MapPeek.tsx";
import { ResultsToolbar } from "./ResultsToolbar.tsx";
import { SearchResultList, type SearchResultListProps } from "./SearchResultList.tsx";
import { SearchSummaryBar } from "./SearchSummaryBar.tsx";

/**
 * Search results on a phone: the search in one line, a low strip of the map, then the rides. Days and filters slide away
 * while the list scrolls down and return when it scrolls up; they keep their room, so nothing jumps.
 */
export function PhoneResults({
  scene,
  ...props
}: SearchResultListProps & { readonly scene: MapScene }) {
  const { t } = useLingui();
  const { criteria, results, onSearch } = props;
  const toolbar = useRef<HTMLDivElement>(null);
  const isCollapsed = useCollapseOnScroll(toolbar);
  const isEmpty = results.status === "success" && !props.map.highlighted;
  return (
    <div className="px-4 pb-6">
      <div className="sticky top-16 z-20 -mx-4 bg-paper px-3 py-2">
        <SearchSummaryBar criteria={criteria} onSearch={onSearch} />
      </div>
      {!isEmpty && (
        <MapPeek
          renderMap={(isOpen) => (
            // The strip has no room for the names of places.
            <LazyMapView
              {...scene}
              {...(!isOpen && { stops: [] })}
              label={t`Map of the selected ride`}
            />
          )}
        />
      )}
      <div>
        <div
          ref={toolbar}
          className={cx(
            "sticky top-34 z-10 -mx-4 bg-paper px-4 pt-2 pb-2.5",
            "transition-[translate] duration-(--d-base) has-[:focus-visible]:translate-y-0 motion-reduce:transition-none",
            // Beyond the bars above it, and out of the window.
            isCollapsed && "-translate-y-[calc(100%+8.5rem)]",
          )}
        >
          <ResultsToolbar {...props} />
        </div>
        <SearchResultList {...props} />
      </div>
    </div>
  );
}

/** Smaller movements are no intention: a trembling finger, or the browser's own correction. */
const MIN_SCROLL_PX = 8;

/**
 * True while the page scrolls down and the element sticks to the top; false as soon as it scrolls up or the element is
 * back at its own place.
 */
function useCollapseOnScroll(element: RefObject<HTMLElement | null>): boolean {
  const [isCollapsed, setCollapsed] = useState(false);
  useEffect(() => {
    let lastY = scrollY;
    const onScroll = () => {
      const movedPx = scrollY - lastY;
      if (Math.abs(movedPx) < MIN_SCROLL_PX) return;
      lastY = scrollY;
      setCollapsed(movedPx > 0 && isStuck(element.current));
    };
    addEventListener("scroll", onScroll, { passive: true });
    return () => removeEventListener("scroll", onScroll);
  }, [element]);
  return isCollapsed;
}

/** A sticky element sticks once its parent, of which it is the first child, has moved above it. */
function isStuck(element: HTMLElement | null): boolean {
  if (!element?.parentElement) return false;
  return (
    element.parentElement.getBoundingClientRect().top <
    Number.parseFloat(getComputedStyle(element).top)
  );
}
