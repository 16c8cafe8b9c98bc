import { type ReactNode, Suspense, useSyncExternalStore } from "react";
import type { MapPadding } from "../map/map-types.ts";
import { cx } from "./cx.ts";

interface MapOverlayLayoutProps {
  /** Draws the map, which is to keep clear of what lies over its edges; it may be fetched late. */
  renderMap: (padding: MapPadding) => ReactNode;
  /** Floats over the map of a phone and stands at the top of the panel on a wide window. */
  bar?: ReactNode;
  /** The name of the panel. */
  label: string;
  /** Leaves the map of a phone less room, for screens that begin with words. */
  lowMap?: boolean | undefined;
  children: ReactNode;
}

// As the classes below: 29 rem of panel, 1 rem beside it; the sheet of a phone lies over the map's last 24 px.
const BESIDE_PANEL: MapPadding = { top: 0, right: 0, bottom: 0, left: 480 };
const SHEET_OVER_PX = 24;
const BAR_PX = 76;

/** A map over the whole window with a panel floating on it; on a phone the panel is a sheet that scrolls up over the map. */
export function MapOverlayLayout({ renderMap, bar, label, lowMap, children }: MapOverlayLayoutProps) {
  const isWide = useIsWideScreen();
  const besidePadding: MapPadding = { top: bar ? BAR_PX : 0, right: 0, bottom: SHEET_OVER_PX, left: 0 };
  return (
    // The panel comes first for those who go by keyboard or by ear; the eye finds the map of a phone above it.
    <div className="flex flex-col">
      {bar && !isWide && <div className="sticky top-19 z-20 order-1 h-0 px-3">{bar}</div>}
      <section
        aria-label={label}
        className={cx(
          "relative z-10 order-3 -mt-6 min-h-[60dvh] rounded-t-lg bg-paper px-4 pt-3 pb-6 shadow-3",
          "lg:absolute lg:inset-y-4 lg:start-4 lg:mt-0 lg:min-h-0 lg:w-[29rem] lg:overflow-y-auto lg:rounded-lg lg:p-5",
        )}
      >
        <div aria-hidden="true" className="mx-auto mb-3 h-1.5 w-11 rounded-full bg-line lg:hidden" />
        {bar && isWide && <div className="mb-4">{bar}</div>}
        {children}
      </section>
      <div
        className={cx(
          "sticky top-16 order-2 lg:absolute lg:inset-0 lg:h-auto",
          lowMap ? "h-[30dvh]" : "h-[46dvh] min-h-72",
        )}
      >
        <Suspense fallback={<div className="skeleton absolute inset-0" />}>
          {renderMap(isWide ? BESIDE_PANEL : besidePadding)}
        </Suspense>
      </div>
    </div>
  );
}

const WIDE = "(min-width: 64rem)";

/** Whether the window is wide enough for a panel beside the map. */
export function useIsWideScreen(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(WIDE);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => matchMedia(WIDE).matches,
  );
}
