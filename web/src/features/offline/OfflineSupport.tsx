import { useLingui } from "@lingui/react/macro";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { connectionStatus } from "#shared/connection/connection-status.ts";
import { log } from "#shared/log.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { startOfflineCache } from "./offline-cache.ts";

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

/** The worker that caches the app. Push has its own worker, which browsers know by its path and scope. */
const SHELL_WORKER = {
  path: "/shell-worker.js",
  scope: "/",
} as const;
/** A page that stays open checks for a new version at this interval when the user returns to it. */
const UPDATE_CHECK_MS = 15 * 60_000;
const TAKEOVER_TIMEOUT_MS = 5_000;

interface AppShell {
  /** Calls back whenever a new version is waiting. */
  readonly onNewVersion: (notify: () => void) => () => void;
  /** Activates the new version and reloads the page. */
  readonly takeOver: () => void;
}

/**
 * Registers the worker that caches the app and watches for new versions. Returns undefined if the browser has no
 * service workers.
 */
async function registerAppShell(): Promise<AppShell | undefined> {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return undefined;
  const { path, scope } = SHELL_WORKER;
  const registration: ServiceWorkerRegistration | undefined = await navigator.serviceWorker
    .register(path, { scope, updateViaCache: "none" })
    .catch((error: unknown) => {
      log.error("app shell worker not registered", { error: String(error) });
      return undefined;
    });
  return registration && watchForUpdates(registration);
}

function watchForUpdates(registration: ServiceWorkerRegistration): AppShell {
  // The first version needs no notice: the page already shows it.
  const isNew = () => registration.waiting !== null && navigator.serviceWorker.controller !== null;
  return {
    onNewVersion(notify) {
      const notifyIfNew = () => isNew() && notify();
      const onUpdateFound = () =>
        registration.installing?.addEventListener("statechange", notifyIfNew);
      const stopLooking = checkPeriodically(registration);
      registration.addEventListener("updatefound", onUpdateFound);
      notifyIfNew();
      return () => {
        registration.removeEventListener("updatefound", onUpdateFound);
        stopLooking();
      };
    },
    takeOver() {
      navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
      // The old worker may still be busy. Reload anyway after a timeout.
      setTimeout(reload, TAKEOVER_TIMEOUT_MS);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of the page's origin
      registration.waiting?.postMessage({ takeOver: true });
    },
  };
}

function checkPeriodically(registration: ServiceWorkerRegistration): () => void {
  let checkedAt = Date.now();
  const checkForUpdate = () => {
    if (document.visibilityState !== "visible" || Date.now() - checkedAt < UPDATE_CHECK_MS) return;
    checkedAt = Date.now();
    registration.update().catch(() => undefined);
  };
  document.addEventListener("visibilitychange", checkForUpdate);
  return () => document.removeEventListener("visibilitychange", checkForUpdate);
}

const reload = () => location.reload();
