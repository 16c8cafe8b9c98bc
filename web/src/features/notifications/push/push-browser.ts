import { PUSH_WORKER } from "@commonlane/contract/notification-channels";

/** The browser features that push needs. Tests replace them with a fake. */
export interface PushBrowser {
  supported(): boolean;
  permission(): NotificationPermission;
  /** Asks the user, who may never answer. */
  requestPermission(): Promise<NotificationPermission>;
  /** Installs the worker under its fixed path and scope, and resolves once it is active. */
  install(): Promise<PushRegistration>;
  /** The worker, if it is already installed. */
  installed(): Promise<PushRegistration | undefined>;
}

/** The fields of the browser's subscription that we use. */
export interface BrowserSubscription extends Pick<
  PushSubscription,
  "endpoint" | "toJSON" | "unsubscribe"
> {
  readonly options: Pick<PushSubscriptionOptions, "applicationServerKey">;
}

export interface PushRegistration {
  readonly pushManager: {
    getSubscription(): Promise<BrowserSubscription | null>;
    subscribe(options: PushSubscriptionOptionsInit): Promise<BrowserSubscription>;
  };
}

export const thisBrowser: PushBrowser = {
  supported: () =>
    "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis,
  permission: () => Notification.permission,
  requestPermission: () => Notification.requestPermission(),
  install: async () =>
    waitUntilActive(
      await navigator.serviceWorker.register(PUSH_WORKER.path, { scope: PUSH_WORKER.scope }),
    ),
  installed: () => navigator.serviceWorker.getRegistration(PUSH_WORKER.scope),
};

/** Browsers only subscribe an active worker. */
function waitUntilActive(
  registration: ServiceWorkerRegistration,
): Promise<ServiceWorkerRegistration> {
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (!worker) return Promise.reject(new Error("The push worker is not installed."));
  return new Promise((resolve, reject) => {
    const checkState = () => {
      if (worker.state === "activated") resolve(registration);
      else if (worker.state === "redundant") reject(new Error("The push worker was discarded."));
    };
    worker.addEventListener("statechange", checkState);
    checkState();
  });
}
