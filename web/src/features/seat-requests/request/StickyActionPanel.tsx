import { useEffect, useRef, useState, type ReactNode } from "react";
import { buttonClasses } from "#shared/ui/button-classes.ts";

interface StickyActionPanelProps {
  /** What the bar of a phone says, and what its button leads to; without it there is none. */
  bar: { readonly content: ReactNode; readonly action: string } | undefined;
  children: ReactNode;
}

const PANEL_ID = "ask";

/** The place for asking, and on a phone a bar at the lower edge that leads there while it is out of sight. */
export function StickyActionPanel({ bar, children }: StickyActionPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const isVisible = useIsVisible(panel);
  const scrollToPanel = () => {
    panel.current?.scrollIntoView({ block: "start" });
    panel.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <div ref={panel} id={PANEL_ID} tabIndex={-1} className="scroll-mt-20 rounded-lg outline-none">
        {children}
      </div>
      {bar && !isVisible && (
        <div className="fixed inset-x-0 bottom-[calc(3.75rem+env(safe-area-inset-bottom))] z-20 flex items-center justify-between gap-3 border-t border-line bg-surface px-4 py-2.5 shadow-3 lg:hidden">
          {bar.content}
          <button type="button" className={buttonClasses()} onClick={scrollToPanel}>
            {bar.action}
          </button>
        </div>
      )}
    </>
  );
}

/** Whether an element can be seen now; true until the browser has said. */
function useIsVisible(element: { current: HTMLElement | null }): boolean {
  const [isVisible, setInSight] = useState(true);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => setInSight(entry?.isIntersecting ?? true), {
      rootMargin: "0px 0px -130px 0px",
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isVisible;
}
