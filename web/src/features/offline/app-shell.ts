import { log } from "#shared/log.ts";

/** The worker that caches the app. Push has its own worker, which browsers know by its path and scope. */
const SHELL_WORKER = {
  path: "/shell-worker.js",
  scope: "/",
} as const;
/** A page that stays open checks for a new version at this interval when the user returns to it. */
const UPDATE_CHECK_MS = 15 * 60_000;
const TAKEOVER_TIMEOUT_MS = 5_000;

export interface AppShell {
  /** Calls back whenever a new version is waiting. */
  readonly onNewVersion: (notify: () => void) => () => void;
  /** Activates the new version and reloads the page. */
  readonly takeOver: () => void;
}

/**
 * Registers the worker that caches the app and watches for new versions. Returns undefined if the browser has no
 * service workers.
 */
export async function registerAppShell(): Promise<AppShell | undefined> {
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
