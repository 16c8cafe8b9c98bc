import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useLocation } from "react-router";
import { ConnectionBanner } from "#shared/ui/ConnectionBanner.tsx";
import { afterCalls, lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { SkipLink } from "#shared/ui/SkipLink.tsx";
import { RouteFocusManager } from "../routing/RouteFocusManager.tsx";
import { ScreenCrashMessage } from "../errors/CrashScreen.tsx";
import { BackgroundPart, ErrorBoundary } from "../errors/ErrorBoundary.tsx";
import { LiveUpdates } from "../live/LiveUpdates.tsx";
import { NavigationBar, TabBar } from "./NavigationBar.tsx";
import { createQueryClient } from "../query-client.ts";
import { SignedInScreens } from "./SignedInScreens.tsx";
import { DriverLocationReporter } from "../background/DriverLocationReporter.tsx";
import { SearchActionsProvider } from "../search-actions/SearchActionsProvider.tsx";

const BackgroundServices = lazyScreen(
  afterCalls(() => import("../background/BackgroundServices.tsx")),
  "BackgroundServices",
);

export { fetchScreen } from "./SignedInScreens.tsx";

/**
 * Layout of every signed-in screen. A screen renders inside `main`: either content that scrolls with the page, or
 * `absolute inset-0` to fill the window between the bars.
 */
export function SignedInShell() {
  const [queryClient] = useState(createQueryClient);
  const { pathname } = useLocation();
  return (
    <QueryClientProvider client={queryClient}>
      <LiveUpdates />
      <DriverLocationReporter />
      <SkipLink />
      <div className="flex min-h-dvh flex-col bg-paper">
        <NavigationBar />
        <ConnectionBanner />
        <div id="bulletin" role="status" />
        <main id="main" tabIndex={-1} className="relative flex-1 outline-none">
          <ErrorBoundary resetKey={pathname} fallback={ScreenCrashMessage}>
            <Suspense fallback={<ScreenSkeleton />}>
              <SearchActionsProvider>
                <SignedInScreens />
              </SearchActionsProvider>
              <RouteFocusManager />
            </Suspense>
          </ErrorBoundary>
        </main>
        <TabBar />
      </div>
      <BackgroundPart>
        <BackgroundServices />
      </BackgroundPart>
    </QueryClientProvider>
  );
}

function ScreenSkeleton() {
  return (
    <div className="mx-auto max-w-2xl px-(--gutter) py-6">
      <SkeletonCards />
    </div>
  );
}
