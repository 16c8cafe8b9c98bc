import { PUSH_WORKER } from "@commonlane/contract/notification-channels";

/** What of a browser pushes need; in tests something that behaves like one. */
export interface PushBrowser {
  supported(): boolean;
  permission(): NotificationPermission;
  /** Asks the person, who may look away and never answer. */
  requestPermission(): Promise<NotificationPermission>;
  /** Installs the worker under its fixed path and scope, and resolves when it runs. */
  install(): Promise<PushRegistration>;
  /** The worker, where it was installed before. */
  installed(): Promise<PushRegistration | undefined>;
}

/** As much of a browser's own subscription as we look at. */
export interface BrowserSubscription extends Pick<PushSubscription, "endpoint" | "toJSON" | "unsubscribe"> {
  readonly options: Pick<PushSubscriptionOptions, "applicationServerKey">;
}

export interface PushRegistration {
  readonly pushManager: {
    getSubscription(): Promise<BrowserSubscription | null>;
    subscribe(options: PushSubscriptionOptionsInit): Promise<BrowserSubscription>;
  };
}

export const thisBrowser: PushBrowser = {
  supported: () => "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis,
  permission: () => Notification.permission,
  requestPermission: () => Notification.requestPermission(),
  install: async () =>
    waitUntilActive(await navigator.serviceWorker.register(PUSH_WORKER.path, { scope: PUSH_WORKER.scope })),
  installed: () => navigator.serviceWorker.getRegistration(PUSH_WORKER.scope),
};

/** A browser subscribes only a worker that runs. */
function waitUntilActive(registration: ServiceWorkerRegistration): Promise<ServiceWorkerRegistration> {
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (!worker) return Promise.reject(new Error("There is no worker."));
  return new Promise((resolve, reject) => {
    const checkState = () => {
      if (worker.state === "activated") resolve(registration);
      else if (worker.state === "redundant") reject(new Error("The worker was given up."));
    };
    worker.addEventListener("statechange", checkState);
    checkState();
  });
}
