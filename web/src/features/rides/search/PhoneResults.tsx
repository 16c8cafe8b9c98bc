import { useLingui } from "@lingui/react/macro";
import {
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import type { MapScene } from "#shared/map/map-types.ts";
import { canDrawMaps } from "#shared/map/webgl.ts";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
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

/** A shorter movement is a tap. */
const DRAG_PX = 24;

/** A low strip of a map on phones, which opens and closes on a tap, by a drag of its edge, or by keyboard. */
function MapPeek({ renderMap }: { renderMap: (isOpen: boolean) => ReactNode }) {
  const { t } = useLingui();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  // The strip answers the tap before the map is drawn for it.
  const isMapOpen = useDeferredValue(isOpen);
  const startY = useRef<number>(undefined);
  const wasDragged = useRef(false);
  const onDrag = (event: PointerEvent) => {
    if (startY.current === undefined) return;
    const movedPx = event.clientY - startY.current;
    if (Math.abs(movedPx) < DRAG_PX) return;
    wasDragged.current = true;
    setOpen(movedPx > 0);
  };
  // Without a map, a sentence says so above the button.
  const closedHeight = canDrawMaps() ? "h-18" : "h-29";
  const height = isOpen ? "h-[52dvh]" : closedHeight;
  const label = isOpen ? t`Close the map` : t`Open the map`;
  return (
    <div className="relative overflow-hidden rounded-lg border border-line">
      <div
        id={id}
        // A closed map cannot be operated, only opened.
        inert={!isOpen}
        className={cx(
          "overflow-hidden bg-(--m-land) transition-[height] duration-(--d-base) motion-reduce:transition-none",
          height,
        )}
      >
        {/* A map redraws whenever its size changes: it gets its new one once, soon after the tap or when it has closed. */}
        <div
          className={cx(
            "relative transition-[height] duration-0 motion-reduce:transition-none",
            height,
            isOpen ? "delay-100" : "delay-(--d-base)",
          )}
        >
          {renderMap(isMapOpen)}
        </div>
      </div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={label}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          startY.current = event.clientY;
          wasDragged.current = false;
        }}
        onPointerMove={onDrag}
        onPointerUp={() => {
          startY.current = undefined;
        }}
        onPointerCancel={() => {
          startY.current = undefined;
        }}
        onClick={() => {
          if (wasDragged.current) wasDragged.current = false;
          else setOpen(!isOpen);
        }}
        className={cx(
          "flex touch-none items-end justify-center -outline-offset-3",
          isOpen ? "relative h-11 w-full bg-surface" : "absolute inset-0",
        )}
      >
        <span
          className={cx(
            "flex items-center gap-1.5 text-sm font-semibold",
            isOpen ? "h-full" : "mb-1.5 rounded-full bg-surface px-3 py-1 shadow-1",
          )}
        >
          <Icon name="chevron-down" className={cx("size-4", isOpen && "rotate-180")} />
          {label}
        </span>
      </button>
    </div>
  );
}
