import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { ConnectionBanner } from "#shared/ui/ConnectionBanner.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { SkipLink } from "#shared/ui/SkipLink.tsx";
import { Arrival } from "./Arrival.tsx";
import { ScreenCrash } from "./Crash.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { LiveUpdates } from "./LiveUpdates.tsx";
import { NavigationBar } from "./NavigationBar.tsx";
import { createQueryClient } from "./query-client.ts";
import { TabBar } from "./TabBar.tsx";
import { WhileActive } from "./WhileActive.tsx";
import { WithSearches } from "./WithSearches.tsx";

const Besides = lazyScreen(() => import("./Besides.tsx"), "Besides");

/**
 * What stands around every protected screen. A screen draws inside `main`: content that scrolls with the page, or
 * `absolute inset-0` for one that fills the window between the bars.
 */
export function SignedInShell() {
  const [queryClient] = useState(createQueryClient);
  const { pathname } = useLocation();
  return (
    <QueryClientProvider client={queryClient}>
      <LiveUpdates />
      <WhileActive />
      <SkipLink />
      <div className="flex min-h-dvh flex-col bg-paper">
        <NavigationBar />
        <ConnectionBanner />
        <div id="bulletin" role="status" />
        <main id="main" tabIndex={-1} className="relative flex-1 outline-none">
          <ErrorBoundary at={pathname} instead={ScreenCrash}>
            <Suspense fallback={<ScreenOnItsWay />}>
              <WithSearches>
                <Outlet />
              </WithSearches>
              <Arrival />
            </Suspense>
          </ErrorBoundary>
        </main>
        <TabBar />
      </div>
      <ErrorBoundary instead={Nothing}>
        <Suspense>
          <Besides />
        </Suspense>
      </ErrorBoundary>
    </QueryClientProvider>
  );
}

const Nothing = () => null;

function ScreenOnItsWay() {
  return (
    <div className="mx-auto max-w-2xl px-(--gutter) py-6">
      <SkeletonCards />
    </div>
  );
}
