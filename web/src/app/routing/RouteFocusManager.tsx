import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { isFocusUnowned } from "#shared/ui/focus/restore-focus.ts";

/** Rendered after a new screen: moves the focus to its heading and scrolls to the top or to its anchor. */
export function RouteFocusManager() {
  const { pathname, hash } = useLocation();
  const isBackNavigation = useNavigationType() === NavigationType.Pop;
  const currentPath = useRef<string>(undefined);
  useEffect(() => {
    if (currentPath.current === pathname) return;
    currentPath.current = pathname;
    const previous = latestRoute;
    latestRoute = {
      pathname,
      focused: previous?.pathname === pathname ? previous.focused : undefined,
    };
    const anchor = hash === "" ? null : document.getElementById(hash.slice(1));
    if (anchor) {
      // Not returned: newer browsers return a promise, and an effect may only return its cleanup.
      anchor.scrollIntoView();
      return;
    }
    // The browser handles focus and scrolling of the initial page load.
    if (!previous || (previous.pathname === pathname && !previous.focused)) return;
    // Going back keeps the scroll position.
    if (!isBackNavigation)
      scrollTo({
        top: 0,
        behavior: "instant",
      });
    const main = document.getElementById("main");
    // The navigation renders before a slow screen: a user who has moved the focus there keeps it.
    if (latestRoute.focused && !isFocusUnowned() && !main?.contains(document.activeElement)) return;
    // While the next screen loads, the previous one is still in the document, but hidden.
    // A page whose parts have routes of their own, such as the steps of a form, marks the heading of the part.
    const headings = ["[data-route-heading]", "h1"].flatMap((kind) => [
      ...(main?.querySelectorAll<HTMLElement>(kind) ?? []),
    ]);
    const visible = headings.find((heading) => heading.checkVisibility());
    const heading = visible ?? main;
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
    latestRoute.focused = heading ?? undefined;
  }, [pathname, hash, isBackNavigation]);
  return null;
}

interface FocusedRoute {
  readonly pathname: string;
  /** The element that got the focus; undefined after the initial page load. */
  focused: HTMLElement | undefined;
}

/** Each route group and each lazy screen renders its own RouteFocusManager; later ones continue from the first. */
let latestRoute: FocusedRoute | undefined;
