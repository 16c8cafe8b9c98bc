import { useEffect, useRef, useState } from "react";
import { HomeMap } from "./HomeMap.tsx";

/** The map starts to load when it is this close to the window. */
const LOAD_MARGIN = "160px";

interface HomeMapPeekProps {
  selectedId: string | null;
  onSelect: (rideId: string) => void;
}

/** Small map on phones, loaded when the user scrolls to it. */
export function HomeMapPeek(props: HomeMapPeekProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: LOAD_MARGIN },
    );
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={frame}
      className="relative h-44 overflow-hidden rounded-lg border border-line bg-(--m-land)"
    >
      {isNear && <HomeMap {...props} padding={NO_PADDING} />}
    </div>
  );
}

const NO_PADDING = {
  top: 0,
  right: 0,
  bottom: 0,
  left: 0,
};
