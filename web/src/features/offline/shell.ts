import { log } from "#shared/log.ts";

/** The worker that keeps the app itself; pushes have one of their own, which browsers know by its path and scope. */
const SHELL_WORKER = { path: "/shell-worker.js", scope: "/" } as const;
/** A page that is open for long looks for a new version this often, when somebody comes back to it. */
const LOOK_EVERY_MS = 15 * 60_000;
const TAKEN_OVER_WITHIN_MS = 5_000;

export interface Shell {
  /** Tells each time that a new version is there and waits. */
  readonly onNew: (tell: () => void) => () => void;
  /** Goes over to the new version, and loads this page again. */
  readonly takeOver: () => void;
}

/** Has the browser keep the app, and hears of new versions; nothing where it keeps none. */
export async function keepShell(): Promise<Shell | undefined> {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return undefined;
  const { path, scope } = SHELL_WORKER;
  const registration: ServiceWorkerRegistration | undefined = await navigator.serviceWorker
    .register(path, { scope, updateViaCache: "none" })
    .catch((error: unknown) => {
      log.error("the app cannot be kept for offline", { error: String(error) });
      return undefined;
    });
  return registration && watch(registration);
}

function watch(registration: ServiceWorkerRegistration): Shell {
  // The first version is no news: nothing of an older one is on the screen.
  const isNew = () => registration.waiting !== null && navigator.serviceWorker.controller !== null;
  return {
    onNew(tell) {
      const look = () => isNew() && tell();
      const found = () => registration.installing?.addEventListener("statechange", look);
      const stopLooking = lookNowAndThen(registration);
      registration.addEventListener("updatefound", found);
      look();
      return () => {
        registration.removeEventListener("updatefound", found);
        stopLooking();
      };
    },
    takeOver() {
      navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
      // The old worker may have something to finish; whoever asked for a reload gets one.
      setTimeout(reload, TAKEN_OVER_WITHIN_MS);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of the page's origin
      registration.waiting?.postMessage({ takeOver: true });
    },
  };
}

function lookNowAndThen(registration: ServiceWorkerRegistration): () => void {
  let lookedAt = Date.now();
  const look = () => {
    if (document.visibilityState !== "visible" || Date.now() - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = Date.now();
    registration.update().catch(() => undefined);
  };
  document.addEventListener("visibilitychange", look);
  return () => document.removeEventListener("visibilitychange", look);
}

const reload = () => location.reload();
