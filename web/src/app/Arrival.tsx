import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { isFocusNobodys } from "#shared/ui/nobodys-focus.ts";

/** Behind a screen that has just arrived: moves the reading position to its heading, and the view to its top or its anchor. */
export function Arrival() {
  const { pathname, hash } = useLocation();
  const back = useNavigationType() === NavigationType.Pop;
  const here = useRef<string>(undefined);
  useEffect(() => {
    if (here.current === pathname) return;
    here.current = pathname;
    const before = newest;
    newest = { pathname, led: before?.pathname === pathname ? before.led : undefined };
    const anchor = hash === "" ? null : document.getElementById(hash.slice(1));
    if (anchor) {
      // Not returned: newer browsers give a promise, and an effect may give nothing but its end.
      anchor.scrollIntoView();
      return;
    }
    // A page that was just loaded begins where the browser begins it.
    if (!before || (before.pathname === pathname && !before.led)) return;
    // Whoever goes back comes to where they were.
    if (!back) scrollTo({ top: 0, behavior: "instant" });
    const main = document.getElementById("main");
    // The bars come before a slow screen: whoever has gone to one of them meanwhile stays there.
    if (newest.led && !isFocusNobodys() && !main?.contains(document.activeElement)) return;
    // While the next screen loads, the previous one is still in the document, but hidden.
    const visible = [...(main?.querySelectorAll<HTMLElement>("h1") ?? [])].find((h1) => h1.checkVisibility());
    const heading = visible ?? main;
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
    newest.led = heading ?? undefined;
  }, [pathname, hash, back]);
  return null;
}

interface Arrived {
  readonly pathname: string;
  /** What was given the focus; nothing on a page that was just loaded. */
  led: HTMLElement | undefined;
}

/** Each group of routes has its own Arrival, and so has the screen in it: the later ones go on from where the first led. */
let newest: Arrived | undefined;
