import type { ReactNode } from "react";

interface MapSplitLayoutProps {
  /** Fills the room it is given. */
  map: ReactNode;
  children: ReactNode;
}

/** A column to work in with a map beside it; on a phone the map is a strip above. It comes first by eye, last by keyboard. */
export function MapSplitLayout({ map, children }: MapSplitLayoutProps) {
  return (
    <div className="grid lg:grid-cols-[minmax(0,38rem)_minmax(0,1fr)]">
      <div className="mx-auto grid w-full max-w-2xl min-w-0 content-start gap-6 px-(--gutter) py-6">{children}</div>
      <div className="relative order-first h-44 border-b border-line sm:h-60 lg:sticky lg:top-16 lg:order-last lg:h-[calc(100dvh-4rem)] lg:border-s lg:border-b-0">
        {map}
      </div>
    </div>
  );
}
