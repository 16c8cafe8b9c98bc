import { useEffect, useRef, useState, type ReactNode } from "react";
import { buttonLook } from "#shared/ui/button-look.ts";

interface AskAsideProps {
  /** What the bar of a phone says, and what its button leads to; without it there is none. */
  bar: { readonly said: ReactNode; readonly lead: string } | undefined;
  children: ReactNode;
}

const ID = "ask";

/** The place for asking, and on a phone a bar at the lower edge that leads there while it is out of sight. */
export function AskAside({ bar, children }: AskAsideProps) {
  const place = useRef<HTMLDivElement>(null);
  const inSight = useInSight(place);
  const go = () => {
    place.current?.scrollIntoView({ block: "start" });
    place.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <div ref={place} id={ID} tabIndex={-1} className="scroll-mt-20 rounded-lg outline-none">
        {children}
      </div>
      {bar && !inSight && (
        <div className="fixed inset-x-0 bottom-[calc(3.75rem+env(safe-area-inset-bottom))] z-20 flex items-center justify-between gap-3 border-t border-line bg-surface px-4 py-2.5 shadow-3 lg:hidden">
          {bar.said}
          <button type="button" className={buttonLook()} onClick={go}>
            {bar.lead}
          </button>
        </div>
      )}
    </>
  );
}

/** Whether an element can be seen now; true until the browser has said. */
function useInSight(element: { current: HTMLElement | null }): boolean {
  const [inSight, setInSight] = useState(true);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => setInSight(entry?.isIntersecting ?? true), {
      rootMargin: "0px 0px -130px 0px",
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return inSight;
}
