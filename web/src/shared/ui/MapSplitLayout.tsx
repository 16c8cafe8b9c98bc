import type { ReactNode } from "react";
import { cx } from "./cx.ts";

interface MapSplitLayoutProps {
  /** Fills the available space. */
  map: ReactNode;
  /** False while the map has nothing to show that a phone has room for. */
  isMapOnPhones?: boolean | undefined;
  children: ReactNode;
}

/** A work column next to a map; on phones the map is a strip above, shown first but last in the tab order. */
export function MapSplitLayout({ map, isMapOnPhones = true, children }: MapSplitLayoutProps) {
  return (
    <div className="grid lg:grid-cols-[minmax(0,38rem)_minmax(0,1fr)]">
      <div className="mx-auto grid w-full max-w-2xl min-w-0 content-start gap-6 px-(--gutter) py-6">
        {children}
      </div>
      <div
        className={cx(
          "relative order-first h-44 border-b border-line sm:h-60 lg:sticky lg:top-16 lg:order-last lg:h-[calc(100dvh-4rem)] lg:border-s lg:border-b-0",
          !isMapOnPhones && "max-lg:hidden",
        )}
      >
        {map}
      </div>
    </div>
  );
}
