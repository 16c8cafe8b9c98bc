import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

/** Behind a screen that has just arrived: moves the reading position to its heading, and the view to its top or its anchor. */
export function Arrival() {
  const { pathname, hash } = useLocation();
  const back = useNavigationType() === NavigationType.Pop;
  const last = useRef<string>(undefined);
  useEffect(() => {
    const first = last.current === undefined;
    if (last.current === pathname) return;
    last.current = pathname;
    const anchor = hash === "" ? null : document.getElementById(hash.slice(1));
    if (anchor) {
      // Not returned: newer browsers give a promise, and an effect may give nothing but its end.
      anchor.scrollIntoView();
      return;
    }
    if (first && !cameFromWithin()) return;
    // Whoever goes back comes to where they were.
    if (!back) scrollTo({ top: 0, behavior: "instant" });
    const heading = document.querySelector<HTMLElement>("#main h1") ?? document.getElementById("main");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
    markArrived();
  }, [pathname, hash, back]);
  useEffect(markArrived, []);
  return null;
}

/** Each group of routes has its own Arrival, so that one belongs to the page's whole life is remembered outside of them. */
let arrivedOnce = false;
const cameFromWithin = () => arrivedOnce;
function markArrived(): void {
  arrivedOnce = true;
}
