import { log } from "#shared/log.ts";

/** The worker that keeps the app itself; pushes have one of their own, which browsers know by its path and scope. */
const SHELL_WORKER = { path: "/shell-worker.js", scope: "/" } as const;
/** A page that is open for long looks for a new version this often, when somebody comes back to it. */
const UPDATE_CHECK_MS = 15 * 60_000;
const TAKEOVER_TIMEOUT_MS = 5_000;

export interface AppShell {
  /** Tells each time that a new version is there and waits. */
  readonly onNewVersion: (notify: () => void) => () => void;
  /** Goes over to the new version, and loads this page again. */
  readonly takeOver: () => void;
}

/** Has the browser keep the app, and hears of new versions; nothing where it keeps none. */
export async function registerAppShell(): Promise<AppShell | undefined> {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return undefined;
  const { path, scope } = SHELL_WORKER;
  const registration: ServiceWorkerRegistration | undefined = await navigator.serviceWorker
    .register(path, { scope, updateViaCache: "none" })
    .catch((error: unknown) => {
      log.error("the app cannot be kept for offline", { error: String(error) });
      return undefined;
    });
  return registration && watchForUpdates(registration);
}

function watchForUpdates(registration: ServiceWorkerRegistration): AppShell {
  // The first version is no news: nothing of an older one is on the screen.
  const isNew = () => registration.waiting !== null && navigator.serviceWorker.controller !== null;
  return {
    onNewVersion(notify) {
      const notifyIfNew = () => isNew() && notify();
      const onUpdateFound = () => registration.installing?.addEventListener("statechange", notifyIfNew);
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
      // The old worker may have something to finish; whoever asked for a reload gets one.
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
