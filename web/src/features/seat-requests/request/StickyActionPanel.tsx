import { useEffect, useRef, useState, type ReactNode } from "react";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { cx } from "#shared/ui/cx.ts";

interface StickyActionPanelProps {
  /** Content of the phone's sticky bar and its button label; no bar if undefined. */
  bar:
    | {
        readonly content: ReactNode;
        readonly action: string;
      }
    | undefined;
  children: ReactNode;
}

const PANEL_ID = "ask";

/** Container of the request form, with a sticky bar on phones while the form is out of view. */
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
          <button type="button" className={cx(buttonClasses(), "shrink!")} onClick={scrollToPanel}>
            {bar.action}
          </button>
        </div>
      )}
    </>
  );
}

/** Whether an element is in the viewport; true until the browser reports it. */
function useIsVisible(element: { current: HTMLElement | null }): boolean {
  const [isVisible, setInSight] = useState(true);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => setInSight(entry?.isIntersecting ?? true),
      {
        rootMargin: "0px 0px -130px 0px",
      },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isVisible;
}
