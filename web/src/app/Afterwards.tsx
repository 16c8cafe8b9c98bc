import { Suspense, useEffect, useState } from "react";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";

const KeptOffline = lazyScreen(() => import("./KeptOffline.tsx"), "KeptOffline");

/** What no page waits for: it is fetched when the page is loaded and the browser has nothing to do, offline at once. */
export function Afterwards() {
  const [due, setDue] = useState(!navigator.onLine);
  useEffect(() => {
    const later = () => setTimeout(setDue, 1000, true);
    if (document.readyState === "complete") later();
    else addEventListener("load", later, { once: true });
  }, []);
  return (
    due && (
      <ErrorBoundary instead={Nothing}>
        <Suspense>
          <KeptOffline />
        </Suspense>
      </ErrorBoundary>
    )
  );
}

const Nothing = () => null;
