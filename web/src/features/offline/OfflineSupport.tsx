import { useLingui } from "@lingui/react/macro";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { connectionStatus } from "#shared/connection/connection-status.ts";
import { log } from "#shared/log.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { startOfflineCache } from "./offline-cache.ts";
import { registerAppShell, type AppShell } from "./app-shell.ts";

/** Prefetches the user's own data so that it can be cached. */
type PrefetchOwnData = (queries: QueryClient, uid: string) => Promise<void>;

/** Caches the app and the user's own data for offline use, and offers to load a new version of the app. */
export function OfflineSupport({ prefetchOwnData }: { prefetchOwnData: PrefetchOwnData }) {
  const shell = useOfflineCache(prefetchOwnData);
  const [hasNewVersion, setHasNewVersion] = useState(false);
  useEffect(() => shell?.onNewVersion(() => setHasNewVersion(true)), [shell]);
  return hasNewVersion && shell ? (
    <NewVersionNotice onReload={shell.takeOver} onLater={() => setHasNewVersion(false)} />
  ) : null;
}

function useOfflineCache(prefetchOwnData: PrefetchOwnData): AppShell | undefined {
  const queries = useQueryClient();
  const { uid } = useUser();
  const [shell, setShell] = useState<AppShell>();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let unmounted = false;
    const startCaching = async () => {
      const appShell = await registerAppShell();
      if (!appShell || unmounted) return;
      setShell(appShell);
      const stopCaching = await startOfflineCache(queries, uid);
      if (unmounted) return stopCaching();
      stop = stopCaching;
      // Data that could not be prefetched is cached when it is read.
      if (connectionStatus() !== "offline")
        await prefetchOwnData(queries, uid).catch(() => undefined);
    };
    startCaching().catch((error: unknown) =>
      log.error("offline cache unavailable", { error: String(error) }),
    );
    return () => {
      unmounted = true;
      stop?.();
    };
  }, [queries, uid, prefetchOwnData]);
  return shell;
}

/** Offers a reload instead of forcing one, because the user may be typing. */
function NewVersionNotice({ onReload, onLater }: { onReload: () => void; onLater: () => void }) {
  const { t } = useLingui();
  return (
    <div
      role="status"
      className="fixed inset-x-3 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-40 mx-auto flex max-w-md items-center gap-2 card py-2 ps-4 pe-2 text-ink shadow-3 lg:bottom-5"
    >
      <Icon name="refresh" className="text-brand-ink" />
      <p className="min-w-0 flex-1 font-semibold">{t`A new version is ready`}</p>
      <Button variant="ghost" size="sm" onClick={onLater}>
        {t({
          comment: "Button: not now.",
          message: "Later",
        })}
      </Button>
      <Button size="sm" onClick={onReload}>{t`Reload`}</Button>
    </div>
  );
}
