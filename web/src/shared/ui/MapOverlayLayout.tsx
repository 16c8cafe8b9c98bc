import { directionOf } from "@commonlane/contract/languages";
import { type ReactNode, Suspense, useSyncExternalStore } from "react";
import type { MapPadding } from "../map/map-types.ts";
import { activeLanguage } from "../language/messages.ts";
import { cx } from "./cx.ts";

interface MapOverlayLayoutProps {
  /** Renders the map, which keeps clear of the padding; may load late. */
  renderMap: (padding: MapPadding) => ReactNode;
  /** Floats over the map on phones and sits at the top of the panel on wide windows. */
  bar?: ReactNode;
  /** Accessible name of the panel. */
  label: string;
  /** Makes the map smaller on phones, for screens that start with text. */
  lowMap?: boolean | undefined;
  children: ReactNode;
}

// Matches the classes below: a panel of 29 rem with a margin of 1 rem; on phones the sheet covers the last 24 px of the
// map.
const PANEL_PX = 480;
const SHEET_OVER_PX = 24;
const BAR_PX = 76;

/** A full-window map with a floating panel; on phones the panel is a sheet that scrolls up over the map. */
export function MapOverlayLayout({
  renderMap,
  bar,
  label,
  lowMap,
  children,
}: MapOverlayLayoutProps) {
  const isWide = useIsWideScreen();
  const besidePadding: MapPadding = {
    top: bar ? BAR_PX : 0,
    right: 0,
    bottom: SHEET_OVER_PX,
    left: 0,
  };
  return (
    // The panel comes first in the DOM for keyboards and screen readers; on phones the map is shown above it.
    <div className="flex flex-col">
      {bar && !isWide && <div className="sticky top-19 z-20 order-1 h-0 px-3">{bar}</div>}
      <section
        data-panel=""
        aria-label={label}
        className={cx(
          "relative z-10 order-3 -mt-6 min-h-[60dvh] rounded-t-lg bg-paper px-4 pt-3 pb-6 shadow-3",
          "lg:absolute lg:inset-y-4 lg:start-4 lg:mt-0 lg:min-h-0 lg:w-[29rem] lg:overflow-y-auto lg:rounded-lg lg:p-5",
        )}
      >
        <div
          aria-hidden="true"
          className="mx-auto mb-3 h-1.5 w-11 rounded-full bg-line lg:hidden"
        />
        {bar && isWide && <div className="mb-4">{bar}</div>}
        {children}
      </section>
      <div
        className={cx(
          "sticky top-16 order-2 lg:absolute lg:inset-0 lg:h-auto",
          lowMap ? "h-[24dvh]" : "h-[46dvh] min-h-72",
        )}
      >
        <Suspense fallback={<div className="absolute inset-0 bg-(--m-land)" />}>
          {renderMap(isWide ? besidePanel() : besidePadding)}
        </Suspense>
      </div>
    </div>
  );
}

/** The map's free part is beside the panel, which is on the right in right-to-left languages. */
function besidePanel(): MapPadding {
  const isRightToLeft = directionOf(activeLanguage()) === "rtl";
  return {
    top: 0,
    right: isRightToLeft ? PANEL_PX : 0,
    bottom: 0,
    left: isRightToLeft ? 0 : PANEL_PX,
  };
}

const WIDE = "(min-width: 64rem)";

/** True if the window has room for a panel next to the map. */
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
