import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { isFocusUnowned } from "#shared/ui/focus/unowned-focus.ts";

/** Behind a screen that has just arrived: moves the reading position to its heading, and the view to its top or its anchor. */
export function RouteFocusManager() {
  const { pathname, hash } = useLocation();
  const isBackNavigation = useNavigationType() === NavigationType.Pop;
  const currentPath = useRef<string>(undefined);
  useEffect(() => {
    if (currentPath.current === pathname) return;
    currentPath.current = pathname;
    const previous = latestRoute;
    latestRoute = { pathname, focused: previous?.pathname === pathname ? previous.focused : undefined };
    const anchor = hash === "" ? null : document.getElementById(hash.slice(1));
    if (anchor) {
      // Not returned: newer browsers give a promise, and an effect may give nothing but its end.
      anchor.scrollIntoView();
      return;
    }
    // A page that was just loaded begins where the browser begins it.
    if (!previous || (previous.pathname === pathname && !previous.focused)) return;
    // Whoever goes back comes to where they were.
    if (!isBackNavigation) scrollTo({ top: 0, behavior: "instant" });
    const main = document.getElementById("main");
    // The bars come before a slow screen: whoever has gone to one of them meanwhile stays there.
    if (latestRoute.focused && !isFocusUnowned() && !main?.contains(document.activeElement)) return;
    // While the next screen loads, the previous one is still in the document, but hidden.
    const visible = [...(main?.querySelectorAll<HTMLElement>("h1") ?? [])].find((h1) => h1.checkVisibility());
    const heading = visible ?? main;
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
    latestRoute.focused = heading ?? undefined;
  }, [pathname, hash, isBackNavigation]);
  return null;
}

interface FocusedRoute {
  readonly pathname: string;
  /** What was given the focus; nothing on a page that was just loaded. */
  focused: HTMLElement | undefined;
}

/** Each group of routes has its own Arrival, and so has the screen in it: the later ones go on from where the first led. */
let latestRoute: FocusedRoute | undefined;
